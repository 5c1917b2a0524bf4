import type { Availability, DayOffer, Slot } from '@keyhour/contract/availability'
import type { TimeChange } from '@keyhour/contract/bookings'
import { type Hours, officeDayAt, wallClock, wallClockAtEnd } from '@keyhour/contract/office-clock'
import type { OrderDetails } from '@keyhour/contract/orders'
import { priceOfTime, withTax } from '@keyhour/contract/price'
import { HALF_HOURS } from '@keyhour/contract/space-filter'
import { type ChosenTime, NO_TIME } from '#web/features/availability/chosen-time.ts'
import { daysInTheWay } from '#web/features/availability/days-in-the-way.ts'
import {
  chosenRange,
  endAfterMove,
  HALF_HOUR_MS,
  type Half,
  isFree,
  NEXT_DAY,
  timeKeyOf,
  wallOf,
} from '#web/format/half-hours.ts'

/** What is wrong with a field, in the language of the page. */
export type StayErrors = Partial<Record<'date' | 'end_date' | 'start' | 'end', string>>

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

/**
 * The ends that a stay from `start` can have: as long as each half hour is free. `end` stays in the list even if it
 * cannot be one, so that the field shows what is chosen. Without a start, all.
 */
export function possibleEnds(
  halves: Half[] | undefined,
  { start, end }: { start: string | null; end: string | null },
): TimeOption[] {
  const all = endOptions(halves)
  if (start === null) return all
  if (!halves) {
    const from = HALF_HOURS.indexOf(start)
    return all.filter(({ key }, at) => at >= from || key === end)
  }
  const first = halves.findIndex((half) => half.start === start)
  const taken = halves.findIndex((half, at) => at >= first && !isFree(half))
  const last = taken < 0 ? halves.length : taken
  return all.filter(({ key }, at) => (first >= 0 && at >= first && at < last) || key === end)
}

type Priced = Pick<Availability, 'base_price' | 'tax_percent'>

/** With tax, as the quote of the server says it. Null if the stay is not within these half hours. */
export function priceUntil(
  { base_price, tax_percent }: Priced,
  halves: Half[],
  start: string | null,
  end: string,
): number | null {
  const range = chosenRange(halves, { start, end })
  if (!range) return null
  const lengthMs = (range.last - range.first + 1) * HALF_HOUR_MS
  return withTax(priceOfTime(base_price, 'hour', lengthMs), tax_percent)
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
    start: timeKeyOf(date, wallClock(Date.parse(start), time_zone)),
    end: end && timeKeyOf(date, wallClockAtEnd(Date.parse(end), time_zone)),
    last_date: null,
  }
}

/** Days not in the list do not count against it. */
export const areFree = (days: DayOffer[], first: string, last: string): boolean =>
  daysInTheWay(days, first, last).length === 0
