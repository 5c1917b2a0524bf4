import type { Alternative } from '@keyhour/contract/availability'
import { daysAfter, type Hours } from '@keyhour/contract/office-clock'
import { MOST_DAYS } from '@keyhour/contract/price'
import { dateIn } from '@keyhour/contract/space-filter'
import { inOfficeDay, wallOf } from '#web/format/half-hours.ts'

// The public pages use this too: keep zod out.

/**
 * A time to book, on the office's clock. `start` and `end` are `13:30`, or `00:30+1` after the midnight that ends
 * `date`. `last_date` is for spaces rented by the day.
 */
export type ChosenTime = { date: string; start: string | null; end: string | null; last_date: string | null }

export const NO_TIME = { start: null, end: null, last_date: null }

const TIME_KEY = /^([01]\d|2[0-3]):[03]0(\+1)?$/

/** Reads a time from an address; null without a date that can still be booked. */
export function readTime(address: URLSearchParams, hours: Hours, today: string): ChosenTime | null {
  const date = dateIn(address.get('date'))
  if (date === null) return null
  const [start = null, end = null] = ['start', 'end'].map(
    (name) => TIME_KEY.exec(address.get(name) ?? '')?.[0],
  )
  const last = dateIn(address.get('last_date'))
  const isRange = last !== null && last > date && last < daysAfter(date, MOST_DAYS)
  // Half past midnight on the calendar may belong to the evening before.
  const inDay =
    start && end ? inOfficeDay(hours, wallOf(date, start), wallOf(date, end)) : { date, start, end }
  return inDay.date < today ? null : { ...inDay, last_date: isRange ? last : null }
}

/** The address with this time, as `readTime` reads it. */
export function writeTime(
  address: URLSearchParams,
  { date, start, end, last_date }: ChosenTime,
): URLSearchParams {
  const next = new URLSearchParams(address)
  for (const [name, value] of Object.entries({ date, start, end, last_date })) {
    if (value === null) next.delete(name)
    else next.set(name, value)
  }
  return next
}

/** The time of a stay that is offered instead. */
export function timeOffered({ date, start, end, end_date }: Alternative, hours: Hours): ChosenTime {
  if (!start || !end) return { ...NO_TIME, date, last_date: end_date ?? null }
  return {
    ...inOfficeDay(hours, { date, time: start }, { date: end_date ?? date, time: end }),
    last_date: null,
  }
}
