import { and, eq, gt, inArray, isNull, or, sql } from 'drizzle-orm'
import { tellOfficeChanged } from '#server/db/changes.ts'
import type { Db } from '#server/db/connection.ts'
import { idempotencyKeys, occupancy, orderEvents, orders } from '#server/db/schema/orders.ts'
import { users } from '#server/db/schema/users.ts'
import type { TakenUnit } from '#server/features/orders/rules.ts'
import { MINUTE } from '#server/time/opening-hours.ts'

export type OrderRow = typeof orders.$inferSelect

export async function insertOrder(db: Db, order: typeof orders.$inferInsert): Promise<OrderRow> {
  const [row] = await db.insert(orders).values(order).returning()
  return row!
}

/** Whether there is such an account; it stays until the transaction ends. */
export async function keepCustomer(db: Db, userId: number): Promise<boolean> {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deleted_at)))
    .for('share')
  return rows.length > 0
}

/** Nobody else changes it until the transaction ends. Undefined when there is none. */
export async function lockOrder(db: Db, id: number): Promise<OrderRow | undefined> {
  const [order] = await db.select().from(orders).where(eq(orders.id, id)).for('update')
  return order
}

export async function findOrderRow(db: Db, id: number): Promise<OrderRow | undefined> {
  const [order] = await db.select().from(orders).where(eq(orders.id, id))
  return order
}

/** What somebody has booked and what has not ended yet, locked like one. */
export function lockUnfinishedOrders(db: Db, userId: number, now: Date): Promise<OrderRow[]> {
  return db
    .select()
    .from(orders)
    .where(
      and(
        eq(orders.user_id, userId),
        isNull(orders.cancelled_at),
        isNull(orders.checked_out_at),
        or(isNull(orders.end), gt(orders.end, now.toISOString())),
      ),
    )
    .orderBy(orders.id)
    .for('update')
}

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

/** One more line in the timeline of an order, and everybody who watches its office hears of it. */
export async function addEvent(
  db: Db,
  { office_id, id }: Pick<OrderRow, 'office_id' | 'id'>,
  event: Event,
  now: Date,
): Promise<void> {
  await db.insert(orderEvents).values({ office_id, order_id: id, at: now.toISOString(), ...event })
  await tellOfficeChanged(db, office_id)
}

const ofOrder = ({ office_id, id }: Pick<OrderRow, 'office_id' | 'id'>) =>
  and(eq(occupancy.office_id, office_id), eq(occupancy.order_id, id))

/** The order takes nothing any more; where its customer was before, it is still cleaned. */
export async function freeOrder(db: Db, order: Pick<OrderRow, 'office_id' | 'id'>): Promise<void> {
  const taken = db
    .select({ id: occupancy.unit_id })
    .from(occupancy)
    .where(and(ofOrder(order), eq(occupancy.cause, 'order')))
  await db.delete(occupancy).where(and(ofOrder(order), inArray(occupancy.unit_id, taken)))
}

/** The order takes no time any more; what is cleaned after it still is. */
export async function freeTimeOf(db: Db, order: Pick<OrderRow, 'office_id' | 'id'>): Promise<void> {
  await db.delete(occupancy).where(and(ofOrder(order), eq(occupancy.cause, 'order')))
}

/** What an order takes, without the cleaning afterwards. */
export async function findOccupancy(
  db: Db,
  order: Pick<OrderRow, 'office_id' | 'id'>,
): Promise<TakenUnit | undefined> {
  const [row] = await db
    .select({
      unit_id: occupancy.unit_id,
      from: sql<string>`lower(${occupancy.during})`,
      to: sql<string>`upper(${occupancy.during})`,
    })
    .from(occupancy)
    .where(and(ofOrder(order), eq(occupancy.cause, 'order')))
  return row && { unit_id: row.unit_id, from: Date.parse(row.from), to: Date.parse(row.to) }
}

/** How many whole minutes from a moment on nothing takes a unit; `Infinity` when nothing ever does. */
export async function minutesUntilTaken(
  db: Db,
  officeId: number,
  unitId: number,
  from: Date,
): Promise<number> {
  const [next] = await db
    .select({ at: sql<string | null>`min(lower(${occupancy.during}))` })
    .from(occupancy)
    .where(
      and(
        eq(occupancy.office_id, officeId),
        eq(occupancy.unit_id, unitId),
        sql`${occupancy.during} && tstzrange(${from.toISOString()}::timestamptz, null)`,
      ),
    )
  if (!next?.at) return Number.POSITIVE_INFINITY
  return Math.max(0, Math.floor((Date.parse(next.at) - from.getTime()) / MINUTE))
}

type Key = { user_id: number; key: string; request_hash: Buffer }

/** Waits for whoever has the same key in hand. False when it was used before. */
export async function claimKey(db: Db, key: Key, now: Date): Promise<boolean> {
  const claimed = await db
    .insert(idempotencyKeys)
    .values({ ...key, created_at: now.toISOString() })
    .onConflictDoNothing()
    .returning({ key: idempotencyKeys.key })
  return claimed.length > 0
}

const theKey = ({ user_id, key }: Pick<Key, 'user_id' | 'key'>) =>
  and(eq(idempotencyKeys.user_id, user_id), eq(idempotencyKeys.key, key))

export async function findKey(db: Db, key: Pick<Key, 'user_id' | 'key'>) {
  const [known] = await db.select().from(idempotencyKeys).where(theKey(key))
  return known
}

export async function keepAnswer(db: Db, key: Pick<Key, 'user_id' | 'key'>, answer: unknown): Promise<void> {
  await db.update(idempotencyKeys).set({ status: 201, answer }).where(theKey(key))
}

/** The orders without an end whose reservation has run out. */
export async function listOverdueVisits(db: Db, now: Date): Promise<number[]> {
  const rows = await db
    .select({ id: orders.id })
    .from(orders)
    .innerJoin(occupancy, and(eq(occupancy.office_id, orders.office_id), eq(occupancy.order_id, orders.id)))
    .where(
      and(
        isNull(orders.end),
        isNull(orders.checked_out_at),
        isNull(orders.cancelled_at),
        eq(occupancy.cause, 'order'),
        sql`upper(${occupancy.during}) <= ${now.toISOString()}::timestamptz`,
      ),
    )
  return rows.map(({ id }) => id)
}
