import type { Alternative, Availability, ClosedReason } from '@keyhour/contract/availability'
import { daysAfter } from '@keyhour/contract/office-clock'
import { MOST_DAYS_AHEAD } from '@keyhour/contract/price'
import { ActionIcon, Button, Group, Text, useDirection } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { SpaceQuery } from '#web/features/availability/api.ts'
import classes from '#web/features/availability/availability.module.css'
import type { ChosenTime } from '#web/features/availability/chosen-time.ts'
import { FirstFree } from '#web/features/availability/first-free.tsx'
import { HalfHours } from '#web/features/availability/half-hours.tsx'
import { MonthCalendar } from '#web/features/availability/month-calendar.tsx'
import { endFrom, possibleEnds, type StayErrors, startOptions } from '#web/features/availability/rules.ts'
import { TimeStrips, usePrices } from '#web/features/availability/stay-strips.tsx'
import { TimeSelect } from '#web/features/availability/time-select.tsx'
import type { Day } from '#web/features/availability/use-day.ts'
import { chosenRange, type HalfRange, lastDayAfterMove } from '#web/format/half-hours.ts'
import { formatDate, formatZone, isForeignClock } from '#web/format/time.ts'
import { localPlace } from '#web/texts/local-place.ts'
import type { NoteOf } from '#web/ui/dates/date-calendar.tsx'
import { DateInput } from '#web/ui/dates/date-input.tsx'
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
  /** The days on which its office is closed, and holidays. */
  noteOf?: NoteOf | undefined
  /** What is wrong with a field, in the language of the page. */
  errors?: StayErrors
  /** Shows what each end costs. */
  hasPrices?: boolean
  /** Takes a free time that is offered instead of a full day. */
  onTake?: (alternative: Alternative) => void
  /** Shows more than one space, and replaces the half-hours of the day. */
  board?: ReactNode
  /** Shown between the fields and the day. */
  children?: ReactNode
}

/** A day and a time on the office's clock: typed, or touched where it is free. */
export function StayPicker(props: Props) {
  const { time, onChange, today, rentType, keepsStart = false, space, board } = props
  // In one hand, times are swiped and touched; elsewhere they can be typed.
  const isPhone = useMediaQuery('(max-width: 640px)', undefined, { getInitialValueInEffect: false }) ?? false
  const hasStrips = isPhone && rentType === 'hour'
  return (
    <>
      <div className={classes.fields} data-strips={hasStrips || undefined}>
        <FirstDay {...props} />
        {board && <div className={classes.board}>{board}</div>}
        {rentType === 'day' && <LastDay {...props} />}
        {rentType === 'hour' && (hasStrips ? <TimeStrips {...props} /> : <Times {...props} />)}
      </div>
      {props.children}
      {space && rentType === 'day' && (
        <MonthCalendar space={space} time={time} onChange={onChange} today={today} keepsStart={keepsStart} />
      )}
      {space && <DayView {...props} isStripped={hasStrips || board !== undefined} />}
    </>
  )
}

function FirstDay({ time, onChange, today, rentType, keepsStart = false, noteOf, errors = {} }: Props) {
  const { t } = useTranslation('booking')
  const horizon = daysAfter(today, MOST_DAYS_AHEAD)

  function goTo(date: string) {
    const last = lastDayAfterMove({ first: time.date, last: time.last_date ?? time.date }, date)
    const latest = last < horizon ? last : horizon
    onChange({ ...time, date, last_date: latest > date ? latest : null })
  }

  return (
    <DateField
      label={t(rentType === 'day' ? 'firstDay' : 'date')}
      value={time.date}
      min={today}
      max={horizon}
      today={today}
      onChange={goTo}
      noteOf={noteOf}
      error={errors.date}
      disabled={keepsStart}
      hasSteps
    />
  )
}

function LastDay({ time, onChange, today, noteOf, errors = {} }: Props) {
  const { t } = useTranslation('booking')
  return (
    <DateField
      label={t('lastDay')}
      value={time.last_date ?? time.date}
      min={time.date}
      max={daysAfter(today, MOST_DAYS_AHEAD)}
      today={today}
      onChange={(last_date) => onChange({ ...time, last_date })}
      noteOf={noteOf}
      error={errors.end_date}
    />
  )
}

