import { Temporal } from 'temporal-polyfill'

/** The UTC moment when the clock on the office wall shows `date` `time`. */
export function officeInstant(date: string, time: string, timeZone: string): string {
  const { epochMilliseconds } = Temporal.PlainDateTime.from(`${date}T${time}`).toZonedDateTime(timeZone)
  return new Date(epochMilliseconds).toISOString()
}

export function officeToday(timeZone: string, now: Date): string {
  return Temporal.Instant.fromEpochMilliseconds(now.getTime())
    .toZonedDateTimeISO(timeZone)
    .toPlainDate()
    .toString()
}

/** `days` later on the wall calendar, which is not always 24 hours each. */
export function daysLater(date: string, days: number): string {
  return Temporal.PlainDate.from(date).add({ days }).toString()
}
