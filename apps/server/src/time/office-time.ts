import { Temporal } from 'temporal-polyfill'

const MOST_REMEMBERED = 10_000

/** The UTC moment when the clock on the office wall shows `date` `time`. */
export const officeInstant = remembered((date, time, timeZone): string => {
  const { epochMilliseconds } = Temporal.PlainDateTime.from(`${date}T${time}`).toZonedDateTime(timeZone)
  return new Date(epochMilliseconds).toISOString()
})

/** The same for a time that somebody chose: undefined when the clocks skip it. Shown twice, the first is meant. */
export const findOfficeInstant = remembered((date, time, timeZone): string | undefined => {
  const wanted = Temporal.PlainDateTime.from(`${date}T${time}`)
  const found = wanted.toZonedDateTime(timeZone, { disambiguation: 'earlier' })
  return found.toPlainDateTime().equals(wanted) ? new Date(found.epochMilliseconds).toISOString() : undefined
})

/** A search asks for the same days and hours once for each opening there is, and calendars take their time. */
function remembered<T>(work: (date: string, time: string, timeZone: string) => T): typeof work {
  const known = new Map<string, T>()
  return (date, time, timeZone) => {
    const key = `${date} ${time} ${timeZone}`
    if (known.has(key)) return known.get(key) as T
    const found = work(date, time, timeZone)
    if (known.size >= MOST_REMEMBERED) known.clear()
    known.set(key, found)
    return found
  }
}

/** What the calendar and the clock on the office wall show at a moment. */
export function officeClock(moment: number, timeZone: string): { date: string; time: string } {
  const shown = Temporal.Instant.fromEpochMilliseconds(moment).toZonedDateTimeISO(timeZone)
  return { date: shown.toPlainDate().toString(), time: shown.toPlainTime().toString().slice(0, 5) }
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

/** How many days `later` comes after `date` on the wall calendar. */
export function daysBetween(date: string, later: string): number {
  return Temporal.PlainDate.from(date).until(Temporal.PlainDate.from(later), { largestUnit: 'day' }).days
}

/** The days of a month of the wall calendar, `2026-03`. */
export function daysOfMonth(month: string): string[] {
  const { daysInMonth } = Temporal.PlainYearMonth.from(month)
  return Array.from({ length: daysInMonth }, (_, at) => `${month}-${String(at + 1).padStart(2, '0')}`)
}

/** Whether it names a zone by which the server can tell the time. */
export function isKnownZone(name: string): boolean {
  try {
    officeToday(name, new Date(0))
    return true
  } catch {
    return false
  }
}
