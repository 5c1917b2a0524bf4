import { findOfficeInstant, officeClock } from '#server/time/office-time.ts'
import { HALF_HOUR, MINUTE, type Span } from '#server/time/opening-hours.ts'

/** The clock was set back and has shown this time before; a booking means the first time. */
function isRepeated(moment: number, timeZone: string): boolean {
  const { date, time } = officeClock(moment, timeZone)
  return Date.parse(findOfficeInstant(date, time, timeZone)!) < moment - (moment % MINUTE)
}

function stepsOf({ from, to }: Span): number[] {
  const count = Math.max(0, Math.floor((to - from) / HALF_HOUR))
  return Array.from({ length: count }, (_, at) => from + at * HALF_HOUR)
}

/** Whole half-hours on the office clock, from the first that fits, each once. */
export function halfHoursOf({ from, to }: Span, timeZone: string): Span[] {
  const minutes = Number(officeClock(from, timeZone).time.slice(3))
  const first = from + ((60 - minutes) % 30) * MINUTE
  return stepsOf({ from: first, to })
    .filter((start) => !isRepeated(start, timeZone))
    .map((start) => ({ from: start, to: start + HALF_HOUR }))
}

/** An hour that the clock shows twice is billed once. */
export function billedLength(span: Span, timeZone: string): number {
  const repeated = stepsOf(span).filter((start) => isRepeated(start, timeZone))
  return span.to - span.from - repeated.length * HALF_HOUR
}

const minutesLater = (wall: { date: string; time: string }, minutes: number) => {
  const later = new Date(Date.parse(`${wall.date}T${wall.time}Z`) + minutes * MINUTE).toISOString()
  return { date: later.slice(0, 10), time: later.slice(11, 16) }
}

/**
 * A stay that is booked until this time ends half an hour after its last half-hour began. Where the clock is set back
 * at 02:00, a stay until 02:00 ends then, and not an hour later. Undefined when the clocks skip this time.
 */
export function findEndOfStay(date: string, time: string, timeZone: string): number | undefined {
  const end = findOfficeInstant(date, time, timeZone)
  if (end === undefined) return undefined
  const last = minutesLater({ date, time }, -30)
  const lastStart = findOfficeInstant(last.date, last.time, timeZone)
  return Math.min(Date.parse(end), lastStart === undefined ? Infinity : Date.parse(lastStart) + HALF_HOUR)
}

/** The inverse of `findEndOfStay`. */
export function clockAtEnd(moment: number, timeZone: string): { date: string; time: string } {
  return isRepeated(moment, timeZone)
    ? minutesLater(officeClock(moment - HALF_HOUR, timeZone), 30)
    : officeClock(moment, timeZone)
}
