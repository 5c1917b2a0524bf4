import {
  ARRIVALS_LISTED,
  type OwnerOffice,
  type OwnerSpace,
  PHONE_MINUTES_BEFORE,
} from '@keyhour/contract/owners'
import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { isOneOf } from '#server/db/conditions.ts'
import type { Db } from '#server/db/connection.ts'
import { officeMembers, offices, subOffices, units } from '#server/db/schema/offices.ts'
import { hasBegunAt, orders } from '#server/db/schema/orders.ts'
import { profiles, users } from '#server/db/schema/users.ts'
import { runText } from '#server/db/statement.ts'
import { hasNoSubOffices, ratesIn } from '#server/features/availability/space-queries.ts'
import type { TakenTime } from '#server/features/owners/rules.ts'
import type { Span } from '#server/time/opening-hours.ts'

/** A deleted office has no owners. */
export async function isOfficeOwner(db: Db, officeId: number, userId: number): Promise<boolean> {
  return (await listOwnedOffices(db, userId)).includes(officeId)
}

export async function listOwnedOffices(db: Db, userId: number): Promise<number[]> {
  const rows = await db
    .select({ id: offices.id })
    .from(officeMembers)
    .innerJoin(offices, eq(offices.id, officeMembers.office_id))
    .where(
      and(eq(officeMembers.user_id, userId), eq(officeMembers.role, 'owner'), isNull(offices.deleted_at)),
    )
    .orderBy(asc(offices.id))
  return rows.map(({ id }) => id)
}

type OfficeFacts = Omit<OwnerOffice, 'spaces' | 'arrivals' | 'changes_at'>

/** By name. */
export const listOfficeFacts = (db: Db, ids: number[]): Promise<OfficeFacts[]> =>
  db
    .select({
      id: offices.id,
      name: offices.name,
      name_he: offices.name_he,
      address: offices.address,
      address_he: offices.address_he,
      time_zone: offices.time_zone,
      currency: offices.currency,
      open_hours: offices.open_hours,
      close_hours: offices.close_hours,
      week_hours: offices.week_hours,
      holidays: offices.holidays,
      hidden: offices.hidden,
      coming_soon: offices.coming_soon,
      temporarily_closed: offices.temporarily_closed,
      version: offices.version,
    })
    .from(offices)
    .where(and(isOneOf(offices.id, ids), isNull(offices.deleted_at)))
    .orderBy(asc(offices.name), asc(offices.id))

const unitsOfSpace = sql<number>`(select count(*)::int from ${units} where ${units.office_id} = ${offices.id}
  and ${units.sub_office_id} = ${subOffices.id} and ${units.retired_at} is null)`

const isWholeUnit = and(
  eq(units.office_id, offices.id),
  isNull(units.sub_office_id),
  isNull(units.retired_at),
)

type SpaceFacts = Omit<OwnerSpace, 'units_taken' | 'today'> & { office_id: number }

/** By name; an office without sub-offices is a space itself. */
export async function listSpaceFacts(db: Db, officeIds: number[]): Promise<SpaceFacts[]> {
  const parts = await db
    .select({
      office_id: subOffices.office_id,
      sub_office_id: subOffices.id,
      name: subOffices.name,
      name_he: subOffices.name_he,
      type: subOffices.type,
      units: unitsOfSpace,
      version: subOffices.version,
      ...ratesIn(subOffices),
    })
    .from(subOffices)
    .innerJoin(offices, eq(offices.id, subOffices.office_id))
    .where(and(isOneOf(subOffices.office_id, officeIds), isNull(subOffices.deleted_at)))
    .orderBy(asc(subOffices.name), asc(subOffices.id))
  const whole = await db
    .select({
      office_id: offices.id,
      name: offices.name,
      name_he: offices.name_he,
      units: sql<number>`case when ${units.id} is null then 0 else 1 end`,
      version: offices.version,
      ...ratesIn(offices),
    })
    .from(offices)
    .leftJoin(units, isWholeUnit)
    .where(and(isOneOf(offices.id, officeIds), hasNoSubOffices))
  return [...parts, ...whole.map((office) => ({ ...office, sub_office_id: null, type: 'office' as const }))]
}

