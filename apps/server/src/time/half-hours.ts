import { findMoment, isRepeated, wallClock } from '@keyhour/contract/office-clock'
import { HALF_HOUR, MINUTE, type Span } from '#server/time/opening-hours.ts'

function stepsOf({ from, to }: Span): number[] {
  const count = Math.max(0, Math.floor((to - from) / HALF_HOUR))
  return Array.from({ length: count }, (_, at) => from + at * HALF_HOUR)
}

/** Whole half-hours on the office clock, from the first that fits, each once. */
export function halfHoursOf({ from, to }: Span, timeZone: string): Span[] {
  const minutes = Number(wallClock(from, timeZone).time.slice(3))
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

/**
 * A stay that is booked until this time ends half an hour after its last half-hour began. Where the clock is set back
 * at 02:00, a stay until 02:00 ends then, and not an hour later. Undefined when the clocks skip this time.
 */
export function findEndOfStay(date: string, time: string, timeZone: string): number | undefined {
  const end = findMoment(date, time, timeZone)
  if (end === undefined) return undefined
  const last = wallClock(Date.parse(`${date}T${time}Z`) - HALF_HOUR, 'UTC')
  const lastStart = findMoment(last.date, last.time, timeZone)
  return Math.min(end, lastStart === undefined ? Infinity : lastStart + HALF_HOUR)
}
