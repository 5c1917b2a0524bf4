import type { Language } from '@keyhour/contract/primitives'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { officeChanged } from '#server/db/changes.ts'
import type { Db } from '#server/db/connection.ts'
import { offices, subOffices } from '#server/db/schema/offices.ts'
import { isUnfinishedAt, orderEvents, orders } from '#server/db/schema/orders.ts'
import { users } from '#server/db/schema/users.ts'
import { runText, statement } from '#server/db/statement.ts'
import { theSubOffice } from '#server/features/orders/details-queries.ts'

export type OrderRow = typeof orders.$inferSelect

export async function insertOrder(db: Db, order: typeof orders.$inferInsert): Promise<OrderRow> {
  const [row] = await db.insert(orders).values(order).returning()
  return row!
}

/** For `insertNewOrder`. */
export async function nextOrderId(db: Db): Promise<number> {
  const [next] = await runText<{ id: string }>(db, `select nextval(pg_get_serial_sequence($1, 'id')) as id`, [
    'orders',
  ])
  return Number(next!.id)
}

/** A booking in advance, as it is inserted. */
export type NewOrder = Pick<
  OrderRow,
  | 'id'
  | 'office_id'
  | 'sub_office_id'
  | 'user_id'
  | 'rent_type'
  | 'date'
  | 'start'
  | 'currency'
  | 'base_price'
  | 'tax_percent'
  | 'commission_percent'
  | 'paid_with_credits'
  | 'payment_status'
> & { end: string; total_price: number }

/** The number comes from `nextOrderId`, so that everything that names the order can be sent with it. */
export async function insertNewOrder(db: Db, order: NewOrder): Promise<void> {
  await placeOrder(db, order)
}

const placeOrder = statement<NewOrder>()((db, value) =>
  db
    .insert(orders)
    .overridingSystemValue()
    .values({
      id: value('id'),
      office_id: value('office_id'),
      sub_office_id: value('sub_office_id'),
      user_id: value('user_id'),
      rent_type: value('rent_type'),
      date: value('date'),
      start: value('start'),
      end: value('end'),
      currency: value('currency'),
      base_price: value('base_price'),
      total_price: value('total_price'),
      tax_percent: value('tax_percent'),
      commission_percent: value('commission_percent'),
      paid_with_credits: value('paid_with_credits'),
      payment_status: value('payment_status'),
    }),
)

/** Undefined if the account does not exist. Locks it against deletion until the transaction ends. */
export async function keepCustomer(db: Db, userId: number): Promise<Customer | undefined> {
  const [customer] = await lockCustomer(db, { user_id: userId })
  return customer
}

export type Customer = { name: string; email: string; language: Language }

const lockCustomer = statement<{ user_id: number }>()((db, value) =>
  db
    .select({ name: users.name, email: users.email, language: users.language })
    .from(users)
    .where(and(eq(users.id, value('user_id')), isNull(users.deleted_at)))
    .for('share'),
)

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
  const { kind, actor_id = null, details = {} } = event
  const at = now.toISOString()
  await insertEvent(db, { office_id, order_id: id, at, kind, actor_id, details: JSON.stringify(details) })
}

type NewEvent = Pick<
  typeof orderEvents.$inferSelect,
  'office_id' | 'order_id' | 'at' | 'kind' | 'actor_id'
> & {
  details: string
}

const insertEvent = statement<NewEvent>()((db, value) =>
  db
    .insert(orderEvents)
    .values({
      office_id: value('office_id'),
      order_id: value('order_id'),
      at: value('at'),
      kind: value('kind'),
      actor_id: value('actor_id'),
      details: sql`${value('details')}::jsonb`,
    })
    .returning({ told: officeChanged(orderEvents.office_id) }),
)
