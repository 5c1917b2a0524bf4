import type { DayOffer, Slot } from '@keyhour/contract/availability'
import type { TimeChange } from '@keyhour/contract/bookings'
import { type Hours, officeDayAt, wallClock, wallClockAtEnd } from '@keyhour/contract/office-clock'
import type { OrderDetails } from '@keyhour/contract/orders'
import { HALF_HOURS } from '@keyhour/contract/space-filter'
import { type ChosenTime, NO_TIME } from '#web/features/availability/chosen-time.ts'
import {
  chosenRange,
  endAfterMove,
  type Half,
  isFree,
  keyOf,
  NEXT_DAY,
  wallOf,
} from '#web/format/half-hours.ts'

export type TimeOption = { key: string; slot: Slot | null }

/** Every half hour until the day is known. */
export function startOptions(halves: Half[] | undefined): TimeOption[] {
  if (!halves) return HALF_HOURS.map((key) => ({ key, slot: null }))
  // Around the clock, a stay after midnight starts on the next day.
  const isWholeDay = halves[0]?.start === HALF_HOURS[0]
  const begin = halves.filter(({ start }) => !(isWholeDay && start.endsWith(NEXT_DAY)))
  return begin.map(({ start, slot }) => ({ key: start, slot }))
}

export function endOptions(halves: Half[] | undefined): TimeOption[] {
  if (!halves) return [...HALF_HOURS.slice(1), `00:00${NEXT_DAY}`].map((key) => ({ key, slot: null }))
  return halves.map(({ end, slot }) => ({ key: end, slot }))
}

/** Drops times that this day does not have: another day may open later. */
export function keepOffered(time: ChosenTime, halves: Half[] | undefined): ChosenTime {
  if (!halves) return time
  const kept = (options: TimeOption[], wanted: string | null) =>
    options.some(({ key }) => key === wanted) ? wanted : null
  return { ...time, start: kept(startOptions(halves), time.start), end: kept(endOptions(halves), time.end) }
}

/** An hour after the start if that is free, else half an hour. */
export function likelyEnd(halves: Half[], start: string): string | null {
  const first = halves.findIndex((half) => half.start === start)
  const [one, two] = first < 0 ? [] : halves.slice(first, first + 2)
  return (two && isFree(two) ? two.end : one?.end) ?? null
}

/** The end after the start has moved from `before`; the likely end if none was chosen. */
export function endFrom(start: string, before: ChosenTime, halves: Half[] | undefined): string | null {
  if (!halves) return endOnAnyDay(start, before)
  const range = chosenRange(halves, before)
  if (range) return endAfterMove(halves, range, start) ?? before.end
  return before.end && chosenRange(halves, { start, end: before.end }) ? before.end : likelyEnd(halves, start)
}

/** Until the day is known, every half hour can be chosen. */
function endOnAnyDay(start: string, { start: before, end }: ChosenTime): string | null {
  if (end === null) return null
  const ends = endOptions(undefined).map(({ key }) => key)
  const [from, to] = [HALF_HOURS.indexOf(start), ends.indexOf(end)]
  if (to >= from) return end
  const halves = before === null ? 0 : Math.max(0, to - HALF_HOURS.indexOf(before))
  return ends[Math.min(from + halves, ends.length - 1)] ?? end
}

/** The time as a request carries it; null until it is complete. */
export function toTimeChange(time: ChosenTime, rentType: 'hour' | 'day'): TimeChange | null {
  const { date, start, end, last_date } = time
  if (rentType === 'day') return { date, ...(last_date && last_date !== date && { end_date: last_date }) }
  if (start === null || end === null) return null
  const [from, to] = [wallOf(date, start), wallOf(date, end)]
  return {
    date: from.date,
    start: from.time,
    end: to.time,
    ...(to.date !== from.date && { end_date: to.date }),
  }
}

export function timeOfOrder({ start, end, time_zone, rent_type }: OrderDetails, hours: Hours): ChosenTime {
  const date = officeDayAt(hours, Date.parse(start))
  if (rent_type === 'day')
    return { ...NO_TIME, date, last_date: officeDayAt(hours, Date.parse(end ?? start) - 1) }
  return {
    date,
    start: keyOf(date, wallClock(Date.parse(start), time_zone)),
    end: end && keyOf(date, wallClockAtEnd(Date.parse(end), time_zone)),
    last_date: null,
  }
}

/** Days not in the list do not count against it. */
export const areFree = (days: DayOffer[], first: string, last: string): boolean =>
  days.every(({ date, free }) => date < first || date > last || free > 0)
