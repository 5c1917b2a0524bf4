import { daysAfter, type Hours, openingOn, wallClock } from '@keyhour/contract/office-clock'
import type { SpaceNow, TakenTime } from '@keyhour/contract/panels'
import { priceOfVisit, withTax } from '@keyhour/contract/price'
import { VISIT_MINUTES } from '@keyhour/contract/visits'
import { agreedEnd } from '#server/features/visits/rules.ts'
import { MINUTE, openingAt, type Span } from '#server/time/opening-hours.ts'

type UnitTime = Span & { unit_id: number; cause: 'order' | 'hold' | 'buffer' | 'closure' | 'calendar' }

const KINDS = {
  order: 'booked',
  calendar: 'booked',
  hold: 'held',
  buffer: 'cleaning',
  closure: 'closed',
} as const

const instant = (moment: number): string => new Date(moment).toISOString()

/** Of several units: the times in which all of them are taken. */
export function takenTimes(rows: readonly UnitTime[], units: number): TakenTime[] {
  if (units === 1)
    return rows.map(({ from, to, cause }) => ({ start: instant(from), end: instant(to), kind: KINDS[cause] }))
  const moments = [...new Set(rows.flatMap(({ from, to }) => [from, to]))].sort((a, b) => a - b)
  const full: TakenTime[] = []
  for (const [at, from] of moments.slice(0, -1).entries()) {
    const during = rows.filter((row) => row.from <= from && from < row.to)
    if (during.length < units) continue
    const kind = during.every(({ cause }) => cause === 'closure') ? 'closed' : 'booked'
    const last = full.at(-1)
    const end = instant(moments[at + 1]!)
    if (last?.end === instant(from) && last.kind === kind) last.end = end
    else full.push({ start: instant(from), end, kind })
  }
  return full
}

export const countFreeNow = (rows: readonly UnitTime[], units: number, now: number): number =>
  units - rows.filter(({ from, to }) => from <= now && now < to).length

/** How long the unit that stays free longest is free, with the cleaning after a new visit. */
function freeUntil(
  rows: readonly UnitTime[],
  units: readonly number[],
  { now, cleaning_ms }: { now: number; cleaning_ms: number },
): number {
  const ends = units.map((unit) => {
    const own = rows.filter(({ unit_id, to }) => unit_id === unit && to > now)
    return Math.min(...own.map(({ from }) => from - cleaning_ms))
  })
  return Math.max(Number.NEGATIVE_INFINITY, ...ends)
}

type Charged = Hours & {
  rent_type: 'hour' | 'day'
  price_per_hour: number
  tax_percent: number
  cleaning_buffer_minutes: number
}

/** The lengths for which a visit can start now, and what each costs. */
export function choicesOf(
  space: Charged,
  { rows, units, now }: { rows: readonly UnitTime[]; units: readonly number[]; now: number },
): SpaceNow['choices'] {
  const opening = openingAt(space, now)
  if (space.rent_type === 'day' || !opening) return []
  const free = freeUntil(rows, units, { now, cleaning_ms: space.cleaning_buffer_minutes * MINUTE })
  const until = Math.min(opening.to, free)
  return VISIT_MINUTES.filter((minutes) => agreedEnd(now, minutes) <= until).map((minutes) => ({
    minutes,
    price: withTax(priceOfVisit(space.price_per_hour, minutes * MINUTE), space.tax_percent),
  }))
}

const DAYS_LOOKED_AHEAD = 8

/** Undefined if the office stays closed for a week. */
export function nextOpening(hours: Hours, now: number): number | undefined {
  const { date } = wallClock(now, hours.time_zone)
  const starts = Array.from(
    { length: DAYS_LOOKED_AHEAD },
    (_, day) => openingOn(hours, daysAfter(date, day))?.from,
  )
  return starts.find((from) => from !== undefined && from > now)
}
