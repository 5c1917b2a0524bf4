import {
  daysAfter,
  type Hours,
  hoursOn,
  openingOn,
  wallClock,
  wallClockAtEnd,
} from '@keyhour/contract/office-clock'
import { halfHoursOf } from '#server/time/half-hours.ts'
import type { Span } from '#server/time/opening-hours.ts'

/** A half-hour, with what the office clock shows when it starts and ends. */
type DaySlot = Span & { start: string; end: string; starts_at: string }

type Day = { opening: Span | undefined; slots: DaySlot[] }

const CLOSED: Day = { opening: undefined, slots: [] }
const MOST_REMEMBERED = 1000
const known = new Map<string, Day>()

/**
 * The opening that begins on this day, and its half-hours; none when the office is closed. Many spaces have the same, so
 * they are remembered.
 */
export function dayOf(hours: Hours, date: string): Day {
  const today = hoursOn(hours, date)
  if (!today) return CLOSED
  const next = hoursOn(hours, daysAfter(date, 1))
  const key = `${date} ${today.open_hours} ${today.close_hours} ${next?.open_hours} ${hours.time_zone}`
  const day = known.get(key) ?? readDay(hours, date)
  if (known.size >= MOST_REMEMBERED) known.clear()
  known.set(key, day)
  return day
}

function readDay(hours: Hours, date: string): Day {
  const { time_zone } = hours
  const opening = openingOn(hours, date)
  if (!opening) return CLOSED
  const slots = halfHoursOf(opening, time_zone).map(({ from, to }) => ({
    from,
    to,
    start: wallClock(from, time_zone).time,
    end: wallClockAtEnd(to, time_zone).time,
    starts_at: new Date(from).toISOString(),
  }))
  return { opening, slots }
}
