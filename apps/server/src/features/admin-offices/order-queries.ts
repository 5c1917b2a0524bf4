import type { Deletion } from '@keyhour/contract/admin-offices'
import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connection.ts'
import { offices, subOffices, units } from '#server/db/schema/offices.ts'
import { occupancy, orders } from '#server/db/schema/orders.ts'
import type { Stay } from '#server/features/admin-offices/rules.ts'
import type { Place } from '#server/features/orders/space-queries.ts'

/** Booked and not over yet. Of an office: in all its spaces. Worded for `orders_live`. */
const isUnfinished = ({ office_id, sub_office_id }: Place, now: Date) =>
  and(
    eq(orders.office_id, office_id),
    sub_office_id === null ? undefined : eq(orders.sub_office_id, sub_office_id),
    isNull(orders.cancelled_at),
    isNull(orders.checked_out_at),
    sql`tstzrange(${orders.start}, ${orders.end}) && tstzrange(${now.toISOString()}::timestamptz, null)`,
  )

/** With an end: who is there without one leaves when they like. */
export async function listUnfinishedStays(db: Db, officeId: number, now: Date): Promise<Stay[]> {
  const { start, end, rent_type } = orders
  const rows = await db
    .select({ start, end, rent_type })
    .from(orders)
    .where(and(isUnfinished({ office_id: officeId, sub_office_id: null }, now), isNotNull(end)))
  return rows.map((row) => ({ ...row, end: row.end! }))
}

/** What deleting a place at this moment would mean for its orders. */
export async function findDeletion(db: Db, place: Place, now: Date): Promise<Deletion> {
  const at = now.toISOString()
  const isComing = sql`${orders.start} > ${at}::timestamptz`
  const paid = sql`${orders.paid_with_credits} + ${orders.paid_by_card} + ${orders.paid_otherwise} - ${orders.refunded}`
  const [found] = await db
    .select({
      coming_orders: sql<number>`count(${orders.id}) filter (where ${isComing})::integer`,
      running_orders: sql<number>`count(${orders.id}) filter (where not ${isComing})::integer`,
      refund_cents: sql<number>`coalesce(sum(${paid}) filter (where ${isComing}), 0)`.mapWith(Number),
      currency: offices.currency,
      last_end: sql<string | null>`max(${orders.end})`.mapWith(orders.end),
    })
    .from(offices)
    .leftJoin(orders, and(eq(orders.office_id, offices.id), isUnfinished(place, now)))
    .where(eq(offices.id, place.office_id))
    .groupBy(offices.id)
  return found!
}

/** Some of those that are left, whichever are found first. */
export async function listUnfinishedIds(db: Db, place: Place, now: Date, limit: number): Promise<number[]> {
  const rows = await db.select({ id: orders.id }).from(orders).where(isUnfinished(place, now)).limit(limit)
  return rows.map(({ id }) => id)
}

/** Whether it is deleted, by itself or with its office. */
export async function isDeleted(db: Db, { office_id, sub_office_id }: Place): Promise<boolean> {
  const [found] = await db
    .select({ office: offices.deleted_at, space: subOffices.deleted_at })
    .from(offices)
    .leftJoin(subOffices, and(eq(subOffices.office_id, offices.id), eq(subOffices.id, sub_office_id ?? 0)))
    .where(eq(offices.id, office_id))
  return Boolean(found?.office ?? found?.space)
}

/** Whoever was still making up their mind gives way. */
export async function deleteHoldsIn(db: Db, { office_id, sub_office_id }: Place): Promise<void> {
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
