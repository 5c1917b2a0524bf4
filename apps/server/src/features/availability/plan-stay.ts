import type { BookingRequest } from '@keyhour/contract/bookings'
import {
  daysAfter,
  daysBetween,
  findMoment,
  type Hours,
  hoursOn,
  officeDayAt,
  openingOn,
} from '@keyhour/contract/office-clock'
import { MOST_DAYS, MOST_DAYS_AHEAD, priceOfDays, priceOfTime } from '@keyhour/contract/price'
import { isOnOffer, type Rates } from '#server/features/availability/rules.ts'
import type { Space } from '#server/features/availability/space-queries.ts'
import { badField, Refusal } from '#server/http/refusal.ts'
import { billedLength, findEndOfStay } from '#server/time/half-hours.ts'
import { HALF_HOUR, openingAt, type Span } from '#server/time/opening-hours.ts'

export type Bookable = Hours &
  Rates &
  Pick<Space, 'sub_office_id' | 'hidden' | 'coming_soon' | 'temporarily_closed'>

export type Times = Pick<BookingRequest, 'date' | 'start' | 'end' | 'end_date'>

/** In UTC milliseconds, with the price before tax. */
export type Stay = Span & { total_price: number }

/**
 * Refuses a stay that the space does not allow; whether a unit is free is checked later. `booked` is the time of an order
 * that is being changed: its start may be in the past if it stays the same, and what is booked stays allowed when the
 * hours of the office have changed since.
 */
export function planStay(space: Bookable, times: Times, now: Date, booked?: Span): Stay {
  refuseUnbookable(space)
  const today = officeDayAt(space, now.getTime())
  const stay = space.rent_type === 'day' ? planDays(space, times) : planTime(space, times, booked)
  refuseTooFar(space, stay, now)
  if (stay.from === booked?.from && stay.to > now.getTime()) return stay
  if (times.date < today) throw badField('date', 'Date cannot be in the past')
  // A day can be booked until it ends, a time until half an hour after its start.
  const lastChance = space.rent_type === 'day' ? stay.to : stay.from + HALF_HOUR
  if (lastChance <= now.getTime()) throw badField('start', 'This time has already passed')
  return stay
}

export const findStay = (space: Bookable, times: Times, now: Date): Stay | undefined =>
  unlessRefused(() => planStay(space, times, now))

export function unlessRefused<T>(plan: () => T): T | undefined {
  try {
    return plan()
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}

export const latestDay = (hours: Hours, now: number): string =>
  daysAfter(officeDayAt(hours, now), MOST_DAYS_AHEAD)

function refuseTooFar(hours: Hours, { from, to }: Span, now: Date): void {
  const latest = latestDay(hours, now.getTime())
  const field = officeDayAt(hours, from) > latest ? 'date' : 'end_date'
  if (officeDayAt(hours, to - 1) > latest) throw badField(field, 'Bookings can be made up to a year ahead')
}

export function refuseUnbookable(space: Bookable): void {
  if (space.hidden) throw new Refusal('missing', 'This space cannot be booked.')
  if (space.coming_soon) throw new Refusal('conflict', 'This office is not open yet.')
  if (space.temporarily_closed) throw new Refusal('conflict', 'This office is temporarily closed.')
  if (!isOnOffer(space)) throw new Refusal('conflict', 'This office has no price yet and cannot be booked.')
}

export function priceOfStay(space: Bookable, { from, to }: Span): number {
  if (space.rent_type === 'hour')
    return priceOfTime(space.price_per_hour, 'hour', billedLength({ from, to }, space.time_zone))
  return priceOfDays(space, countOpenDays(space, officeDayAt(space, from), officeDayAt(space, to - 1)))
}

/** Nobody pays for a day on which the office is closed. At least 1: the office may have closed since the stay was booked. */
function countOpenDays(hours: Hours, first: string, last: string): number {
  const days = Array.from({ length: daysBetween(first, last) + 1 }, (_, at) => daysAfter(first, at))
  return Math.max(1, days.filter((date) => hoursOn(hours, date) !== null).length)
}

function planTime(space: Bookable, { date, start, end, end_date = date }: Times, booked?: Span): Stay {
  if (start === undefined || end === undefined) throw badField('start', 'Please choose a time')
  const from = orSkipped('start', findMoment(date, start, space.time_zone))
  const to = orSkipped('end', findEndOfStay(end_date, end, space.time_zone))
  if (to <= from) throw badField('end', 'End time must be after start time')
  const isBooked = booked && booked.from <= from && to <= booked.to
  if (!isBooked) refuseClosed(space, { from, to })
  return { from, to, total_price: priceOfStay(space, { from, to }) }
}

function refuseClosed(hours: Hours, { from, to }: Span): void {
  openingOf(hours, 'date', officeDayAt(hours, from))
  const opening = openingAt(hours, from)
  if (!opening || to > opening.to) throw badField('start', 'The office is closed at that time')
}

function orSkipped(field: string, moment: number | undefined): number {
  if (moment !== undefined) return moment
  throw badField(field, 'The clocks change on that day and skip this time. Please choose another.')
}

function planDays(space: Bookable, { date, end_date = date }: Times): Stay {
  const days = daysBetween(date, end_date) + 1
  if (days > MOST_DAYS) throw badField('end_date', 'A stay can last up to 92 days')
  const { from } = openingOf(space, 'date', date)
  const { to } = openingOf(space, 'end_date', end_date)
  return { from, to, total_price: priceOfDays(space, countOpenDays(space, date, end_date)) }
}

function openingOf(hours: Hours, field: string, date: string): Span {
  const opening = openingOn(hours, date)
  if (!opening) throw badField(field, 'The office is closed on that day')
  return opening
}
