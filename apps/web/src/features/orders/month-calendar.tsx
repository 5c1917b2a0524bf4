import type { DayOffer } from '@keyhour/contract/availability'
import { MOST_DAYS_AHEAD } from '@keyhour/contract/day-stays'
import { ActionIcon, Group, Text, useDirection } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from '#web/features/orders/booking.module.css'
import { monthQuery, type SeenPlace } from '#web/features/orders/booking-api.ts'
import { areFree, type Choice } from '#web/features/orders/booking-rules.ts'
import {
  daysAfter,
  daysOfMonth,
  formatDate,
  formatMonth,
  formatWeekday,
  monthsAfter,
  weekdayOf,
} from '#web/format/time.ts'

type Props = {
  place: SeenPlace
  choice: Choice
  onChange: (choice: Choice) => void
  today: string
  /** When it is too late to come on another day. */
  keepsStart: boolean
}

const A_WEEK = [
  '2026-03-01',
  '2026-03-02',
  '2026-03-03',
  '2026-03-04',
  '2026-03-05',
  '2026-03-06',
  '2026-03-07',
]
const monthOf = (date: string): string => date.slice(0, 7)

/** A month at a glance: which days are free, for how many, and why others are not. Touched twice, first and last. */
export function MonthCalendar({ place, choice, onChange, today, keepsStart }: Props) {
  const { t } = useTranslation('booking')
  const { dir } = useDirection()
  const grid = useRef<HTMLDivElement>(null)
  const [month, setMonth] = useState(monthOf(choice.date))
  const [begun, setBegun] = useState<string | null>(null)
  const [focused, setFocused] = useState<string | null>(null)
  const latest = daysAfter(today, MOST_DAYS_AHEAD)
  const lastDate = choice.lastDate ?? choice.date

  const shown = useQuery(monthQuery(place, month))
  const first = useQuery(monthQuery(place, monthOf(choice.date)))
  const offers = new Map(shown.data?.days.map((day) => [day.date, day]))
  const known = [...(first.data?.days ?? []), ...offers.values()]

  // A date that is typed, or stepped to, is looked at.
  useEffect(() => setMonth(monthOf(choice.date)), [choice.date])

  const isOffered = (date: string) => date <= latest && (offers.get(date)?.free ?? 0) > 0

  function touch(date: string) {
    const from = keepsStart ? choice.date : begun
    const canEnd = from === choice.date && date >= from && areFree(known, from, date)
    if (keepsStart && !canEnd) return
    if (canEnd && (keepsStart || date > from)) {
      setBegun(null)
      onChange({ ...choice, lastDate: date })
    } else {
      setBegun(date)
      onChange({ ...choice, date, lastDate: null })
    }
  }

  const forward = dir === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
  const backward = dir === 'rtl' ? 'ArrowRight' : 'ArrowLeft'

  function walk(event: KeyboardEvent<HTMLDivElement>) {
    const at = (document.activeElement as HTMLElement | null)?.dataset.date
    const to = at && stepFrom(at, event.key, { forward, backward })
    if (!to) return
    event.preventDefault()
    const within = to < today ? today : to > latest ? latest : to
    setMonth(monthOf(within))
    setFocused(within)
  }

  useEffect(() => {
    if (focused) grid.current?.querySelector<HTMLElement>(`[data-date="${focused}"]`)?.focus()
  }, [focused])

  // Weeks that have passed help nobody.
  const dates = daysOfMonth(month).filter((date) => date >= daysAfter(today, -weekdayOf(today)))
  const reachable = [focused, choice.date, dates.find(isOffered)].find((date) => date && dates.includes(date))

  function stateOf({ free, reason }: DayOffer): string {
    if (reason) return t(`reason.${reason}`)
    return free < (shown.data?.units ?? 1) ? t('left', { count: free }) : t('free')
  }

  const [Before, After] =
    dir === 'rtl' ? [IconChevronRight, IconChevronLeft] : [IconChevronLeft, IconChevronRight]
  return (
    <section className={classes.day}>
      <Group justify="space-between" wrap="nowrap">
        <ActionIcon
          size={36}
          aria-label={t('monthBefore')}
          disabled={month <= monthOf(today)}
          onClick={() => setMonth(monthsAfter(month, -1))}
        >
          <Before aria-hidden size={18} />
        </ActionIcon>
        <Text fw={600} aria-live="polite">
          {formatMonth(month)}
        </Text>
        <ActionIcon
          size={36}
          aria-label={t('monthAfter')}
          disabled={month >= monthOf(latest)}
          onClick={() => setMonth(monthsAfter(month, 1))}
        >
          <After aria-hidden size={18} />
        </ActionIcon>
      </Group>
      <div className={classes.weekdays} aria-hidden>
        {A_WEEK.map((date) => (
          <span key={date}>{formatWeekday(date)}</span>
        ))}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would not let arrows through its legend */}
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
          const isChosen = choice.date <= date && date <= lastDate
          return (
            <button
              key={date}
              type="button"
              className={classes.half}
              data-date={date}
              data-free={isOffered(date) || undefined}
              data-partly={(offer && offer.free > 0 && offer.free < (shown.data?.units ?? 1)) || undefined}
              style={{ gridColumnStart: weekdayOf(date) + 1 }}
              aria-pressed={isChosen}
              aria-disabled={!isOffered(date)}
              aria-label={t('dayOffer', { date: formatDate(date), state })}
              tabIndex={date === (reachable ?? dates[0]) ? 0 : -1}
              onFocus={() => setFocused(date)}
              onClick={() => isOffered(date) && touch(date)}
            >
              <span className={classes.hour}>{Number(date.slice(8))}</span>
              <span className={classes.state}>{isChosen && isOffered(date) ? t('chosen') : state}</span>
            </button>
          )
        })}
      </div>
      <Text size="sm" c="dimmed">
        {t(begun === choice.date || keepsStart ? 'lastDayHint' : 'daysHint')}
      </Text>
    </section>
  )
}

type Keys = { forward: string; backward: string }

/** Which day an arrow leads to. */
function stepFrom(date: string, key: string, { forward, backward }: Keys): string | undefined {
  const days: Record<string, number> = {
    [forward]: 1,
    [backward]: -1,
    ArrowDown: 7,
    ArrowUp: -7,
    Home: -weekdayOf(date),
    End: 6 - weekdayOf(date),
    PageDown: 28,
    PageUp: -28,
  }
  const step = days[key]
  return step === undefined ? undefined : daysAfter(date, step)
}
