import type { Holiday } from '@keyhour/contract/office-clock'
import { Button, Group, NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mistakesOfHoliday } from '#web/features/closures/hours-rules.ts'
import { HourFields } from '#web/features/closures/week-fields.tsx'
import { DateInput } from '#web/ui/dates/date-input.tsx'
import { FieldGrid } from '#web/ui/field-grid.tsx'
import { translated } from '#web/ui/form-errors.ts'
import { InnerForm } from '#web/ui/inner-form.tsx'

type Props = {
  start: Holiday
  isNew: boolean
  /** The rest of the list: no two holidays share a day. */
  others: Holiday[]
  onDone: (holiday: Holiday) => void
  onCancel: () => void
}

const SHORTER = { open_hours: '09:00', close_hours: '13:00' }

export function HolidayForm({ start, isNew, others, onDone, onCancel }: Props) {
  const { t } = useTranslation('closures')
  const [holiday, setHoliday] = useState(start)
  const [isSent, setSent] = useState(false)
  const mistakes = isSent ? mistakesOfHoliday(holiday, others) : {}
  const change = (part: Partial<Holiday>) => setHoliday({ ...holiday, ...part })
  const error = (field: keyof typeof mistakes) => translated(mistakes[field])

  function done() {
    setSent(true)
    if (Object.keys(mistakesOfHoliday(holiday, others)).length > 0) return
    onDone({ ...holiday, name: holiday.name.trim(), name_he: holiday.name_he?.trim() || null })
  }

  /** The last day is never before the first. */
  const moveFirst = (first_day: string) =>
    change({ first_day, ...(holiday.last_day < first_day && { last_day: first_day }) })

  return (
    <InnerForm label={t(isNew ? 'holidays.add' : 'holidays.change')} onEnter={done}>
      <FieldGrid>
        <TextInput
          label={t('holidays.name')}
          description={t('holidays.nameHint')}
          value={holiday.name}
          error={error('name')}
          autoComplete="off"
          autoFocus
          dir="auto"
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        <TextInput
          label={t('holidays.nameHe')}
          description={t('holidays.nameHeHint')}
          value={holiday.name_he ?? ''}
          error={error('name_he')}
          autoComplete="off"
          dir="rtl"
          lang="he"
          onChange={(event) => change({ name_he: event.currentTarget.value })}
        />
        <DateInput
          label={t('firstDay')}
          value={holiday.first_day}
          error={error('first_day')}
          onChange={moveFirst}
        />
        <DateInput
          label={t('lastDay')}
          min={holiday.first_day}
          value={holiday.last_day}
          error={error('last_day')}
          onChange={(last_day) => change({ last_day })}
        />
        <NativeSelect
          label={t('holidays.state')}
          value={holiday.hours ? 'open' : 'closed'}
          onChange={(event) => change({ hours: event.currentTarget.value === 'open' ? SHORTER : null })}
          data={(['closed', 'open'] as const).map((value) => ({ value, label: t(`holidays.${value}`) }))}
        />
      </FieldGrid>
      {holiday.hours && (
        <HourFields
          hours={holiday.hours}
          names={{ open: t('from'), close: t('until') }}
          hasError={Boolean(mistakes.open_hours ?? mistakes.close_hours)}
          onChange={(hours) => change({ hours })}
        />
      )}
      <Group gap="sm">
        <Button onClick={done}>{t(isNew ? 'holidays.addIt' : 'holidays.changeIt')}</Button>
        <Button variant="subtle" onClick={onCancel}>
          {t('holidays.cancel')}
        </Button>
      </Group>
    </InnerForm>
  )
}