function Times(props: Props) {
  const { time, onChange, keepsStart = false, day, errors = {} } = props
  const { t } = useTranslation('booking')
  const { halves } = day
  const { date, start, end } = time
  const priceOf = usePrices(props)
  return (
    <>
      <TimeSelect
        label={t('startTime')}
        date={date}
        options={startOptions(halves)}
        value={start}
        onChange={(next) => onChange({ ...time, start: next, end: endFrom(next, time, halves) })}
        disabled={keepsStart}
        error={errors.start}
      />
      <TimeSelect
        label={t('endTime')}
        date={date}
        options={possibleEnds(halves, time)}
        value={end}
        error={errors.end}
        priceOf={priceOf}
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
  max: string
  today: string
  onChange: (date: string) => void
  noteOf?: NoteOf | undefined
  error?: string | undefined
  disabled?: boolean
  hasSteps?: boolean
}

function DateField({ hasSteps = false, noteOf, ...field }: DateFieldProps) {
  const { value, min, max, onChange, disabled = false } = field
  const { t } = useTranslation('booking')
  const { dir } = useDirection()
  const [Before, After] =
    dir === 'rtl' ? [IconChevronRight, IconChevronLeft] : [IconChevronLeft, IconChevronRight]
  const step = (days: number) => onChange(daysAfter(value, days))
  return (
    <div className={classes.dateField}>
      <DateInput className={classes.date} {...field} {...(noteOf && { noteOf })} />
      {hasSteps && !disabled && (
        <>
          <ActionIcon
            className={classes.step}
            size={36}
            aria-label={t('dayBefore')}
            disabled={value <= min}
            onClick={() => step(-1)}
          >
            <Before aria-hidden size={18} />
          </ActionIcon>
          <ActionIcon
            className={classes.step}
            size={36}
            aria-label={t('dayAfter')}
            disabled={value === max}
            onClick={() => step(1)}
          >
            <After aria-hidden size={18} />
          </ActionIcon>
        </>
      )}
    </div>
  )
}

function DayView(props: Props & { isStripped: boolean }) {
  const { day, time, onChange, rentType, keepsStart, space, onTake, isStripped } = props
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
        <section className={classes.day} data-plain={(isStripped && found.reason === null) || undefined}>
          <Group justify="space-between" gap={8}>
            {!(isStripped && found.reason === null) && <Text fw={600}>{formatDate(time.date)}</Text>}
            <OfficeClock day={found} />
          </Group>
          {found.holiday && <Text>{t('holiday', { name: localPlace(found.holiday).name })}</Text>}
          {found.closure && <Text>{t('closure', { text: found.closure })}</Text>}
          {found.reason === null && rentType === 'hour' && !isStripped && (
            <HalfHours
              halves={halves}
              units={found.units}
              date={time.date}
              chosen={chosenRange(halves, time)}
              onChoose={choose}
            />
          )}
          {(found.reason !== null || rentType === 'day') && (
            <WholeDay day={found} {...(!keepsStart && { onNextDay: goOn })}>
              {space && onTake && <FirstFree space={space} date={time.date} onTake={onTake} />}
            </WholeDay>
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
      {t('officeClock', { zone: formatZone(time_zone) })}
    </Text>
  )
}

/** Another day may be free. */
const OF_THE_DAY: readonly (ClosedReason | null)[] = ['hours', 'holiday', 'closure', 'booked', 'past']

type WholeDayProps = { day: Availability; onNextDay?: () => void; children: ReactNode }

function WholeDay({ day: { reason, slots }, onNextDay, children }: WholeDayProps) {
  const { t } = useTranslation('booking')
  const hasBegun = slots.some(({ free }) => free === 0)
  const mayBeElsewhere = OF_THE_DAY.includes(reason)
  return (
    <>
      <Group justify="space-between" gap={8}>
        <Text role="status">{reason ? t(`dayReason.${reason}`) : t(hasBegun ? 'restFree' : 'dayFree')}</Text>
        {onNextDay && mayBeElsewhere && <Button onClick={onNextDay}>{t('toNextDay')}</Button>}
      </Group>
      {mayBeElsewhere && reason !== null && children}
    </>
  )
}
