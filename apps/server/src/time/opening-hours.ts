import { daysLater, officeInstant, officeToday } from '#server/time/office-time.ts'

export const MINUTE = 60_000
export const HALF_HOUR = 30 * MINUTE
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** Both hours null: around the clock. Close before open: past midnight. */
export type Hours = { time_zone: string; open_hours: string | null; close_hours: string | null }

/** Half-open, in milliseconds. */
export type Span = { from: number; to: number }

/** The opening that begins on this day of the office's calendar. */
export function openingOn({ time_zone, open_hours, close_hours }: Hours, date: string): Span {
  const open = open_hours ?? '00:00'
  const close = close_hours ?? '00:00'
  const lastDate = close > open ? date : daysLater(date, 1)
  return {
    from: Date.parse(officeInstant(date, open, time_zone)),
    to: Date.parse(officeInstant(lastDate, close, time_zone)),
  }
}

/** Until an opening past midnight ends, its moments belong to the day before. */
export function officeDayAt(hours: Hours, moment: number): string {
  const today = officeToday(hours.time_zone, new Date(moment))
  const yesterday = daysLater(today, -1)
  return holds(openingOn(hours, yesterday), moment) ? yesterday : today
}

/** Undefined when the office is closed. */
export function openingAt(hours: Hours, moment: number): Span | undefined {
  const day = officeDayAt(hours, moment)
  if (hours.open_hours === null) {
    return { from: openingOn(hours, daysLater(day, -1)).from, to: openingOn(hours, daysLater(day, 1)).to }
  }
  const opening = openingOn(hours, day)
  return holds(opening, moment) ? opening : undefined
}

const holds = (span: Span, moment: number): boolean => span.from <= moment && moment < span.to

/** Bookings begin and end on the half-hour of every clock. */
export const halfHourBefore = (moment: number): number => Math.floor(moment / HALF_HOUR) * HALF_HOUR
