import { momentAt, openingOn } from '@keyhour/contract/office-clock'
import { withTax } from '@keyhour/contract/price'
import type { SeriesAlternative } from '@keyhour/contract/series'
import type { Db } from '#server/db/connection.ts'
import type { KnownSpace } from '#server/features/availability/day-queries.ts'
import { describeStay } from '#server/features/availability/find-alternatives.ts'
import { findStay, priceOfStay, type Times } from '#server/features/availability/plan-stay.ts'
import { countFree, nearestTimes, type TakenUnit } from '#server/features/availability/rules.ts'
import { spanWithCleaning } from '#server/features/bookings/claim-unit.ts'
import type { PlannedDate } from '#server/features/series/plan-dates.ts'
import { listTakenDuring } from '#server/features/series/queries.ts'
import { MINUTE, openingAt, type Span } from '#server/time/opening-hours.ts'

const MOST_TIMES = 3
const MOST_SPACES = 3

type Wanted = {
  spaces: KnownSpace[]
  space: KnownSpace
  planned: PlannedDate[]
  /** What the dates that are free will take. */
  own: TakenUnit[]
  userId: number
  now: Date
}

/**
 * For each of the dates: other times of the same opening in the space, the nearest first, and other spaces of the office
 * at that time. Two statements, however many dates there are.
 */
export async function findSwaps(
  db: Db,
  { spaces, space, planned, own, userId, now }: Wanted,
): Promise<SeriesAlternative[][]> {
  const { office_id } = space
  const others = similarTo(space, spaces)
  const openings = planned.map((one) => openingFor(space, one))
  const stays = planned.flatMap(({ stay }) => (stay ? [spanWithCleaning(stay, space)] : []))
  const days = openings.flatMap((opening) => (opening ? [spanWithCleaning(opening, space)] : []))
  const viewer = { office_id, userId, now }
  const isByHour = space.rent_type === 'hour'
  const here = isByHour ? await listTakenDuring(db, { ...viewer, units: space.units, spans: days }) : []
  const units = others.flatMap((other) => other.units)
  const there = await listTakenDuring(db, { ...viewer, units, spans: stays })
  return planned.map((one, at) => [
    ...(isByHour ? otherTimes(space, one, { opening: openings[at], taken: [...here, ...own], now }) : []),
    ...otherSpaces(others, one, there, now),
  ])
}

/** Of the same type first, then those that are large enough, then the cheapest. */
function similarTo(space: KnownSpace, spaces: KnownSpace[]): KnownSpace[] {
  const rank = (other: KnownSpace) =>
    (other.type === space.type ? 0 : 2) + (other.capacity >= space.capacity ? 0 : 1)
  return spaces
    .filter(
      ({ sub_office_id, rent_type }) =>
        sub_office_id !== space.sub_office_id && rent_type === space.rent_type,
    )
    .sort(
      (a, b) => rank(a) - rank(b) || a.price_per_hour - b.price_per_hour || a.price_per_day - b.price_per_day,
    )
}

/** Half past midnight may belong to the evening before. */
const openingFor = (space: KnownSpace, { times, stay }: PlannedDate): Span | undefined =>
  openingAt(space, (stay ?? asIfShown(times, space.time_zone)).from) ?? openingOn(space, times.date)

type Day = { opening: Span | undefined; taken: TakenUnit[]; now: Date }

function otherTimes(space: KnownSpace, { times, stay }: PlannedDate, day: Day): SeriesAlternative[] {
  const { opening, now } = day
  if (!opening) return []
  const taken = duringOf(space, day.taken, opening)
  const spans = nearestTimes(stay ?? asIfShown(times, space.time_zone), {
    opening,
    timeZone: space.time_zone,
    units: space.units.length,
    taken,
    notBefore: now.getTime(),
  })
  return spans.slice(0, MOST_TIMES).map((span) => ({
    ...describeStay(space, span),
    due: withTax(priceOfStay(space, span), space.tax_percent),
  }))
}

function otherSpaces(
  others: KnownSpace[],
  { times, stay }: PlannedDate,
  taken: TakenUnit[],
  now: Date,
): SeriesAlternative[] {
  if (!stay) return []
  const free = others.flatMap((other) => {
    const planned = findStay(other, times, now)
    if (!planned || countFree(other.units.length, duringOf(other, taken, planned), planned) < 1) return []
    const due = withTax(planned.total_price, other.tax_percent)
    return [{ ...describeStay(other, planned), due }]
  })
  return free.slice(0, MOST_SPACES)
}

/** A new stay needs cleaning before the next one begins, so each span starts earlier by that. */
function duringOf(
  { units, cleaning_buffer_minutes }: KnownSpace,
  taken: TakenUnit[],
  span: Span,
): TakenUnit[] {
  const cleaning_ms = cleaning_buffer_minutes * MINUTE
  return taken
    .filter((one) => units.includes(one.unit_id) && one.from < span.to + cleaning_ms && span.from < one.to)
    .map((one) => ({ ...one, from: one.from - cleaning_ms }))
}

/** Where the clocks skip a time: as long as on other days, from where it would have begun. */
function asIfShown({ date, start = '00:00', end = '00:00', end_date = date }: Times, timeZone: string): Span {
  const from = momentAt(date, start, timeZone)
  return { from, to: from + Date.parse(`${end_date}T${end}Z`) - Date.parse(`${date}T${start}Z`) }
}
