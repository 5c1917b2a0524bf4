import type { NoShowPolicy } from '@keyhour/contract/no-shows'
import type { Hours } from '@keyhour/contract/office-clock'
import type { SpaceRef, SpaceType } from '@keyhour/contract/offices'
import type { Currency } from '@keyhour/contract/primitives'
import { and, eq, gte, isNull, lte, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connection.ts'
import { officeChanges, offices, subOffices, units } from '#server/db/schema/offices.ts'
import { occupancy, orders } from '#server/db/schema/orders.ts'
import { statement } from '#server/db/statement.ts'
import { isInTheWay, type Viewer } from '#server/features/availability/occupancy-queries.ts'
import type { CancelPolicy, Rates } from '#server/features/availability/rules.ts'
import type { Span } from '#server/time/opening-hours.ts'

/** What decides whether a space can be booked, and for how much. */
export type Space = SpaceRef &
  Hours &
  Rates &
  CancelPolicy &
  NoShowPolicy & {
    name: string
    office_name: string
    name_he: string | null
    office_name_he: string | null
    type: SpaceType
    capacity: number
    currency: Currency
    tax_percent: number
    unpaid_bookings_allowed: number
    cleaning_buffer_minutes: number
    hidden: boolean
    coming_soon: boolean
    temporarily_closed: boolean
  }

export const ofOffice = {
  office_id: offices.id,
  office_name: offices.name,
  office_name_he: offices.name_he,
  time_zone: offices.time_zone,
  open_hours: offices.open_hours,
  close_hours: offices.close_hours,
  week_hours: offices.week_hours,
  holidays: offices.holidays,
  currency: offices.currency,
  tax_percent: offices.tax_percent,
  unpaid_bookings_allowed: offices.unpaid_bookings_allowed,
  cleaning_buffer_minutes: offices.cleaning_buffer_minutes,
  hidden: offices.hidden,
  coming_soon: offices.coming_soon,
  temporarily_closed: offices.temporarily_closed,
  free_cancel_hours: offices.free_cancel_hours,
  free_cancel_minutes_after_booking: offices.free_cancel_minutes_after_booking,
  late_cancel_refund_percent: offices.late_cancel_refund_percent,
  no_show_minutes: offices.no_show_minutes,
  no_show_refund: offices.no_show_refund,
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
  name_he: subOffices.name_he,
  type: subOffices.type,
  capacity: subOffices.capacity,
}

export const wholeOffice = { name: offices.name, name_he: offices.name_he, capacity: offices.capacity }

/** A space with what mails say about its office, and the last transaction that changed the office. */
export type FoundSpace = Space & {
  address: string
  address_he: string | null
  lat: number
  lon: number
  changed_in: string | null
}

export const found = {
  ...ofOffice,
  address: offices.address,
  address_he: offices.address_he,
  lat: offices.lat,
  lon: offices.lon,
  changed_in: officeChanges.changed_in,
}

/** Undefined if the space does not exist, or if the office has sub-offices and so cannot be rented whole. */
export async function findSpace(
  db: Db,
  { office_id, sub_office_id }: SpaceRef,
): Promise<FoundSpace | undefined> {
  if (sub_office_id !== null) return (await readSubOffice(db, { office_id, sub_office_id }))[0]
  const [office] = await readWholeOffice(db, { office_id })
  return office && asWhole(office)
}

const readSubOffice = statement<{ office_id: number; sub_office_id: number }>()((db, value) =>
  db
    .select({ ...found, ...ratesIn(subOffices), ...ofSubOffice })
    .from(subOffices)
    .innerJoin(offices, eq(offices.id, subOffices.office_id))
    .leftJoin(officeChanges, eq(officeChanges.office_id, offices.id))
    .where(
      and(
        eq(subOffices.office_id, value('office_id')),
        eq(subOffices.id, value('sub_office_id')),
        isNull(subOffices.deleted_at),
        isNull(offices.deleted_at),
      ),
    ),
)

export const hasNoSubOffices = sql`not exists (select from ${subOffices}
  where ${subOffices.office_id} = ${offices.id} and ${subOffices.deleted_at} is null)`

const readWholeOffice = statement<{ office_id: number }>()((db, value) =>
  db
    .select({ ...found, ...ratesIn(offices), ...wholeOffice })
    .from(offices)
    .leftJoin(officeChanges, eq(officeChanges.office_id, offices.id))
    .where(and(eq(offices.id, value('office_id')), isNull(offices.deleted_at), hasNoSubOffices)),
)

/** The last transaction that changed an office. */
export async function findLastChange(db: Db, office_id: number): Promise<string | null> {
  const [change] = await readLastChange(db, { office_id })
  return change?.changed_in ?? null
}

const readLastChange = statement<{ office_id: number }>()((db, value) =>
  db
    .select({ changed_in: officeChanges.changed_in })
    .from(officeChanges)
    .where(eq(officeChanges.office_id, value('office_id'))),
)

export const asWhole = <O extends { capacity: number | null }>(office: O) => ({
  ...office,
  sub_office_id: null,
  type: 'office' as const,
  capacity: office.capacity ?? 1,
})

/** Others who book the same space wait here, so the second one sees what the first one took. */
export async function lockSpace(db: Db, { office_id, sub_office_id }: SpaceRef): Promise<void> {
  if (sub_office_id === null) await lockOffice(db, { office_id })
  else await lockSubOffice(db, { office_id, sub_office_id })
}

const lockOffice = statement<{ office_id: number }>()((db, value) =>
  db
    .select({ id: offices.id })
    .from(offices)
    .where(eq(offices.id, value('office_id')))
    .for('no key update'),
)

const lockSubOffice = statement<{ office_id: number; sub_office_id: number }>()((db, value) =>
  db
    .select({ id: subOffices.id })
    .from(subOffices)
    .where(and(eq(subOffices.office_id, value('office_id')), eq(subOffices.id, value('sub_office_id'))))
    .for('no key update'),
)

/** Locks a space, or an office with all its spaces, always in this order to avoid deadlocks. */
export async function lockSpaces(db: Db, place: SpaceRef): Promise<void> {
  await lockSpace(db, place)
  if (place.sub_office_id !== null) return
  await db
    .select({ id: subOffices.id })
    .from(subOffices)
    .where(eq(subOffices.office_id, place.office_id))
    .orderBy(subOffices.id)
    .for('no key update')
}

const MOST_LOOKED_AT = 200
/** About 50 km, in degrees of latitude. Spaces further away are no alternative. */
const NEAR_DEGREES = 0.45

/**
 * Spaces of the same type, at least as large, with a unit that is free during this time, nearest first. Considers only
 * the nearest few hundred, to cost the same in a large city.
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
  // Other offices may be in the same building.
  const elsewhere = sql<boolean>`${subOffices.office_id} <> ${space.office_id}`.as('elsewhere')
  const nearest = db
    .select({
      office_id: subOffices.office_id,
      id: subOffices.id,
      price: subOffices.price_per_hour,
      distance,
      elsewhere,
    })
    .from(subOffices)
    .innerJoin(offices, eq(offices.id, subOffices.office_id))
    .innerJoin(here, sql`true`)
    .where(
      and(
        isOpenOffice,
        eq(offices.hide_from_all_view, false),
        isNull(subOffices.deleted_at),
        eq(subOffices.type, space.type),
        eq(subOffices.rent_type, space.rent_type),
        gte(subOffices.capacity, space.type === 'open_space' ? 1 : space.capacity),
        sql`(${subOffices.office_id}, ${subOffices.id}) <> (${space.office_id}, ${space.sub_office_id ?? 0})`,
      ),
    )
    .orderBy(sql`elsewhere`, sql`distance`, subOffices.price_per_hour, subOffices.id)
    .limit(MOST_LOOKED_AT)
    .as('nearest')
  return db
    .select({ ...ofOffice, ...ratesIn(subOffices), ...ofSubOffice })
    .from(nearest)
    .innerJoin(subOffices, and(eq(subOffices.office_id, nearest.office_id), eq(subOffices.id, nearest.id)))
    .innerJoin(offices, eq(offices.id, nearest.office_id))
    .where(and(hasFreeUnit(span, viewer), lte(nearest.distance, NEAR_DEGREES ** 2)))
    .orderBy(nearest.elsewhere, nearest.distance, nearest.price, nearest.id)
    .limit(limit)
}

export const isOpenOffice = and(
  isNull(offices.deleted_at),
  eq(offices.hidden, false),
  eq(offices.coming_soon, false),
  eq(offices.temporarily_closed, false),
)

const rangeWithCleaning = ({ from, to }: Span): SQL =>
  sql`tstzrange(${new Date(from).toISOString()}::timestamptz, ${new Date(to).toISOString()}::timestamptz
    + ${offices.cleaning_buffer_minutes} * interval '1 minute')`

const hasFreeUnit = (span: Span, viewer: Viewer): SQL => sql`exists (
  select from ${units} where ${units.office_id} = ${subOffices.office_id} and ${units.sub_office_id} = ${subOffices.id}
    and ${units.retired_at} is null and not exists (
      select from ${occupancy} where ${occupancy.office_id} = ${units.office_id}
        and ${occupancy.unit_id} = ${units.id} and ${occupancy.during} && ${rangeWithCleaning(span)}
        and ${isInTheWay(viewer)}))`

export async function findHours(db: Db, officeId: number): Promise<Hours | undefined> {
  const { time_zone, open_hours, close_hours, week_hours, holidays } = offices
  const [hours] = await db
    .select({ time_zone, open_hours, close_hours, week_hours, holidays })
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

/** Only for the customer of the order and for admins. */
export async function findAgreedRate(db: Db, orderId: number, caller: { id: number; admin: boolean } | null) {
  const isTheirs = caller?.admin ? undefined : eq(orders.user_id, caller?.id ?? 0)
  const [rate] = await db
    .select({ rent_type: orders.rent_type, base_price: orders.base_price, currency: orders.currency })
    .from(orders)
    .where(and(eq(orders.id, orderId), isTheirs))
  return rate
}
