import type { SpaceType } from '@keyhour/contract/offices'
import { and, eq, gte, inArray, isNull, lte, type SQL, sql } from 'drizzle-orm'
import { tellOfficeChanged } from '#server/db/changes.ts'
import type { Db } from '#server/db/connection.ts'
import { closures, offices, subOffices, units } from '#server/db/schema/offices.ts'
import { occupancy } from '#server/db/schema/orders.ts'
import { users } from '#server/db/schema/users.ts'
import type { CancelPolicy, Rates } from '#server/features/orders/rules.ts'
import { type Hours, MINUTE, type Span } from '#server/time/opening-hours.ts'

/** A space, or with `sub_office_id` null a whole office. */
export type Place = { office_id: number; sub_office_id: number | null }

/** Everything about a space that decides whether and for how much it can be booked. */
export type Space = Place &
  Hours &
  Rates &
  CancelPolicy & {
    name: string
    office_name: string
    type: SpaceType
    capacity: number
    currency: 'USD' | 'EUR' | 'ILS' | 'GBP'
    cleaning_buffer_minutes: number
    hidden: boolean
    coming_soon: boolean
    temporarily_closed: boolean
  }

export const ofOffice = {
  office_id: offices.id,
  office_name: offices.name,
  time_zone: offices.time_zone,
  open_hours: offices.open_hours,
  close_hours: offices.close_hours,
  currency: offices.currency,
  cleaning_buffer_minutes: offices.cleaning_buffer_minutes,
  hidden: offices.hidden,
  coming_soon: offices.coming_soon,
  temporarily_closed: offices.temporarily_closed,
  free_cancel_hours: offices.free_cancel_hours,
  free_cancel_minutes_after_booking: offices.free_cancel_minutes_after_booking,
  late_cancel_refund_percent: offices.late_cancel_refund_percent,
}

export const ratesIn = (table: typeof offices | typeof subOffices) => ({
  rent_type: table.rent_type,
  price_per_hour: table.price_per_hour,
  price_per_day: table.price_per_day,
  price_per_week: table.price_per_week,
  price_per_month: table.price_per_month,
})

export const ofSubOffice = {
  sub_office_id: subOffices.id,
  name: subOffices.name,
  type: subOffices.type,
  capacity: subOffices.capacity,
}

/** Undefined when it is not there, or when an office with sub-offices is asked for as a whole. */
export async function findSpace(db: Db, place: Place): Promise<Space | undefined> {
  return place.sub_office_id === null
    ? findWholeOffice(db, place.office_id)
    : findSubOffice(db, place.office_id, place.sub_office_id)
}

async function findSubOffice(db: Db, officeId: number, subOfficeId: number): Promise<Space | undefined> {
  const [space] = await db
    .select({
      ...ofOffice,
      ...ratesIn(subOffices),
      ...ofSubOffice,
    })
    .from(subOffices)
    .innerJoin(offices, eq(offices.id, subOffices.office_id))
    .where(
      and(
        eq(subOffices.office_id, officeId),
        eq(subOffices.id, subOfficeId),
        isNull(subOffices.deleted_at),
        isNull(offices.deleted_at),
      ),
    )
  return space
}

async function findWholeOffice(db: Db, officeId: number): Promise<Space | undefined> {
  const [office] = await db
    .select({ ...ofOffice, ...ratesIn(offices), name: offices.name, capacity: offices.capacity })
    .from(offices)
    .where(
      and(
        eq(offices.id, officeId),
        isNull(offices.deleted_at),
        sql`not exists (select from ${subOffices} where ${subOffices.office_id} = ${offices.id} and ${subOffices.deleted_at} is null)`,
      ),
    )
  return office && { ...office, sub_office_id: null, type: 'office', capacity: office.capacity ?? 1 }
}

/** Whoever books in the same space waits here, so that nobody finds out late. */
export async function lockPlace(db: Db, { office_id, sub_office_id }: Place): Promise<void> {
  const locked =
    sub_office_id === null
      ? db.select({ id: offices.id }).from(offices).where(eq(offices.id, office_id))
      : db
          .select({ id: subOffices.id })
          .from(subOffices)
          .where(and(eq(subOffices.office_id, office_id), eq(subOffices.id, sub_office_id)))
  await locked.for('no key update')
}

