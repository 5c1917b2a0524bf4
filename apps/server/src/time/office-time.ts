import { Temporal } from 'temporal-polyfill'

const DAY = 86_400_000
const MOST_REMEMBERED = 10_000

/** The UTC moment when the clock on the office wall shows `date` `time`. */
export const officeInstant = remembered((date: string, time: string, timeZone: string): string => {
  const { epochMilliseconds } = Temporal.PlainDateTime.from(`${date}T${time}`).toZonedDateTime(timeZone)
  return new Date(epochMilliseconds).toISOString()
})

/** The same for a time that somebody chose: undefined when the clocks skip it. Shown twice, the first is meant. */
export const findOfficeInstant = remembered(
  (date: string, time: string, timeZone: string): string | undefined => {
    const wanted = Temporal.PlainDateTime.from(`${date}T${time}`)
    const found = wanted.toZonedDateTime(timeZone, { disambiguation: 'earlier' })
    return found.toPlainDateTime().equals(wanted)
      ? new Date(found.epochMilliseconds).toISOString()
      : undefined
  },
)

/** The same days and hours are asked for over and over, and calendars take their time. */
function remembered<A extends (string | number)[], T>(work: (...asked: A) => T): (...asked: A) => T {
  const known = new Map<string, T>()
  return (...asked) => {
    const key = asked.join(' ')
    if (known.has(key)) return known.get(key) as T
    const found = work(...asked)
    if (known.size >= MOST_REMEMBERED) known.clear()
    known.set(key, found)
    return found
  }
}

/** How far the clocks of a zone are ahead of UTC, in milliseconds. */
function offsetAt(moment: number, timeZone: string): number {
  return offsetOfDay(Math.floor(moment / DAY), timeZone) ?? readOffset(moment, timeZone)
}

/** Undefined on a day on which they are changed. */
const offsetOfDay = remembered((day: number, timeZone: string): number | undefined => {
  const offset = readOffset(day * DAY, timeZone)
  return readOffset((day + 1) * DAY, timeZone) === offset ? offset : undefined
})

const readOffset = (moment: number, timeZone: string): number =>
  Temporal.Instant.fromEpochMilliseconds(moment).toZonedDateTimeISO(timeZone).offsetNanoseconds / 1_000_000

/** What the calendar and the clock on the office wall show at a moment. */
export function officeClock(moment: number, timeZone: string): { date: string; time: string } {
  const shown = new Date(moment + offsetAt(moment, timeZone)).toISOString()
  return { date: shown.slice(0, 10), time: shown.slice(11, 16) }
}

export const officeToday = (timeZone: string, now: Date): string => officeClock(now.getTime(), timeZone).date

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
