import { Temporal } from 'temporal-polyfill'

const DAY = 86_400_000
const MOST_REMEMBERED = 10_000

/** The moment when the clock at the office shows `date` `time`. */
export const officeInstant = remembered((date: string, time: string, timeZone: string): string => {
  const { epochMilliseconds } = Temporal.PlainDateTime.from(`${date}T${time}`).toZonedDateTime(timeZone)
  return new Date(epochMilliseconds).toISOString()
})

/** For a time that a person chose: undefined when the clocks skip it; the first when they show it twice. */
export const findOfficeInstant = remembered(
  (date: string, time: string, timeZone: string): string | undefined => {
    const wanted = Temporal.PlainDateTime.from(`${date}T${time}`)
    const found = wanted.toZonedDateTime(timeZone, { disambiguation: 'earlier' })
    return found.toPlainDateTime().equals(wanted)
      ? new Date(found.epochMilliseconds).toISOString()
      : undefined
  },
)

/** The same days and hours are asked for over and over, and calendars are slow. */
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

/** In milliseconds. */
function offsetAt(moment: number, timeZone: string): number {
  return offsetOfDay(Math.floor(moment / DAY), timeZone) ?? readOffset(moment, timeZone)
}

/** Undefined for a day on which the clocks change. */
const offsetOfDay = remembered((day: number, timeZone: string): number | undefined => {
  const offset = readOffset(day * DAY, timeZone)
  return readOffset((day + 1) * DAY, timeZone) === offset ? offset : undefined
})

const readOffset = (moment: number, timeZone: string): number =>
  Temporal.Instant.fromEpochMilliseconds(moment).toZonedDateTimeISO(timeZone).offsetNanoseconds / 1_000_000

export function officeClock(moment: number, timeZone: string): { date: string; time: string } {
  const shown = new Date(moment + offsetAt(moment, timeZone)).toISOString()
  return { date: shown.slice(0, 10), time: shown.slice(11, 16) }
}

export const officeToday = (timeZone: string, now: Date): string => officeClock(now.getTime(), timeZone).date

/** By calendar, where a day may have 23 or 25 hours. */
export function daysLater(date: string, days: number): string {
  return Temporal.PlainDate.from(date).add({ days }).toString()
}

/** By calendar. */
export function daysBetween(date: string, later: string): number {
  return Temporal.PlainDate.from(date).until(Temporal.PlainDate.from(later), { largestUnit: 'day' }).days
}

/** `month` is like `2026-03`. */
export function daysOfMonth(month: string): string[] {
  const { daysInMonth } = Temporal.PlainYearMonth.from(month)
  return Array.from({ length: daysInMonth }, (_, at) => `${month}-${String(at + 1).padStart(2, '0')}`)
}

export function isKnownZone(name: string): boolean {
  try {
    officeToday(name, new Date(0))
    return true
  } catch {
    return false
  }
}
