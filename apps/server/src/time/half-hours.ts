import { findOfficeInstant, officeClock } from '#server/time/office-time.ts'
import { HALF_HOUR, MINUTE, type Span } from '#server/time/opening-hours.ts'

/** Whether the clock on the wall has shown this time before: it was set back, and the first time is the one meant. */
function isRepeated(moment: number, timeZone: string): boolean {
  const { date, time } = officeClock(moment, timeZone)
  return Date.parse(findOfficeInstant(date, time, timeZone)!) < moment - (moment % MINUTE)
}

function stepsOf({ from, to }: Span): number[] {
  const count = Math.max(0, Math.floor((to - from) / HALF_HOUR))
  return Array.from({ length: count }, (_, at) => from + at * HALF_HOUR)
}

/** The half-hours of an opening as the clock on the wall shows them: whole ones, from the first that fits, each once. */
export function halfHoursOf({ from, to }: Span, timeZone: string): Span[] {
  const minutes = Number(officeClock(from, timeZone).time.slice(3))
  const first = from + ((60 - minutes) % 30) * MINUTE
  return stepsOf({ from: first, to })
    .filter((start) => !isRepeated(start, timeZone))
    .map((start) => ({ from: start, to: start + HALF_HOUR }))
}

/** How much of a stay is paid for: an hour that the clock shows twice counts once. */
export function billedLength(span: Span, timeZone: string): number {
  const repeated = stepsOf(span).filter((start) => isRepeated(start, timeZone))
  return span.to - span.from - repeated.length * HALF_HOUR
}

const minutesLater = (wall: { date: string; time: string }, minutes: number) => {
  const later = new Date(Date.parse(`${wall.date}T${wall.time}Z`) + minutes * MINUTE).toISOString()
  return { date: later.slice(0, 10), time: later.slice(11, 16) }
}

/**
 * The moment when a stay that is booked until this time ends: half an hour after its last half-hour began. Where the
 * clock is set back at 02:00, a stay until 02:00 ends then, and not an hour later. Undefined when the clocks skip it.
 */
export function findEndOfStay(date: string, time: string, timeZone: string): number | undefined {
  const end = findOfficeInstant(date, time, timeZone)
  if (end === undefined) return undefined
  const last = minutesLater({ date, time }, -30)
  const lastStart = findOfficeInstant(last.date, last.time, timeZone)
  return Math.min(Date.parse(end), lastStart === undefined ? Infinity : Date.parse(lastStart) + HALF_HOUR)
}

/** The time that a stay which ends at this moment is booked until. */
export function clockAtEnd(moment: number, timeZone: string): { date: string; time: string } {
  return isRepeated(moment, timeZone)
    ? minutesLater(officeClock(moment - HALF_HOUR, timeZone), 30)
    : officeClock(moment, timeZone)
}
