import { daysAfter, type Hours, momentAt, officeDayAt } from '@keyhour/contract/office-clock'

export const MINUTE = 60_000
export const HALF_HOUR = 30 * MINUTE
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** Half-open, in milliseconds. */
export type Span = { from: number; to: number }

/** The opening that begins on this day of the office's calendar. */
export function openingOn({ time_zone, open_hours, close_hours }: Hours, date: string): Span {
  const open = open_hours ?? '00:00'
  const close = close_hours ?? '00:00'
  const lastDate = close > open ? date : daysAfter(date, 1)
  return {
    from: momentAt(date, open, time_zone),
    to: momentAt(lastDate, close, time_zone),
  }
}

/** Undefined when the office is closed. */
export function openingAt(hours: Hours, moment: number): Span | undefined {
  const day = officeDayAt(hours, moment)
  if (hours.open_hours === null) {
    return { from: openingOn(hours, daysAfter(day, -1)).from, to: openingOn(hours, daysAfter(day, 1)).to }
  }
  const opening = openingOn(hours, day)
  return opening.from <= moment && moment < opening.to ? opening : undefined
}

/** Bookings begin and end on the half-hour of every clock. */
export const halfHourBefore = (moment: number): number => Math.floor(moment / HALF_HOUR) * HALF_HOUR
