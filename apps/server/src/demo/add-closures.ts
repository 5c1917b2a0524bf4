import { daysAfter, openingOn, wallClock } from '@keyhour/contract/office-clock'
import type { Db } from '#server/db/connection.ts'
import { closures } from '#server/db/schema/offices.ts'
import { occupancy } from '#server/db/schema/orders.ts'
import type { AddedOffice } from '#server/demo/add-offices.ts'
import type { People } from '#server/demo/add-people.ts'
import { insertAll, iso, rangeOf, reserveIds } from '#server/demo/rows.ts'
import { DAY, type Span } from '#server/time/opening-hours.ts'

export type Closed = { unitId: number; span: Span }

type Setting = { now: number; people: People }

type DemoClosure = { office: string; daysAhead: number; reason: string; space?: string }

const CLOSURES: DemoClosure[] = [
  { office: 'kreuzberg', daysAhead: 9, reason: 'Feiertag' },
  { office: 'torstrasse', daysAhead: 9, reason: 'Feiertag' },
  { office: 'talpiot', daysAhead: 6, reason: 'ערב חג' },
  {
    office: 'mamilla',
    daysAhead: 5,
    reason: 'The air conditioning is being replaced',
    space: 'Stone office',
  },
  { office: 'carmel', daysAhead: -21, reason: 'Storm warning' },
]

export async function addClosures(
  db: Db,
  places: AddedOffice[],
  { now, people }: Setting,
): Promise<Closed[]> {
  const ids = await reserveIds(db, closures, CLOSURES.length)
  const all = CLOSURES.map(({ office, daysAhead, reason, space: name }, at) => {
    const place = places.find((one) => one.office.key === office)!
    const span = openingOn(place.hours, daysAfter(wallClock(now, place.hours.time_zone).date, daysAhead))!
    const space = place.spaces.find((one) => name !== undefined && one.part?.name === name)
    return { id: ids[at]!, place, span, reason, space }
  })
  await insertAll(
    db,
    closures,
    all.map(({ id, place, span, reason, space }) => ({
      office_id: place.id,
      id,
      sub_office_id: space?.id ?? null,
      during: rangeOf(span.from, span.to),
      reason,
      created_by: people.of(place.office.manager).id,
      created_at: iso(Math.min(now, span.from) - 4 * DAY),
    })),
  )
  const closed = all.flatMap(({ id, place, span, space }) =>
    (space ? [space] : place.spaces).flatMap(({ unitIds }) =>
      unitIds.map((unitId) => ({ unitId, span, office_id: place.id, closure_id: id })),
    ),
  )
  await insertAll(
    db,
    occupancy,
    closed.map(({ unitId, span, office_id, closure_id }) => {
      return {
        office_id,
        unit_id: unitId,
        closure_id,
        cause: 'closure' as const,
        during: rangeOf(span.from, span.to),
      }
    }),
  )
  return closed
}
