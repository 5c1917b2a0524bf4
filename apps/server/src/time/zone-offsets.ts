import { daysAfter, type Hours, hoursOn, offsetAt, offsetsOn } from '@keyhour/contract/office-clock'
import { DAY, MINUTE, type Span } from '#server/time/opening-hours.ts'

/** From this moment on, in milliseconds. */
export type Offset = { from: number; ahead: number }

/** One per clock change. With these, thousands of days and hours are found by plain arithmetic. */
export function offsetsDuring(timeZone: string, { from, to }: Span): Offset[] {
  const offsets = [{ from: Number.NEGATIVE_INFINITY, ahead: offsetAt(from, timeZone) }]
  for (let day = Math.floor(from / DAY); day * DAY < to; day++) {
    const { after, changesAt } = offsetsOn(day, timeZone)
    if (from < changesAt && changesAt < to) offsets.push({ from: changesAt, ahead: after })
  }
  return offsets
}

/**
 * `wall` counts as if the office clock were in UTC. Shown twice, the first is meant; skipped, as if the clocks had not
 * changed yet.
 */
export function momentOf(offsets: readonly Offset[], wall: number): number {
  let before = offsets[0]!
  for (const [at, offset] of offsets.entries()) {
    const moment = wall - offset.ahead
    if (moment < offset.from) return wall - before.ahead
    if (moment < (offsets[at + 1]?.from ?? Number.POSITIVE_INFINITY)) return moment
    before = offset
  }
  return wall - before.ahead
}

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/** The opening that begins on this day, both counted as if the office clock were in UTC. */
function wallOpening(hours: Hours, day: number): Span | undefined {
  const date = new Date(day).toISOString().slice(0, 10)
  const today = hoursOn(hours, date)
  if (!today) return undefined
  const open = minutesOf(today.open_hours) * MINUTE
  const close = minutesOf(today.close_hours) * MINUTE
  if (close > open) return { from: day + open, to: day + close }
  const next = hoursOn(hours, daysAfter(date, 1))
  const nextOpen = next ? minutesOf(next.open_hours) * MINUTE : close
  return { from: day + open, to: day + DAY + Math.min(close, nextOpen) }
}

/** What `openingOn` answers for each day, cut to `span`. */
export function openingsDuring(hours: Hours, offsets: readonly Offset[], span: Span): Span[] {
  const openings: Span[] = []
  const first = Math.floor(span.from / DAY) * DAY - 2 * DAY
  for (let day = first; day < span.to + DAY; day += DAY) {
    const opening = wallOpening(hours, day)
    if (!opening) continue
    const from = Math.max(span.from, momentOf(offsets, opening.from))
    const to = Math.min(span.to, momentOf(offsets, opening.to))
    if (from < to) openings.push({ from, to })
  }
  return openings
}
