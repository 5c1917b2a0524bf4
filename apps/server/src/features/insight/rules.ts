import { HOURS_A_WEEK, type Totals } from '@keyhour/contract/insight'
import { DAY, HOUR, type Span } from '#server/time/opening-hours.ts'
import type { Offset } from '#server/time/zone-offsets.ts'

export const noTotals = (): Totals => ({
  orders: 0,
  no_shows: 0,
  revenue: 0,
  net: 0,
  booked_ms: 0,
  open_ms: 0,
  due_ms: 0,
  there_ms: 0,
})

/** Days since 1970 in the home time zone. */
export type DayRange = { first: number; last: number }

/** Groups sorted days into consecutive runs. */
export function runsOf(days: readonly number[]): DayRange[] {
  const runs: DayRange[] = []
  for (const day of days) {
    const run = runs.at(-1)
    if (run && day === run.last + 1) run.last = day
    else runs.push({ first: day, last: day })
  }
  return runs
}

/** 1970 began on a Thursday. */
const THURSDAY = 4 * DAY
const WEEK = 7 * DAY

/** Open time by hour of the week on the wall clock, from Sunday midnight, across clock changes. */
export function spreadOverWeek(spans: readonly Span[], offsets: readonly Offset[]): number[] {
  const hours: number[] = new Array(HOURS_A_WEEK).fill(0)
  for (const { from, to } of spans) {
    for (let moment = from; moment < to; ) {
      const at = offsets.findLastIndex((offset) => offset.from <= moment)
      const wall = moment + offsets[at]!.ahead
      const change = offsets[at + 1]?.from ?? Number.POSITIVE_INFINITY
      const end = Math.min(to, change, moment + HOUR - modulo(wall, HOUR))
      hours[Math.floor(modulo(wall + THURSDAY, WEEK) / HOUR)]! += end - moment
      moment = end
    }
  }
  return hours
}

const modulo = (value: number, divisor: number): number => ((value % divisor) + divisor) % divisor

/** `bounds` are the start of each period and the end of the last one. */
export function spreadOverPeriods(spans: readonly Span[], bounds: readonly number[]): number[] {
  const periods: number[] = new Array(bounds.length - 1).fill(0)
  let first = 0
  for (const { from, to } of spans) {
    while (first < periods.length - 1 && bounds[first + 1]! <= from) first += 1
    for (let at = first; at < periods.length && bounds[at]! < to; at += 1)
      periods[at]! += Math.max(0, Math.min(to, bounds[at + 1]!) - Math.max(from, bounds[at]!))
  }
  return periods
}

export const clipTo = (spans: readonly Span[], { from, to }: Span): Span[] =>
  spans
    .map((span) => ({ from: Math.max(span.from, from), to: Math.min(span.to, to) }))
    .filter((span) => span.from < span.to)
