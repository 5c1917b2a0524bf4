import type { SpaceRef } from '@keyhour/contract/offices'
import { and, asc, type Column, eq, isNull, or, sql } from 'drizzle-orm'
import { containing } from '#server/db/conditions.ts'
import type { Db } from '#server/db/connection.ts'
import { offices, subOffices, units } from '#server/db/schema/offices.ts'
import { occupancy } from '#server/db/schema/orders.ts'
import { isInTheWay, type Viewer } from '#server/features/availability/occupancy-queries.ts'
import {
  asWhole,
  hasNoSubOffices,
  isOpenOffice,
  ofOffice,
  ofSubOffice,
  ratesIn,
  type Space,
  wholeOffice,
} from '#server/features/availability/space-queries.ts'
import { MINUTE, type Span } from '#server/time/opening-hours.ts'

export type Candidate = Space & { address: string; address_he: string | null; distance_km: number }

/** More than an admin reads through. For a space further away they search by name. */
const MOST_LOOKED_AT = 300

type CandidateFilter = {
  /** The current space. */
  place: SpaceRef
  /** Matches the name of the space, or the name or address of its office. */
  q: string
  isInsideOnly: boolean
}

/** Other spaces on offer, free or not: those of the same office first, then the nearest. */
export async function listCandidates(
  db: Db,
  { place, q, isInsideOnly }: CandidateFilter,
): Promise<Candidate[]> {
  const here = db
    .select({ lat: offices.lat, lon: offices.lon })
    .from(offices)
    .where(eq(offices.id, place.office_id))
    .as('here')
  const distance_km = sql<number>`6371 * acos(least(1, greatest(-1,
    sin(radians(${offices.lat})) * sin(radians(${here.lat}))
    + cos(radians(${offices.lat})) * cos(radians(${here.lat})) * cos(radians(${offices.lon} - ${here.lon})))))`
  const part = containing(q)
  const ofItsOffice = [offices.name, offices.name_he, offices.address, offices.address_he]
  const isMeant = (...names: Column[]) =>
    q === '' ? undefined : or(...names.map((name) => sql`${name} ilike ${part}`))
  const inside = isInsideOnly ? eq(offices.id, place.office_id) : undefined
  const where = {
    address: offices.address,
    address_he: offices.address_he,
    distance_km: distance_km.as('distance_km'),
  }
  const isElsewhere = sql`${offices.id} <> ${place.office_id}`

  const parts = await db
    .select({ ...ofOffice, ...ratesIn(subOffices), ...ofSubOffice, ...where })
    .from(subOffices)
    .innerJoin(offices, eq(offices.id, subOffices.office_id))
    .innerJoin(here, sql`true`)
    .where(
      and(
        isNull(subOffices.deleted_at),
        isOpenOffice,
        inside,
        sql`(${offices.id}, ${subOffices.id}) <> (${place.office_id}, ${place.sub_office_id ?? 0})`,
        isMeant(subOffices.name, subOffices.name_he, ...ofItsOffice),
      ),
    )
    .orderBy(isElsewhere, sql`distance_km`, asc(subOffices.id))
    .limit(MOST_LOOKED_AT)
  const wholes = await db
    .select({ ...ofOffice, ...ratesIn(offices), ...wholeOffice, ...where })
    .from(offices)
    .innerJoin(here, sql`true`)
    .where(and(isOpenOffice, inside, isElsewhere, hasNoSubOffices, isMeant(...ofItsOffice)))
    .orderBy(sql`distance_km`, asc(offices.id))
    .limit(MOST_LOOKED_AT)
  return [...parts, ...wholes.map(asWhole)]
}

/** Those with a unit that is free for the stay and the cleaning after it. */
export async function listFree<T extends { space: Space; span: Span }>(
  db: Db,
  wanted: T[],
  viewer: Viewer,
): Promise<T[]> {
  const spans = wanted.map(({ space, span }, at) => ({
    at,
    office_id: space.office_id,
    sub_office_id: space.sub_office_id,
    starts_at: new Date(span.from).toISOString(),
    ends_at: new Date(span.to + space.cleaning_buffer_minutes * MINUTE).toISOString(),
  }))
  const { rows } = await db.execute<{ at: number }>(sql`
    select at from jsonb_to_recordset(${JSON.stringify(spans)}::jsonb)
      as wanted (at integer, office_id bigint, sub_office_id bigint, starts_at timestamptz, ends_at timestamptz)
    where exists (
      select from ${units} where ${units.office_id} = wanted.office_id
        and ${units.sub_office_id} is not distinct from wanted.sub_office_id and ${units.retired_at} is null
        and not exists (
          select from ${occupancy} where ${occupancy.office_id} = ${units.office_id}
            and ${occupancy.unit_id} = ${units.id}
            and ${occupancy.during} && tstzrange(wanted.starts_at, wanted.ends_at) and ${isInTheWay(viewer)}))`)
  const free = new Set(rows.map(({ at }) => at))
  return wanted.filter((_, at) => free.has(at))
}
