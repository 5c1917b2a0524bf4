import { and, eq, isNull, sql } from 'drizzle-orm'
import { tellOfficeChanged } from '#server/db/changes.ts'
import type { Db } from '#server/db/connection.ts'
import { offices, subOffices } from '#server/db/schema/offices.ts'
import { isUnfinishedAt, orderEvents, orders } from '#server/db/schema/orders.ts'
import { users } from '#server/db/schema/users.ts'
import { theSubOffice } from '#server/features/orders/details-queries.ts'

export type OrderRow = typeof orders.$inferSelect

export async function insertOrder(db: Db, order: typeof orders.$inferInsert): Promise<OrderRow> {
  const [row] = await db.insert(orders).values(order).returning()
  return row!
}

/** Whether the account exists. Locks it against deletion until the transaction ends. */
export async function keepCustomer(db: Db, userId: number): Promise<boolean> {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deleted_at)))
    .for('share')
  return rows.length > 0
}

export async function lockOrder(db: Db, id: number): Promise<OrderRow | undefined> {
  const [order] = await db.select().from(orders).where(eq(orders.id, id)).for('update')
  return order
}

export async function findOrderRow(db: Db, id: number): Promise<OrderRow | undefined> {
  const [order] = await db.select().from(orders).where(eq(orders.id, id))
  return order
}

const isOpenOrderOf = (userId: number, now: Date) => and(eq(orders.user_id, userId), isUnfinishedAt(now))

/** Orders that have not ended. */
export function listOpenOrdersOf(db: Db, userId: number, now: Date) {
  return db
    .select({
      order: orders,
      office: offices.name,
      office_he: offices.name_he,
      sub_office: subOffices.name,
      sub_office_he: subOffices.name_he,
      time_zone: offices.time_zone,
    })
    .from(orders)
    .innerJoin(offices, eq(offices.id, orders.office_id))
    .leftJoin(subOffices, theSubOffice)
    .where(isOpenOrderOf(userId, now))
    .orderBy(orders.start, orders.id)
}

export function lockOpenOrdersOf(db: Db, userId: number, now: Date): Promise<OrderRow[]> {
  return db.select().from(orders).where(isOpenOrderOf(userId, now)).orderBy(orders.id).for('update')
}

export const countCancelledAt = (db: Db, userId: number, moment: string): Promise<number> =>
  db.$count(orders, and(eq(orders.user_id, userId), eq(orders.cancelled_at, moment)))

export async function updateOrder(
  db: Db,
  { office_id, id }: Pick<OrderRow, 'office_id' | 'id'>,
  change: Partial<typeof orders.$inferInsert>,
): Promise<void> {
  await db
    .update(orders)
    .set({ ...change, version: sql`${orders.version} + 1` })
    .where(and(eq(orders.office_id, office_id), eq(orders.id, id)))
}

type Event = Pick<typeof orderEvents.$inferInsert, 'kind' | 'actor_id' | 'details'>

/** Adds to the timeline, and notifies everyone who watches the office. */
export async function addEvent(
  db: Db,
  { office_id, id }: Pick<OrderRow, 'office_id' | 'id'>,
  event: Event,
  now: Date,
): Promise<void> {
  await db.insert(orderEvents).values({ office_id, order_id: id, at: now.toISOString(), ...event })
  await tellOfficeChanged(db, office_id)
}