/** The next orders of each office that have not begun. */
export const listArrivals = (db: Db, officeIds: number[], now: Date) => {
  const next = db
    .select({
      id: orders.id,
      start: orders.start,
      sub_office_id: orders.sub_office_id,
      user_id: orders.user_id,
      pay_until: orders.pay_until,
    })
    .from(orders)
    .where(
      and(
        eq(orders.office_id, offices.id),
        sql`${orders.start} > ${now.toISOString()}::timestamptz`,
        sql`not ${hasBegunAt(now)}`,
        isNull(orders.cancelled_at),
        isNull(orders.checked_out_at),
      ),
    )
    .orderBy(asc(orders.start), asc(orders.id))
    .limit(ARRIVALS_LISTED)
    .as('next')
  return db
    .select({
      office_id: offices.id,
      order_id: next.id,
      start: next.start,
      sub_office_id: next.sub_office_id,
      pay_until: next.pay_until,
      name: users.name,
      phone: profiles.phone,
      purged_at: users.purged_at,
    })
    .from(offices)
    .innerJoinLateral(next, sql`true`)
    .innerJoin(users, eq(users.id, next.user_id))
    .leftJoin(profiles, eq(profiles.user_id, users.id))
    .where(inArray(offices.id, officeIds))
    .orderBy(asc(next.start), asc(next.id))
}

/** When something changes next without anybody doing anything: visits start and end, and phone numbers may be shown. */
export const listNextMoments = (
  db: Db,
  officeIds: number[],
  { now, until }: { now: Date; until: Date },
): Promise<{ office_id: number; moment: string }[]> =>
  runText(
    db,
    `select office_id::int, min(moment) as moment
    from orders cross join lateral (values (start - $4::interval), (start), ("end")) as moments (moment)
    where office_id = any($1::bigint[]) and cancelled_at is null and checked_out_at is null
      and tstzrange(start, "end") && tstzrange($2::timestamptz, $3::timestamptz + $4::interval)
      and moment > $2::timestamptz
    group by 1`,
    [officeIds, now.toISOString(), until.toISOString(), `${PHONE_MINUTES_BEFORE} minutes`],
  )

/** One opening of one office. `at` tells the openings of a question apart. */
type Opening = Span & { office_id: number; at: number }
type OpeningUse = TakenTime & { at: number; sub_office_id: number | null; units_taken: number }

/**
 * Reads only what lies within the openings: `offset 0` makes PostgreSQL look up each of them. `units_taken` is by orders
 * at this moment.
 */
export function sumOpenings(db: Db, openings: Opening[], now: Date): Promise<OpeningUse[]> {
  return runText<OpeningUse>(
    db,
    `select opening.at, units.sub_office_id::int,
      coalesce(sum(part.ms) filter (where taken.cause in ('order', 'calendar')), 0)::float8 as booked_ms,
      coalesce(sum(part.ms) filter (where taken.cause = 'closure'), 0)::float8 as closed_ms,
      count(distinct taken.order_id) filter (where taken.cause = 'order')::int as orders,
      count(*) filter (where taken.cause = 'order' and taken.during @> $5::timestamptz)::int as units_taken
    from unnest($1::bigint[], $2::int[], $3::timestamptz[], $4::timestamptz[]) as opening (office_id, at, "from", "to")
    cross join lateral (select * from occupancy where occupancy.office_id = opening.office_id
      and occupancy.during && tstzrange(opening."from", opening."to") and cause <> 'hold' offset 0) taken
    join units on units.office_id = taken.office_id and units.id = taken.unit_id and units.retired_at is null
    cross join lateral (select round(extract(epoch from
      least(upper(taken.during), opening."to") - greatest(lower(taken.during), opening."from")) * 1000) as ms) part
    group by 1, 2`,
    [
      openings.map(({ office_id }) => office_id),
      openings.map(({ at }) => at),
      openings.map(({ from }) => new Date(from).toISOString()),
      openings.map(({ to }) => new Date(to).toISOString()),
      now.toISOString(),
    ],
  )
}
