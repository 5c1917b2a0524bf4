import { daysAfter, daysBetween } from '@keyhour/contract/office-clock'
import type { SeriesScope } from '@keyhour/contract/series'
import { overlaps, type TakenUnit } from '#server/features/availability/rules.ts'
import type { Span } from '#server/time/opening-hours.ts'

const TAKEN = 'This time is already taken.'
const CLOSED = 'The space is closed at that time.'
export const NOT_ALL_FREE = 'Some of these dates are no longer free. Please check them again.'

/** What wants a unit: one of these, for a span that includes the cleaning after it. */
export type Claim = { units: number[]; span: Span; kept?: number | undefined }

/**
 * A unit for each claim, in their order; undefined where none is free. A claim takes its time from those that follow. A
 * series stays in one seat where it can.
 */
export function assignUnits(claims: Claim[], taken: TakenUnit[]): (number | undefined)[] {
  const byUnit = new Map<number, Span[]>()
  const take = (unit: number, span: Span) => {
    const spans = byUnit.get(unit)
    if (spans) spans.push(span)
    else byUnit.set(unit, [span])
  }
  for (const { unit_id, from, to } of taken) take(unit_id, { from, to })
  const isFree = (unit: number, span: Span) => !byUnit.get(unit)?.some((one) => overlaps(one, span))
  let latest: number | undefined
  return claims.map(({ units, span, kept = latest }) => {
    const unit = preferring(kept, units).find((one) => isFree(one, span))
    if (unit === undefined) return undefined
    latest = unit
    take(unit, span)
    return unit
  })
}

const preferring = (first: number | undefined, units: number[]): number[] =>
  first !== undefined && units.includes(first) ? [first, ...units] : units

/** Why a claim found no unit. */
export function whyTaken({ units, span }: Claim, taken: TakenUnit[]): string {
  const inTheWay = taken.filter((one) => units.includes(one.unit_id) && overlaps(one, span))
  return inTheWay.length > 0 && inTheWay.every(({ cause }) => cause === 'closure') ? CLOSED : TAKEN
}

type WallTimes = {
  date: string
  start?: string | undefined
  end?: string | undefined
  end_date?: string | undefined
}

/** The same times on another date; a stay over midnight or of several days keeps its nights. */
export function timesOn({ date: first, start, end, end_date = first }: WallTimes, date: string): WallTimes {
  const nights = daysBetween(first, end_date)
  return {
    date,
    ...(start && end && { start, end }),
    ...(nights > 0 && { end_date: daysAfter(date, nights) }),
  }
}

type Started = { id: number; start: string }

/** By start, then by id: the order in which a series is counted. */
export const isInScope = (order: Started, { id, start }: Started, scope: SeriesScope): boolean =>
  scope === 'all' || order.id === id || Date.parse(order.start) > Date.parse(start)

export const sumOf = <Row>(rows: Row[], amount: (row: Row) => number): number =>
  rows.reduce((sum, row) => sum + amount(row), 0)
