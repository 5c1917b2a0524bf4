import type { Deletion } from '@keyhour/contract/admin-offices'
import type { SpaceRef } from '@keyhour/contract/offices'
import type { OrderOutside } from '@keyhour/contract/opening-hours'
import { and, asc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connection.ts'
import { offices, subOffices, units } from '#server/db/schema/offices.ts'
import { hasBegunAt, occupancy, orders } from '#server/db/schema/orders.ts'
import type { BookedTime } from '#server/features/admin-offices/rules.ts'
import { theSubOffice } from '#server/features/orders/details-queries.ts'

/** Booked and not over yet. For an office: in all its spaces. Worded to use the index `orders_live`. */
const isUnfinishedIn = ({ office_id, sub_office_id }: SpaceRef, now: Date) =>
  and(
    eq(orders.office_id, office_id),
    sub_office_id === null ? undefined : eq(orders.sub_office_id, sub_office_id),
    isNull(orders.cancelled_at),
    isNull(orders.checked_out_at),
    sql`tstzrange(${orders.start}, ${orders.end}) && tstzrange(${now.toISOString()}::timestamptz, null)`,
  )

export type UnfinishedStay = BookedTime & OrderOutside

/** By start. Leaves out visits without an end. */
export async function listUnfinishedStays(db: Db, officeId: number, now: Date): Promise<UnfinishedStay[]> {
  const { id, start, end, rent_type } = orders
  const names = { sub_office_name: subOffices.name, sub_office_name_he: subOffices.name_he }
  const rows = await db
    .select({ id, start, end, rent_type, ...names })
    .from(orders)
    .leftJoin(subOffices, theSubOffice)
    .where(and(isUnfinishedIn({ office_id: officeId, sub_office_id: null }, now), isNotNull(end)))
    .orderBy(asc(start), asc(id))
  return rows.map((row) => ({ ...row, end: row.end! }))
}

/** What deleting an office or space now would mean for its orders, in the currencies of these orders. */
export async function countAffectedOrders(db: Db, place: SpaceRef, now: Date): Promise<Deletion> {
  const isComing = sql`not ${hasBegunAt(now)}`
  const paid = sql`${orders.paid_with_credits} + ${orders.paid_by_card} + ${orders.paid_otherwise} - ${orders.refunded}`
  const rows = await db
    .select({
      coming: sql<number>`count(*) filter (where ${isComing})::integer`,
      running: sql<number>`count(*) filter (where not ${isComing})::integer`,
      amount: sql<number>`coalesce(sum(${paid}) filter (where ${isComing}), 0)`.mapWith(Number),
      currency: orders.currency,
      last_end: sql<string | null>`max(${orders.end})`.mapWith(orders.end),
    })
    .from(orders)
    .where(isUnfinishedIn(place, now))
    .groupBy(orders.currency)
    .orderBy(orders.currency)
  return {
    coming_orders: rows.reduce((sum, { coming }) => sum + coming, 0),
    running_orders: rows.reduce((sum, { running }) => sum + running, 0),
    refunds: rows.flatMap(({ amount, currency }) => (amount > 0 ? [{ amount, currency }] : [])),
    last_end:
      rows
        .flatMap(({ last_end }) => last_end ?? [])
        .sort()
        .at(-1) ?? null,
  }
}

export async function listUnfinishedIds(
  db: Db,
  place: SpaceRef,
  now: Date,
  limit: number,
): Promise<number[]> {
  const rows = await db.select({ id: orders.id }).from(orders).where(isUnfinishedIn(place, now)).limit(limit)
  return rows.map(({ id }) => id)
}

/** By itself or with its office. */
export async function isDeleted(db: Db, { office_id, sub_office_id }: SpaceRef): Promise<boolean> {
  const [found] = await db
    .select({ office: offices.deleted_at, space: subOffices.deleted_at })
    .from(offices)
    .leftJoin(subOffices, and(eq(subOffices.office_id, offices.id), eq(subOffices.id, sub_office_id ?? 0)))
    .where(eq(offices.id, office_id))
  return Boolean(found?.office ?? found?.space)
}

export async function deleteHoldsIn(db: Db, { office_id, sub_office_id }: SpaceRef): Promise<void> {
  const there = db
    .select({ id: units.id })
    .from(units)
    .where(
      and(
        eq(units.office_id, office_id),
        sub_office_id === null ? undefined : eq(units.sub_office_id, sub_office_id),
      ),
    )
  await db
    .delete(occupancy)
    .where(
      and(eq(occupancy.office_id, office_id), eq(occupancy.cause, 'hold'), inArray(occupancy.unit_id, there)),
    )
}
