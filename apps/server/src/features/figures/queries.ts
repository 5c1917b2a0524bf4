import type { Hours } from '@keyhour/contract/office-clock'
import type { Currency } from '@keyhour/contract/primitives'
import { asc, eq, type SQL, sql } from 'drizzle-orm'
import { isOneOf } from '#server/db/conditions.ts'
import type { Db } from '#server/db/connection.ts'
import { insightSpaces } from '#server/db/schema/insight.ts'
import { closures, offices, subOffices } from '#server/db/schema/offices.ts'
import { HOURS, partsOf, placesDuring } from '#server/features/insight/queries.ts'
import type { DayRange } from '#server/features/insight/rules.ts'
import type { Span } from '#server/time/opening-hours.ts'

/** One month of one space in one currency. */
export type SpaceSum = {
  office_id: number
  sub_office_id: number | null
  /** Index of the month. */
  period: number
  currency: Currency
  orders: number
  no_shows: number
  revenue: number
  net: number
  booked_ms: number
  due_ms: number
  there_ms: number
}

export type Scope = DayRange & {
  officeIds: number[]
  /** The first day of each month. */
  starts: number[]
  today: number
  now: Date
}

const TOTALS = ['orders', 'no_shows', 'revenue', 'net', 'booked_ms', 'due_ms', 'there_ms'] as const
const added = sql.raw(TOTALS.map((total) => `sum(${total})::float8 as ${total}`).join(', '))

const bySpace = (source: SQL, { starts }: Scope): SQL => sql`
  select office_id::float8, sub_office_id::float8, width_bucket(day, ${sql.param(starts)}::integer[]) - 1 as period,
    currency, ${added}
  from (${source}) as counted group by 1, 2, 3, 4`

/** Stored sums of the days that have not changed. */
export async function listKeptSpaceSums(db: Db, scope: Scope, changed: number[]): Promise<SpaceSum[]> {
  const { officeIds, first, last, today } = scope
  const { rows } = await db.execute<SpaceSum>(
    bySpace(
      sql`select *, case when day < ${today}::integer then booked_ms else 0 end as due_ms from ${insightSpaces}
        where ${isOneOf(insightSpaces.office_id, officeIds)} and day between ${first} and ${last}
          and day <> all(${sql.param(changed)}::integer[])`,
      scope,
    ),
  )
  return rows
}

/** Counts the orders of consecutive days. */
export async function countSpaceSums(db: Db, scope: Scope, days: DayRange): Promise<SpaceSum[]> {
  const { rows } = await db.execute<SpaceSum>(bySpace(partsOf({ ...scope, type: undefined }, days), scope))
  return rows
}

/** Units of one space with the same hours that could be booked during the same time. */
export type OpenSpace = Span & Hours & { office_id: number; sub_office_id: number | null; units: number }

const inMs = (moment: SQL): SQL => sql`(extract(epoch from ${moment}) * 1000)::float8`

const groupedPlaces = (officeIds: number[], span: Span): SQL => sql`
  select office_id, sub_office_id, ${HOURS}, opened, closed, count(*)::integer as units
  from (${placesDuring({ officeIds, type: undefined }, span)}) as unit where opened < closed
  group by 1, 2, 3, 4, 5, 6, 7, 8, 9`

export async function listOpenSpaces(db: Db, officeIds: number[], span: Span): Promise<OpenSpace[]> {
  const { rows } = await db.execute<OpenSpace>(sql`
    select office_id::float8, sub_office_id::float8, ${HOURS},
      ${inMs(sql`opened`)} as "from", ${inMs(sql`closed`)} as "to", units
    from (${groupedPlaces(officeIds, span)}) as place`)
  return rows
}

/** Overlapping closures count once. */
export async function listClosedSpaces(db: Db, officeIds: number[], span: Span): Promise<OpenSpace[]> {
  const { rows } = await db.execute<OpenSpace>(sql`
    select office_id::float8, sub_office_id::float8, ${HOURS},
      ${inMs(sql`lower(part)`)} as "from", ${inMs(sql`upper(part)`)} as "to", units
    from (
      select place.office_id, place.sub_office_id, ${HOURS}, units,
        unnest(range_agg(${closures.during} * tstzrange(opened, closed))) as part
      from (${groupedPlaces(officeIds, span)}) as place
      join ${closures} on ${closures.office_id} = place.office_id
        and (${closures.sub_office_id} is null or ${closures.sub_office_id} = place.sub_office_id)
        and ${closures.during} && tstzrange(opened, closed)
      group by place.office_id, place.sub_office_id, ${HOURS}, opened, closed, units
    ) as closed_part`)
  return rows
}

/** The spaces of some offices, and each office as a whole. */
export async function listSpaces(db: Db, officeIds: number[]) {
  const office = {
    office_id: offices.id,
    office_name: offices.name,
    office_name_he: offices.name_he,
  }
  const rows = await db
    .select({
      ...office,
      sub_office_id: subOffices.id,
      space_name: subOffices.name,
      space_name_he: subOffices.name_he,
    })
    .from(subOffices)
    .innerJoin(offices, eq(offices.id, subOffices.office_id))
    .where(isOneOf(subOffices.office_id, officeIds))
    .orderBy(asc(sql`lower(${subOffices.name})`), asc(subOffices.id))
  const whole = await db
    .select(office)
    .from(offices)
    .where(isOneOf(offices.id, officeIds))
    .orderBy(asc(sql`lower(${offices.name})`), asc(offices.id))
  return whole.flatMap((one) => [
    { ...one, sub_office_id: null, space_name: null, space_name_he: null },
    ...rows.filter(({ office_id }) => office_id === one.office_id),
  ])
}
