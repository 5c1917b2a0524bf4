import { daysAfter, type Hours, momentAt, officeDayAt, openingOn } from '@keyhour/contract/office-clock'

export const MINUTE = 60_000
export const HALF_HOUR = 30 * MINUTE
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** Half-open, in milliseconds. */
export type Span = { from: number; to: number }

/** With the openings before and after it, if they touch. Undefined when the office is closed. */
export function openingAt(hours: Hours, moment: number): Span | undefined {
  const day = officeDayAt(hours, moment)
  const opening = openingOn(hours, day)
  if (!opening || moment < opening.from || moment >= opening.to) return undefined
  const before = openingOn(hours, daysAfter(day, -1))
  const after = openingOn(hours, daysAfter(day, 1))
  return {
    from: before?.to === opening.from ? before.from : opening.from,
    to: after?.from === opening.to ? after.to : opening.to,
  }
}

/** The opening that begins on this day, or the whole day of the calendar when the office is closed. */
export const dayOrOpening = (hours: Hours, date: string): Span =>
  openingOn(hours, date) ?? {
    from: momentAt(date, '00:00', hours.time_zone),
    to: momentAt(daysAfter(date, 1), '00:00', hours.time_zone),
  }

/** For sums: an opening without length when the office is closed. */
export function openingOrNone(hours: Hours, date: string): Span {
  const { from, to } = dayOrOpening(hours, date)
  return { from, to: openingOn(hours, date) ? to : from }
}

/** Bookings begin and end on the half-hour of every clock. */
export const halfHourBefore = (moment: number): number => Math.floor(moment / HALF_HOUR) * HALF_HOUR
