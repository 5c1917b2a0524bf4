import type { Availability, ClosedReason } from '@keyhour/contract/availability'
import { daysAfter } from '@keyhour/contract/office-clock'
import { MOST_DAYS_AHEAD } from '@keyhour/contract/price'
import { ActionIcon, Button, Group, Text, TextInput, useDirection } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SpaceQuery } from '#web/features/availability/api.ts'
import classes from '#web/features/availability/availability.module.css'
import type { ChosenTime } from '#web/features/availability/chosen-time.ts'
import { HalfHours } from '#web/features/availability/half-hours.tsx'
import { MonthCalendar } from '#web/features/availability/month-calendar.tsx'
import { endFrom, endOptions, startOptions } from '#web/features/availability/rules.ts'
import { TimeSelect } from '#web/features/availability/time-select.tsx'
import type { Day } from '#web/features/availability/use-day.ts'
import { chosenRange, type HalfRange, lastDayAfterMove } from '#web/format/half-hours.ts'
import { formatDate, isForeignClock } from '#web/format/time.ts'
import { QueryView } from '#web/ui/query-view.tsx'

type Props = {
  day: Day
  time: ChosenTime
  onChange: (time: ChosenTime) => void
  today: string
  rentType: 'hour' | 'day'
  /** It is too late to move the start. */
  keepsStart?: boolean
  /** The space whose day is shown, once one is chosen. */
  space: SpaceQuery | null
  /** Shown between the fields and the day. */
  children?: ReactNode
}

/** A day and a time on the office's clock: typed, or touched where it is free. */
export function StayPicker(props: Props) {
  const { time, onChange, today, rentType, keepsStart = false, space } = props
  return (
    <>
      <div className={classes.fields}>
        <FirstDay {...props} />
        {rentType === 'day' ? <LastDay {...props} /> : <Times {...props} />}
      </div>
      {props.children}
      {space && rentType === 'day' && (
        <MonthCalendar space={space} time={time} onChange={onChange} today={today} keepsStart={keepsStart} />
      )}
      {space && <DayView {...props} />}
    </>
  )
}

function FirstDay({ time, onChange, today, rentType, keepsStart = false }: Props) {
  const { t } = useTranslation('booking')
  const horizon = daysAfter(today, MOST_DAYS_AHEAD)
  // A date is typed digit by digit: the length of the stay before the first digit counts.
  const beforeTyping = useRef<ChosenTime | null>(null)

  function goTo(date: string) {
    const before = beforeTyping.current ?? time
    const last = lastDayAfterMove({ first: before.date, last: before.last_date ?? before.date }, date)
    const latest = last < horizon ? last : horizon
    onChange({ ...time, date, last_date: latest > date ? latest : null })
  }

  return (
    <DateField
      label={t(rentType === 'day' ? 'firstDay' : 'date')}
      value={time.date}
      min={today}
      max={horizon}
      onChange={goTo}
      onFocus={() => {
        beforeTyping.current = time
      }}
      onBlur={() => {
        beforeTyping.current = null
      }}
      disabled={keepsStart}
      hasSteps
    />
  )
}

function LastDay({ time, onChange, today }: Props) {
  const { t } = useTranslation('booking')
  return (
    <DateField
      label={t('lastDay')}
      value={time.last_date ?? time.date}
      min={time.date}
      max={daysAfter(today, MOST_DAYS_AHEAD)}
      onChange={(last_date) => onChange({ ...time, last_date })}
    />
  )
}

function Times({ time, onChange, keepsStart = false, day: { halves } }: Props) {
  const { t } = useTranslation('booking')
  const { date, start, end } = time
  return (
    <>
      <TimeSelect
        label={t('startTime')}
        date={date}
        options={startOptions(halves)}
        value={start}
        onChange={(next) => onChange({ ...time, start: next, end: endFrom(next, time, halves) })}
        disabled={keepsStart}
      />
      <TimeSelect
        label={t('endTime')}
        date={date}
        options={endOptions(halves)}
        value={end}
        onChange={(next) => onChange({ ...time, end: next })}
        after={start}
      />
    </>
  )
}

type DateFieldProps = {
  label: string
  value: string
  min: string
  max?: string
  onChange: (date: string) => void
  onFocus?: () => void
  onBlur?: () => void
  disabled?: boolean
  hasSteps?: boolean
}

function DateField(props: DateFieldProps) {
  const { label, value, min, max, onChange, onFocus, onBlur, disabled = false, hasSteps = false } = props
  const { t } = useTranslation('booking')
  const { dir } = useDirection()
  const [typed, setTyped] = useState<string | null>(null)
  const [Before, After] =
    dir === 'rtl' ? [IconChevronRight, IconChevronLeft] : [IconChevronLeft, IconChevronRight]

  /** The first digits of a year form a date long past. */
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
        onFocus={onFocus}
        onBlur={() => {
          setTyped(null)
          onBlur?.()
        }}
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

function DayView({ day, time, onChange, rentType, keepsStart }: Props) {
  const { t } = useTranslation('booking')
  const halves = day.halves ?? []

  function choose(range: HalfRange | null) {
    const [first, last] = [range && halves[range.first], range && halves[range.last]]
    if (!keepsStart) onChange({ ...time, start: first?.start ?? null, end: last?.end ?? null })
    else if (last) onChange({ ...time, end: last.end })
  }

  const goOn = () => onChange({ ...time, date: daysAfter(time.date, 1), last_date: null })

  return (
    <QueryView query={day.query} loading={t('loadingDay')}>
      {(found) => (
        <section className={classes.day}>
          <Group justify="space-between" gap={8}>
            <Text fw={600}>{formatDate(time.date)}</Text>
            <OfficeClock day={found} />
          </Group>
          {found.closure && <Text>{t('closure', { text: found.closure })}</Text>}
          {found.reason === null && rentType === 'hour' ? (
            <HalfHours
              halves={halves}
              units={found.units}
              date={time.date}
              chosen={chosenRange(halves, time)}
              onChoose={choose}
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

/** Another day may be free. */
const OF_THE_DAY: readonly (ClosedReason | null)[] = ['hours', 'closure', 'booked', 'past']

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
