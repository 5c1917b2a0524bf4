import { daysAfter, type Hours, momentAt, wallClock } from '@keyhour/contract/office-clock'
import { openingOrNone } from '#server/time/opening-hours.ts'

/** Midnight on the office clock, or the closing time if that is later. */
export function endOfOfficeDay(hours: Hours, day: string): number {
  const midnight = momentAt(daysAfter(day, 1), '00:00', hours.time_zone)
  return Math.max(midnight, openingOrNone(hours, day).to)
}

/** The dates that a time of today can have: the second is that of the night after it. */
export function wallDates(hours: Hours, now: number): string[] {
  const { date } = wallClock(now, hours.time_zone)
  return [date, daysAfter(date, 1)]
}