/** The same for a space, or an office with all its spaces. Always in this order, so that nobody waits in a circle. */
export async function lockPlaces(db: Db, place: Place): Promise<void> {
  await lockPlace(db, place)
  if (place.sub_office_id !== null) return
  await db
    .select({ id: subOffices.id })
    .from(subOffices)
    .where(eq(subOffices.office_id, place.office_id))
    .orderBy(subOffices.id)
    .for('no key update')
}

const range = ({ from, to }: Span): SQL =>
  sql`tstzrange(${new Date(from).toISOString()}::timestamptz, ${new Date(to).toISOString()}::timestamptz)`

const rangeText = ({ from, to }: Span): string =>
  `[${new Date(from).toISOString()},${new Date(to).toISOString()})`

const unitsOf = ({ office_id, sub_office_id }: Place): SQL | undefined =>
  and(
    eq(units.office_id, office_id),
    sub_office_id === null ? isNull(units.sub_office_id) : eq(units.sub_office_id, sub_office_id),
    isNull(units.retired_at),
  )

/** Of a space, or of an office with all its spaces. */
const allUnitsOf = ({ office_id, sub_office_id }: Place): SQL | undefined =>
  and(
    eq(units.office_id, office_id),
    sub_office_id === null ? undefined : eq(units.sub_office_id, sub_office_id),
    isNull(units.retired_at),
  )

