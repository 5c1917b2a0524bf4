import type { Holiday } from '@keyhour/contract/office-clock'
import { ActionIcon, Button, Group, Text } from '@mantine/core'
import { IconCalendarPlus, IconCopy, IconPencil, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { HolidayForm } from '#web/features/closures/holiday-form.tsx'
import classes from '#web/features/closures/hours.module.css'
import { copiesFor, newHoliday, withHoliday } from '#web/features/closures/hours-rules.ts'
import { formatDate, formatWallRange } from '#web/format/time.ts'
import { localPlace } from '#web/texts/local-place.ts'
import { translated } from '#web/ui/form-errors.ts'
import { InnerPart } from '#web/ui/inner-form.tsx'
import { SoftText } from '#web/ui/soft-text.tsx'

type Props = {
  value: Holiday[]
  onChange: (holidays: Holiday[]) => void
  error?: ReactNode
  /** At the office. */
  today: string
  'data-path'?: string
}

/** `editing` is null while none is edited; `before` is null for a new one. */
type Editing = { before: Holiday | null; start: Holiday }

/** The days on which the whole office is closed or open for other hours. Saved with the form around it. */
export function HolidaysField({ value, onChange, error, today, 'data-path': path }: Props) {
  const { t } = useTranslation('closures')
  const [editing, setEditing] = useState<Editing | null>(null)
  const [showsPast, setShowsPast] = useState(false)
  const past = value.filter(({ last_day }) => last_day < today)
  const shown = showsPast ? value : value.filter(({ last_day }) => last_day >= today)

  function keep(holiday: Holiday) {
    onChange(withHoliday(value, holiday, editing?.before ?? null))
    setEditing(null)
  }

  return (
    <InnerPart>
      <Text fw={600} component="h4" data-path={path} tabIndex={-1}>
        {t('holidays.title')}
      </Text>
      {error && (
        <Text c="var(--mantine-color-error)" size="sm" role="alert">
          {translated(error)}
        </Text>
      )}
      {shown.length === 0 ? (
        <SoftText>{t('holidays.none')}</SoftText>
      ) : (
        <ul className={classes.list} aria-label={t('holidays.title')}>
          {shown.map((holiday) => (
            <HolidayRow
              key={`${holiday.first_day} ${holiday.name}`}
              holiday={holiday}
              isOver={holiday.last_day < today}
              onEdit={() => setEditing({ before: holiday, start: holiday })}
              onRemove={() => onChange(value.filter((one) => one !== holiday))}
            />
          ))}
        </ul>
      )}
      {editing ? (
        <HolidayForm
          key={editing.before?.first_day ?? ''}
          start={editing.start}
          isNew={editing.before === null}
          others={value.filter((one) => one !== editing.before)}
          onDone={keep}
          onCancel={() => setEditing(null)}
        />
      ) : (
        <Group gap="sm">
          <Button
            leftSection={<IconCalendarPlus aria-hidden size={18} />}
            onClick={() => setEditing({ before: null, start: newHoliday(today) })}
          >
            {t('holidays.add')}
          </Button>
          <CopyButton holidays={value} today={today} onCopy={onChange} />
          {past.length > 0 && (
            <Button variant="subtle" onClick={() => setShowsPast(!showsPast)}>
              {showsPast ? t('holidays.hidePast') : t('holidays.showPast', { count: past.length })}
            </Button>
          )}
        </Group>
      )}
    </InnerPart>
  )
}

type CopyProps = { holidays: Holiday[]; today: string; onCopy: (holidays: Holiday[]) => void }

/** Last year's list for this year, or this year's for the next. */
function CopyButton({ holidays, today, onCopy }: CopyProps) {
  const { t } = useTranslation('closures')
  const [hasCopied, setCopied] = useState(false)
  const year = Number(today.slice(0, 4))
  const from = [year - 1, year].find((one) => copiesFor(holidays, one).length > 0)
  if (hasCopied) return <SoftText role="status">{t('holidays.copied')}</SoftText>
  if (from === undefined) return null
  const copies = copiesFor(holidays, from)
  return (
    <Button
      variant="subtle"
      leftSection={<IconCopy aria-hidden size={18} />}
      onClick={() => {
        onCopy(copies.reduce((all, copy) => withHoliday(all, copy, null), holidays))
        setCopied(true)
      }}
    >
      {t('holidays.copy', { from, to: from + 1 })}
    </Button>
  )
}

type RowProps = { holiday: Holiday; isOver: boolean; onEdit: () => void; onRemove: () => void }

function HolidayRow({ holiday, isOver, onEdit, onRemove }: RowProps) {
  const { t } = useTranslation('closures')
  const { name } = localPlace(holiday)
  const { first_day, last_day, hours } = holiday
  return (
    <li className={classes.holiday} data-over={isOver || undefined}>
      <div className={classes.words}>
        <Text fw={500}>
          <bdi>{name}</bdi>
        </Text>
        <SoftText>{daysInWords(first_day, last_day)}</SoftText>
        <SoftText>
          {hours ? formatWallRange(hours.open_hours, hours.close_hours) : t('holidays.closed')}
        </SoftText>
      </div>
      <Group gap={4} wrap="nowrap">
        <ActionIcon size="lg" aria-label={t('holidays.edit', { name })} onClick={onEdit}>
          <IconPencil aria-hidden size={18} />
        </ActionIcon>
        <ActionIcon size="lg" color="danger" aria-label={t('holidays.remove', { name })} onClick={onRemove}>
          <IconTrash aria-hidden size={18} />
        </ActionIcon>
      </Group>
    </li>
  )
}

function daysInWords(first: string, last: string): string {
  const withYear = (date: string) => `${formatDate(date)} ${date.slice(0, 4)}`
  return first === last ? withYear(first) : `${formatDate(first)} – ${withYear(last)}`
}
