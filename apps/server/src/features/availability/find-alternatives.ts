import type { Alternative } from '@keyhour/contract/availability'
import {
  daysAfter,
  daysBetween,
  officeDayAt,
  openingOn,
  wallClock,
  wallClockAtEnd,
} from '@keyhour/contract/office-clock'
import { countUnits, listTaken, type Viewer } from '#server/features/availability/occupancy-queries.ts'
import { findStay, latestDay, type Stay } from '#server/features/availability/plan-stay.ts'
import { countFree, nearestTimes } from '#server/features/availability/rules.ts'
import { listSimilarFreeSpaces, type Space } from '#server/features/availability/space-queries.ts'
import type { Deps } from '#server/http/routes.ts'
import { openingAt, type Span } from '#server/time/opening-hours.ts'

const MOST_TIMES = 3
const MOST_SPACES = 3
const DAYS_LOOKED_AT = 21

export type TakenStay = {
  space: Space
  stay: Stay
  userId: number
  moved?: { id: number; start: string; end: string | null }
}

export async function findAlternatives(
  deps: Deps,
  { space, stay, userId, moved }: TakenStay,
): Promise<Alternative[]> {
  const viewer = { now: deps.now(), userId, orderId: moved?.id }
  const findTimes = space.rent_type === 'day' ? otherDays : otherTimes
  const times = (await findTimes(deps, space, stay, viewer)).filter(
    ({ from, to }) => from !== Date.parse(moved?.start ?? '') || to !== Date.parse(moved?.end ?? ''),
  )
  const spaces = await listSimilarFreeSpaces(deps.db, space, stay, { limit: MOST_SPACES * 4, ...viewer })
  // The other office has its own opening hours and maybe another time zone.
  const bookable = spaces.filter((other) => {
    const planned = findStay(other, timesOf(other, stay), deps.now())
    return planned && (space.rent_type === 'day' || (planned.from === stay.from && planned.to === stay.to))
  })
  return [
    ...times.slice(0, MOST_TIMES).map((span) => describeStay(space, span)),
    ...bookable.slice(0, MOST_SPACES).map((other) => describeStay(other, stay)),
  ]
}

async function otherTimes({ db }: Deps, space: Space, stay: Span, viewer: Viewer): Promise<Span[]> {
  const opening = openingAt(space, stay.from)
  if (!opening) return []
  const [units, taken] = [await countUnits(db, space), await listTaken(db, space, opening, viewer)]
  const notBefore = viewer.now.getTime()
  return nearestTimes(stay, { opening, timeZone: space.time_zone, units, taken, notBefore })
}

async function otherDays({ db }: Deps, space: Space, stay: Span, viewer: Viewer): Promise<Span[]> {
  const first = wallClock(stay.from, space.time_zone).date
  const nights = daysBetween(first, officeDayAt(space, stay.to - 1))
  const latest = latestDay(space, viewer.now.getTime())
  const dates = Array.from({ length: DAYS_LOOKED_AT }, (_, at) => daysAfter(first, at + 1)).filter(
    (date) => daysAfter(date, nights) <= latest,
  )
  const spans = dates.flatMap((date) => {
    const [begin, end] = [openingOn(space, date), openingOn(space, daysAfter(date, nights))]
    return begin && end ? [{ from: begin.from, to: end.to }] : []
  })
  if (spans.length === 0) return []
  const all = { from: spans[0]!.from, to: spans.at(-1)!.to }
  const [units, taken] = [await countUnits(db, space), await listTaken(db, space, all, viewer)]
  return spans.filter((span) => countFree(units, taken, span) > 0)
}

export function describeStay(space: Space, span: Span): Alternative {
  const { office_id, sub_office_id, name, name_he, office_name, office_name_he } = space
  return { office_id, sub_office_id, name, name_he, office_name, office_name_he, ...timesOf(space, span) }
}

/** The dates and times that one would ask for at that office to get this span. */
export function timesOf(space: Space, { from, to }: Span) {
  const { rent_type, time_zone } = space
  const [start, end] = [wallClock(from, time_zone), wallClockAtEnd(to, time_zone)]
  const lastDate = rent_type === 'day' ? officeDayAt(space, to - 1) : end.date
  return {
    date: start.date,
    ...(rent_type === 'hour' && { start: start.time, end: end.time }),
    ...(lastDate !== start.date && { end_date: lastDate }),
  }
}