/** How many orders take something there during this time. */
export async function countOrdersDuring(db: Db, place: Place, span: Span): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(distinct ${occupancy.order_id})::integer` })
    .from(occupancy)
    .innerJoin(units, and(eq(units.office_id, occupancy.office_id), eq(units.id, occupancy.unit_id)))
    .where(and(allUnitsOf(place), sql`${occupancy.during} && ${range(span)}`))
  return row!.count
}

/** Whoever was still making up their mind gives way. */
export const deleteHoldsDuring = (db: Db, place: Place, span: Span): Promise<void> =>
  deleteHoldsOn(db, place.office_id, allUnitsOf(place), sql`${occupancy.during} && ${range(span)}`)

/** Holds that have run out, and all of the caller's own: they stand in nobody's way. */
export const deleteSpentHolds = (db: Db, place: Place, userId: number, now: Date): Promise<void> =>
  deleteHoldsOn(
    db,
    place.office_id,
    unitsOf(place),
    sql`(${occupancy.held_by} = ${userId} or ${lte(occupancy.held_until, now.toISOString())})`,
  )

/** For whoever has locked the place, and tells of its change. */
async function deleteHoldsOn(db: Db, officeId: number, which: SQL | undefined, holds: SQL): Promise<void> {
  const there = db.select({ id: units.id }).from(units).where(which)
  await db
    .delete(occupancy)
    .where(
      and(
        eq(occupancy.office_id, officeId),
        inArray(occupancy.unit_id, there),
        eq(occupancy.cause, 'hold'),
        holds,
      ),
    )
}

/** Takes every unit there for as much of this time as nothing takes it yet. */
export async function takeRest(db: Db, place: Place, span: Span, closureId: number): Promise<void> {
  await db.execute(sql`
    insert into ${occupancy} (office_id, unit_id, during, cause, closure_id)
    select ${units.office_id}, ${units.id}, part, 'closure', ${closureId}::bigint
    from ${units} cross join lateral unnest(tstzmultirange(${range(span)}) - coalesce((
      select range_agg(${occupancy.during}) from ${occupancy} where ${occupancy.office_id} = ${units.office_id}
        and ${occupancy.unit_id} = ${units.id} and ${occupancy.during} && ${range(span)}), '{}')) part
    where ${allUnitsOf(place)}`)
}

/** A unit that nothing takes during this time: the one that is `kept` when it may be, else the lowest number. */
export async function findFreeUnit(
  db: Db,
  place: Place,
  span: Span,
  kept: number | undefined,
): Promise<number | undefined> {
  const [free] = await db
    .select({ id: units.id })
    .from(units)
    .where(
      and(
        unitsOf(place),
        sql`not exists (select from ${occupancy} where ${occupancy.office_id} = ${units.office_id}
          and ${occupancy.unit_id} = ${units.id} and ${occupancy.during} && ${range(span)})`,
      ),
    )
    .orderBy(sql`${units.id} <> ${kept ?? 0}`, units.number)
    .limit(1)
  return free?.id
}

export type Taken = { unit_id: number; from: number; to: number; cause: string }

/** Who looks at what is free, and which order of theirs they would move: neither it nor what they hold is in their way. */
export type Viewer = { now: Date; userId?: number | undefined; orderId?: number | undefined }

/**
 * What takes the units of a space during this time. Whoever comes before it leaves time to clean, so each begins so much
 * earlier. Holds that have run out take nothing.
 */
export async function listTaken(
  db: Db,
  space: Space,
  { from, to }: Span,
  { now, userId = 0, orderId = 0 }: Viewer,
): Promise<Taken[]> {
  const cleaning_ms = space.cleaning_buffer_minutes * MINUTE
  const rows = await db
    .select({
      unit_id: occupancy.unit_id,
      from: sql<string>`lower(${occupancy.during})`,
      to: sql<string>`upper(${occupancy.during})`,
      cause: occupancy.cause,
    })
    .from(occupancy)
    .innerJoin(units, and(eq(units.office_id, occupancy.office_id), eq(units.id, occupancy.unit_id)))
    .where(
      and(
        unitsOf(space),
        sql`${occupancy.during} && ${range({ from, to: to + cleaning_ms })}`,
        isInTheWay({ now, userId }),
        sql`${occupancy.order_id} is distinct from ${orderId}`,
      ),
    )
  return rows.map(({ from, to, ...row }) => ({
    ...row,
    from: Date.parse(from) - cleaning_ms,
    to: Date.parse(to),
  }))
}

export const isInTheWay = ({ now, userId = 0 }: Viewer): SQL =>
  sql`(${occupancy.held_until} is null
    or (${occupancy.held_until} > ${now.toISOString()} and ${occupancy.held_by} <> ${userId}))`

export const countUnits = (db: Db, place: Place): Promise<number> => db.$count(units, unitsOf(place))

/** Why a space is closed during this time, in the words of whoever closed it. */
export async function findClosure(db: Db, { office_id, sub_office_id }: Place, span: Span) {
  const [closure] = await db
    .select({ reason: closures.reason })
    .from(closures)
    .where(
      and(
        eq(closures.office_id, office_id),
        sub_office_id === null
          ? isNull(closures.sub_office_id)
          : sql`(${closures.sub_office_id} is null or ${closures.sub_office_id} = ${sub_office_id})`,
        sql`${closures.during} && ${range(span)}`,
      ),
    )
    .limit(1)
  return closure
}

/** Whoever asks twice at once still holds one stay. */
export async function lockHolder(db: Db, userId: number): Promise<void> {
  await db.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')
}

export async function deleteHoldsOf(db: Db, userId: number): Promise<void> {
  await endHolds(db, eq(occupancy.held_by, userId))
}

export async function deleteHoldsUntil(db: Db, now: Date): Promise<void> {
  await endHolds(db, lte(occupancy.held_until, now.toISOString()))
}

/** What somebody else is just ending is left to them. */
async function endHolds(db: Db, which: SQL): Promise<void> {
  const theirs = db
    .select({ office_id: occupancy.office_id, id: occupancy.id })
    .from(occupancy)
    .where(and(eq(occupancy.cause, 'hold'), which))
    .for('update', { skipLocked: true })
  const ended = await db
    .delete(occupancy)
    .where(sql`(${occupancy.office_id}, ${occupancy.id}) in ${theirs}`)
    .returning({ office_id: occupancy.office_id })
  for (const officeId of new Set(ended.map(({ office_id }) => office_id)))
    await tellOfficeChanged(db, officeId)
}

type Claim = Pick<
  typeof occupancy.$inferInsert,
  'cause' | 'order_id' | 'held_by' | 'held_until' | 'closure_id'
>

export async function insertOccupancy(
  db: Db,
  office_id: number,
  unit_id: number,
  claims: (Claim & { span: Span })[],
): Promise<void> {
  await db
    .insert(occupancy)
    .values(claims.map(({ span, ...claim }) => ({ ...claim, office_id, unit_id, during: rangeText(span) })))
}

const MOST_LOOKED_AT = 200
/** About 50 km, in degrees of latitude: further away is no help to whoever wanted to be here. */
const NEAR_DEGREES = 0.45

/**
 * Spaces of the same kind, at least as large, with a unit that is free during this time: the nearest first. Only the
 * nearest few hundred are looked at, so that it costs the same in a large city.
 */
export function listSimilarFreeSpaces(
  db: Db,
  space: Space,
  span: Span,
  { limit, ...viewer }: { limit: number } & Viewer,
): Promise<Space[]> {
  const here = db
    .select({ lat: offices.lat, lon: offices.lon })
    .from(offices)
    .where(eq(offices.id, space.office_id))
    .as('here')
  const distance = sql<number>`power(${offices.lat} - ${here.lat}, 2)
    + power((${offices.lon} - ${here.lon}) * cos(radians(${here.lat})), 2)`.as('distance')
  const nearest = db
    .select({
      office_id: subOffices.office_id,
      id: subOffices.id,
      price: subOffices.price_per_hour,
      distance,
    })
    .from(subOffices)
    .innerJoin(offices, eq(offices.id, subOffices.office_id))
    .innerJoin(here, sql`true`)
    .where(
      and(
        isOffered,
        eq(subOffices.type, space.type),
        eq(subOffices.rent_type, space.rent_type),
        gte(subOffices.capacity, space.type === 'open_space' ? 1 : space.capacity),
        sql`(${subOffices.office_id}, ${subOffices.id}) <> (${space.office_id}, ${space.sub_office_id ?? 0})`,
      ),
    )
    .orderBy(sql`distance`, subOffices.price_per_hour, subOffices.id)
    .limit(MOST_LOOKED_AT)
    .as('nearest')
  return db
    .select({ ...ofOffice, ...ratesIn(subOffices), ...ofSubOffice })
    .from(nearest)
    .innerJoin(subOffices, and(eq(subOffices.office_id, nearest.office_id), eq(subOffices.id, nearest.id)))
    .innerJoin(offices, eq(offices.id, nearest.office_id))
    .where(and(hasFreeUnit(span, viewer), lte(nearest.distance, NEAR_DEGREES ** 2)))
    .orderBy(nearest.distance, nearest.price, nearest.id)
    .limit(limit)
}

/** What everybody may find and book. */
const isOffered = and(
  isNull(subOffices.deleted_at),
  isNull(offices.deleted_at),
  eq(offices.hidden, false),
  eq(offices.hide_from_all_view, false),
  eq(offices.coming_soon, false),
  eq(offices.temporarily_closed, false),
)

/** Until the space is clean again. */
const rangeWithCleaning = ({ from, to }: Span): SQL =>
  sql`tstzrange(${new Date(from).toISOString()}::timestamptz, ${new Date(to).toISOString()}::timestamptz
    + ${offices.cleaning_buffer_minutes} * interval '1 minute')`

const hasFreeUnit = (span: Span, viewer: Viewer): SQL => sql`exists (
  select from ${units} where ${units.office_id} = ${subOffices.office_id} and ${units.sub_office_id} = ${subOffices.id}
    and ${units.retired_at} is null and not exists (
      select from ${occupancy} where ${occupancy.office_id} = ${units.office_id}
        and ${occupancy.unit_id} = ${units.id} and ${occupancy.during} && ${rangeWithCleaning(span)}
        and ${isInTheWay(viewer)}))`

export async function findCancelPolicy(db: Db, officeId: number): Promise<CancelPolicy> {
  const { free_cancel_hours, free_cancel_minutes_after_booking, late_cancel_refund_percent } = offices
  const [policy] = await db
    .select({ free_cancel_hours, free_cancel_minutes_after_booking, late_cancel_refund_percent })
    .from(offices)
    .where(eq(offices.id, officeId))
  return policy!
}

export async function findHours(db: Db, officeId: number): Promise<Hours | undefined> {
  const { time_zone, open_hours, close_hours } = offices
  const [hours] = await db
    .select({ time_zone, open_hours, close_hours })
    .from(offices)
    .where(eq(offices.id, officeId))
  return hours
}

export async function findCleaningMinutes(db: Db, officeId: number): Promise<number> {
  const [office] = await db
    .select({ minutes: offices.cleaning_buffer_minutes })
    .from(offices)
    .where(eq(offices.id, officeId))
  return office!.minutes
}

export async function listUnits(db: Db, place: Place): Promise<number[]> {
  const rows = await db.select({ id: units.id }).from(units).where(unitsOf(place)).orderBy(units.number)
  return rows.map(({ id }) => id)
}
