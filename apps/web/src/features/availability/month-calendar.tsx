import type { DayOffer } from '@keyhour/contract/availability'
import { daysAfter, daysOfMonth } from '@keyhour/contract/office-clock'
import { MOST_DAYS_AHEAD } from '@keyhour/contract/price'
import { ActionIcon, Group, Text, useDirection } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { monthQuery, type SpaceQuery } from '#web/features/availability/api.ts'
import classes from '#web/features/availability/availability.module.css'
import type { ChosenTime } from '#web/features/availability/chosen-time.ts'
import picker from '#web/features/availability/half-hour-picker.module.css'
import { areFree } from '#web/features/availability/rules.ts'
import { formatDate, formatMonth, formatWeekday, monthsAfter, weekdayOf } from '#web/format/time.ts'

type Props = {
  space: SpaceQuery
  time: ChosenTime
  onChange: (time: ChosenTime) => void
  today: string
  /** It is too late to move the first day. */
  keepsStart: boolean
}

const A_SUNDAY = '2026-03-01'
const monthOf = (date: string): string => date.slice(0, 7)
const between = (first: string, date: string, last: string): string =>
  date < first ? first : date > last ? last : date

/** The free days of a month. The first touch chooses the first day, the second the last. */
export function MonthCalendar({ space, time, onChange, today, keepsStart }: Props) {
  const { t } = useTranslation('booking')
  const [month, setMonth] = useState(monthOf(time.date))
  const [begun, setBegun] = useState<string | null>(null)
  const latest = daysAfter(today, MOST_DAYS_AHEAD)
  const shown = useQuery(monthQuery(space, month)).data
  const first = useQuery(monthQuery(space, monthOf(time.date))).data
  const days = shown?.days ?? []

  // Follows a date that was typed.
  useEffect(() => setMonth(monthOf(time.date)), [time.date])

  function touch(date: string) {
    const from = keepsStart ? time.date : begun
    const known = [...(first?.days ?? []), ...days]
    const canEnd = from === time.date && date >= from && areFree(known, from, date)
    if (keepsStart && !canEnd) return
    const isEnd = canEnd && (keepsStart || date > from)
    setBegun(isEnd ? null : date)
    onChange(isEnd ? { ...time, last_date: date } : { ...time, date, last_date: null })
  }

  return (
    <section className={classes.day}>
      <MonthHead month={month} first={monthOf(today)} last={monthOf(latest)} onTurn={setMonth} />
      <div className={classes.weekdays} aria-hidden>
        {[0, 1, 2, 3, 4, 5, 6].map((day) => (
          <span key={day}>{formatWeekday(daysAfter(A_SUNDAY, day))}</span>
        ))}
      </div>
      <DayGrid
        month={month}
        offers={new Map(days.map((day) => [day.date, day]))}
        units={shown?.units ?? 1}
        time={time}
        today={today}
        latest={latest}
        onTouch={touch}
        onMonth={setMonth}
      />
      <Text size="sm" c="dimmed">
        {t(begun === time.date || keepsStart ? 'lastDayHint' : 'daysHint')}
      </Text>
    </section>
  )
}

type HeadProps = { month: string; first: string; last: string; onTurn: (month: string) => void }

function MonthHead({ month, first, last, onTurn }: HeadProps) {
  const { t } = useTranslation('booking')
  const { dir } = useDirection()
  const [Before, After] =
    dir === 'rtl' ? [IconChevronRight, IconChevronLeft] : [IconChevronLeft, IconChevronRight]
  return (
    <Group justify="space-between" wrap="nowrap">
      <ActionIcon
        size={36}
        aria-label={t('monthBefore')}
        disabled={month <= first}
        onClick={() => onTurn(monthsAfter(month, -1))}
      >
        <Before aria-hidden size={18} />
      </ActionIcon>
      <Text fw={600} aria-live="polite">
        {formatMonth(month)}
      </Text>
      <ActionIcon
        size={36}
        aria-label={t('monthAfter')}
        disabled={month >= last}
        onClick={() => onTurn(monthsAfter(month, 1))}
      >
        <After aria-hidden size={18} />
      </ActionIcon>
    </Group>
  )
}

type GridProps = {
  month: string
  offers: ReadonlyMap<string, DayOffer>
  units: number
  time: ChosenTime
  today: string
  latest: string
  onTouch: (date: string) => void
  onMonth: (month: string) => void
}

function DayGrid({ month, offers, units, time, today, latest, onTouch, onMonth }: GridProps) {
  const { t } = useTranslation('booking')
  const { dir } = useDirection()
  const grid = useRef<HTMLDivElement>(null)
  const [focused, setFocused] = useState<string | null>(null)
  const isOffered = (date: string) => date <= latest && (offers.get(date)?.free ?? 0) > 0

  // Past weeks are left out.
  const dates = daysOfMonth(month).filter((date) => date >= daysAfter(today, -weekdayOf(today)))
  const reachable = [focused, time.date, dates.find(isOffered)].find((date) => date && dates.includes(date))

  function walk(event: KeyboardEvent<HTMLDivElement>) {
    const at = (document.activeElement as HTMLElement | null)?.dataset.date
    const step = at && stepsFrom(at, dir === 'rtl')[event.key]
    if (!step) return
    event.preventDefault()
    const to = between(today, daysAfter(at, step), latest)
    onMonth(monthOf(to))
    setFocused(to)
  }

  useEffect(() => {
    if (focused) grid.current?.querySelector<HTMLElement>(`[data-date="${focused}"]`)?.focus()
  }, [focused])

  function stateOf({ free, reason }: DayOffer): string {
    if (reason) return t(`reason.${reason}`)
    return free < units ? t('left', { count: free }) : t('free')
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would not let arrows through its legend
    <div
      className={classes.days}
      ref={grid}
      role="group"
      aria-label={t('freeDays', { month: formatMonth(month) })}
      onKeyDown={walk}
    >
      {dates.map((date) => {
        const offer = offers.get(date)
        const state = offer ? stateOf(offer) : ''
        const isChosen = time.date <= date && date <= (time.last_date ?? time.date)
        return (
          <button
            key={date}
            type="button"
            className={picker.cell}
            data-date={date}
            data-free={isOffered(date) || undefined}
            data-partly={(offer && offer.free > 0 && offer.free < units) || undefined}
            style={{ gridColumnStart: weekdayOf(date) + 1 }}
            aria-pressed={isChosen}
            aria-disabled={!isOffered(date)}
            aria-label={t('dayOffer', { date: formatDate(date), state })}
            tabIndex={date === (reachable ?? dates[0]) ? 0 : -1}
            onFocus={() => setFocused(date)}
            onClick={() => isOffered(date) && onTouch(date)}
          >
            <b>{Number(date.slice(8))}</b>
            <small>{isChosen && isOffered(date) ? t('chosen') : state}</small>
          </button>
        )
      })}
    </div>
  )
}

const stepsFrom = (date: string, isRtl: boolean): Record<string, number> => ({
  [isRtl ? 'ArrowLeft' : 'ArrowRight']: 1,
  [isRtl ? 'ArrowRight' : 'ArrowLeft']: -1,
  ArrowDown: 7,
  ArrowUp: -7,
  Home: -weekdayOf(date),
  End: 6 - weekdayOf(date),
  PageDown: 28,
  PageUp: -28,
})
