import type { Availability, ClosedReason } from '@keyhour/contract/availability'
import { MOST_DAYS_AHEAD } from '@keyhour/contract/day-stays'
import { ActionIcon, Button, Group, Text, TextInput, useDirection } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from '#web/features/orders/booking.module.css'
import type { SeenPlace } from '#web/features/orders/booking-api.ts'
import { type Choice, endOptions, likelyEnd, startOptions } from '#web/features/orders/booking-rules.ts'
import { DayStrip } from '#web/features/orders/day-strip.tsx'
import { MonthCalendar } from '#web/features/orders/month-calendar.tsx'
import { TimeSelect } from '#web/features/orders/time-select.tsx'
import type { Day } from '#web/features/orders/use-day.ts'
import { chosenRange, type HalfRange } from '#web/format/half-hours.ts'
import { daysAfter, formatDate, isForeignClock } from '#web/format/time.ts'
import { QueryView } from '#web/ui/query-view.tsx'

type Props = {
  day: Day
  choice: Choice
  onChange: (choice: Choice) => void
  today: string
  rentType: 'hour' | 'day'
  /** When it is too late to come at another time. */
  keepsStart?: boolean
  /** The space whose day is shown, once there is one. */
  place: SeenPlace | null
  /** What there is to say about what is chosen. */
  children?: ReactNode
}

/** A day and a time on the office's clock: typed, or touched on what is free. */
export function StayPicker(props: Props) {
  const { choice, onChange, today, rentType, keepsStart = false, day } = props
  const { t } = useTranslation('booking')
  const { halves } = day
  const isByDay = rentType === 'day'

  const goTo = (date: string) => onChange({ ...choice, date, lastDate: latest(choice.lastDate, date) })

  function setStart(start: string) {
    const end = choice.end ?? (halves ? likelyEnd(halves, start) : null)
    onChange({ ...choice, start, end })
  }

  return (
    <>
      <div className={classes.fields}>
        <DateField
          label={isByDay ? t('firstDay') : t('date')}
          value={choice.date}
          min={today}
          max={daysAfter(today, MOST_DAYS_AHEAD)}
          onChange={goTo}
          disabled={keepsStart}
          hasSteps
        />
        {isByDay ? (
          <DateField
            label={t('lastDay')}
            value={choice.lastDate ?? choice.date}
            min={choice.date}
            onChange={(lastDate) => onChange({ ...choice, lastDate })}
          />
        ) : (
          <>
            <TimeSelect
              label={t('startTime')}
              date={choice.date}
              options={startOptions(halves)}
              value={choice.start}
              onChange={setStart}
              disabled={keepsStart}
            />
            <TimeSelect
              label={t('endTime')}
              date={choice.date}
              options={endOptions(halves)}
              value={choice.end}
              onChange={(end) => onChange({ ...choice, end })}
            />
          </>
        )}
      </div>
      {props.children}
      {props.place && isByDay && (
        <MonthCalendar
          place={props.place}
          choice={choice}
          onChange={onChange}
          today={today}
          keepsStart={keepsStart}
        />
      )}
      {props.place && <DayView {...props} />}
    </>
  )
}

const latest = (lastDate: string | null, date: string) => (lastDate && lastDate > date ? lastDate : null)

type DateFieldProps = {
  label: string
  value: string
  min: string
  max?: string
  onChange: (date: string) => void
  disabled?: boolean
  hasSteps?: boolean
}

function DateField({ label, value, min, max, onChange, disabled = false, hasSteps = false }: DateFieldProps) {
  const { t } = useTranslation('booking')
  const { dir } = useDirection()
  const [typed, setTyped] = useState<string | null>(null)
  const [Before, After] =
    dir === 'rtl' ? [IconChevronRight, IconChevronLeft] : [IconChevronLeft, IconChevronRight]

  /** A year is typed digit by digit, and the first ones are long past. */
  function type(date: string) {
    setTyped(date)
    if (date >= min) onChange(date)
  }

  function step(days: number) {
    setTyped(null)
    onChange(daysAfter(value, days))
  }

  return (
    <Group gap={4} align="flex-end" wrap="nowrap">
      <TextInput
        className={classes.date}
        type="date"
        label={label}
        value={typed ?? value}
        min={min}
        max={max}
        disabled={disabled}
        onChange={(event) => type(event.currentTarget.value)}
        onBlur={() => setTyped(null)}
      />
      {hasSteps && !disabled && (
        <>
          <ActionIcon size={36} aria-label={t('dayBefore')} disabled={value <= min} onClick={() => step(-1)}>
            <Before aria-hidden size={18} />
          </ActionIcon>
          <ActionIcon size={36} aria-label={t('dayAfter')} disabled={value === max} onClick={() => step(1)}>
            <After aria-hidden size={18} />
          </ActionIcon>
        </>
      )}
    </Group>
  )
}

function DayView({ day, choice, onChange, rentType, keepsStart }: Props) {
  const { t } = useTranslation('booking')
  const { halves } = day

  function choose(range: HalfRange | null) {
    if (!halves) return
    const [first, last] = [range && halves[range.first], range && halves[range.last]]
    onChange({ ...choice, start: first?.start ?? null, end: last?.end ?? null })
  }

  /** The start stays; wherever one touches is the end. */
  function chooseEnd(range: HalfRange | null) {
    const last = range && halves?.[range.last]
    if (last) onChange({ ...choice, end: last.end })
  }

  const goOn = () => onChange({ ...choice, date: daysAfter(choice.date, 1), lastDate: null })

  return (
    <QueryView query={day.query} loading={t('loadingDay')}>
      {(found) => (
        <section className={classes.day}>
          <Group justify="space-between" gap={8}>
            <Text fw={600}>{formatDate(choice.date)}</Text>
            <OfficeClock day={found} />
          </Group>
          {found.closure && <Text>{t('closure', { text: found.closure })}</Text>}
          {found.reason === null && rentType === 'hour' ? (
            <DayStrip
              halves={halves ?? []}
              units={found.units}
              chosen={chosenRange(halves ?? [], choice)}
              onChoose={keepsStart ? chooseEnd : choose}
              label={t('halves', { date: formatDate(choice.date) })}
              nextDay={formatDate(daysAfter(choice.date, 1))}
            />
          ) : (
            <WholeDay day={found} {...(!keepsStart && { onNextDay: goOn })} />
          )}
        </section>
      )}
    </QueryView>
  )
}

function OfficeClock({ day: { slots, time_zone } }: { day: Availability }) {
  const { t } = useTranslation('booking')
  if (!slots[0] || !isForeignClock(slots[0].starts_at, time_zone)) return null
  return (
    <Text size="sm" c="dimmed">
      {t('officeClock', { zone: time_zone })}
    </Text>
  )
}

/** Reasons that another day does not have. */
const OF_THE_DAY: readonly (ClosedReason | null)[] = ['hours', 'closure', 'booked', 'past']

/** A day that can only be had as a whole, or not at all. */
function WholeDay({ day: { reason, slots }, onNextDay }: { day: Availability; onNextDay?: () => void }) {
  const { t } = useTranslation('booking')
  const hasBegun = slots.some(({ free }) => free === 0)
  return (
    <Group justify="space-between" gap={8}>
      <Text role="status">{reason ? t(`dayReason.${reason}`) : t(hasBegun ? 'restFree' : 'dayFree')}</Text>
      {onNextDay && OF_THE_DAY.includes(reason) && <Button onClick={onNextDay}>{t('toNextDay')}</Button>}
    </Group>
  )
}
