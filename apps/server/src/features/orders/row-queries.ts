import { MOST_UNPAID_BOOKINGS } from '@keyhour/contract/admin-offices'
import type { OrderEventKind } from '@keyhour/contract/orders'
import type { Language } from '@keyhour/contract/primitives'
import type { WebhookKind } from '@keyhour/contract/webhooks'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { officeChanged } from '#server/db/changes.ts'
import type { Db } from '#server/db/connection.ts'
import { offices, subOffices } from '#server/db/schema/offices.ts'
import { isOwing, isUnfinishedAt, orderEvents, orders } from '#server/db/schema/orders.ts'
import { users } from '#server/db/schema/users.ts'
import { runText, statement } from '#server/db/statement.ts'
import { isLinked } from '#server/features/calendar-sync/link-queries.ts'
import { theSubOffice } from '#server/features/orders/details-queries.ts'
import { isWanted } from '#server/features/webhooks/queries.ts'

export type OrderRow = typeof orders.$inferSelect

export async function insertOrder(db: Db, order: typeof orders.$inferInsert): Promise<OrderRow> {
  const [row] = await db.insert(orders).values(order).returning()
  return row!
}

/** For `insertNewOrder`. */
export async function nextOrderId(db: Db): Promise<number> {
  const [next] = await runText<{ id: string }>(db, 'select nextval($1) as id', ['orders_id_seq'])
  return Number(next!.id)
}

/** A booking in advance, as it is inserted. */
export type NewOrder = Pick<
  OrderRow,
  | 'id'
  | 'office_id'
  | 'sub_office_id'
  | 'user_id'
  | 'business_id'
  | 'rent_type'
  | 'date'
  | 'start'
  | 'currency'
  | 'base_price'
  | 'tax_percent'
  | 'commission_percent'
  | 'free_cancel_hours'
  | 'free_cancel_minutes_after_booking'
  | 'late_cancel_refund_percent'
  | 'no_show_minutes'
  | 'no_show_refund_percent'
  | 'paid_with_credits'
  | 'paid_otherwise'
  | 'payment_status'
  | 'pay_until'
  | 'series_id'
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
      business_id: value('business_id'),
      rent_type: value('rent_type'),
      date: value('date'),
      start: value('start'),
      end: value('end'),
      currency: value('currency'),
      base_price: value('base_price'),
      total_price: value('total_price'),
      tax_percent: value('tax_percent'),
      commission_percent: value('commission_percent'),
      free_cancel_hours: value('free_cancel_hours'),
      free_cancel_minutes_after_booking: value('free_cancel_minutes_after_booking'),
      late_cancel_refund_percent: value('late_cancel_refund_percent'),
      no_show_minutes: value('no_show_minutes'),
      no_show_refund_percent: value('no_show_refund_percent'),
      paid_with_credits: value('paid_with_credits'),
      paid_otherwise: value('paid_otherwise'),
      payment_status: value('payment_status'),
      pay_until: value('pay_until'),
      series_id: value('series_id'),
    }),
)

/**
 * Undefined if the account does not exist. Locks it until the transaction ends: against deletion, and so that two orders
 * of one customer see each other's debts.
 */
export async function keepCustomer(db: Db, userId: number): Promise<Customer | undefined> {
  const [customer] = await lockCustomer(db, { user_id: userId })
  return customer
}

export type Customer = {
  name: string
  email: string
  language: Language
  created_at: string
  has_card: boolean
  /** That a message could be sent to. */
  has_devices: boolean
}

const lockCustomer = statement<{ user_id: number }>()((db, value) =>
  db
    .select({
      name: users.name,
      email: users.email,
      language: users.language,
      created_at: users.created_at,
      has_card: sql<boolean>`exists (select from profiles
        where profiles.user_id = users.id and profiles.has_card)`,
      has_devices: sql<boolean>`exists (select from push_subscriptions
        where push_subscriptions.user_id = users.id)`,
    })
    .from(users)
    .where(and(eq(users.id, value('user_id')), isNull(users.deleted_at)))
    .for('no key update'),
)

/** `pay_until`: it waits for its payment by card. Without `end`, it is a visit that goes on. */
export type Debt = Pick<OrderRow, 'id' | 'pay_until' | 'end'>
type Debtor = { user_id: number; office_id: number }

/** Orders that the customer still has to pay for in an office, and visits that go on. The caller has locked the customer. */
export const listDebts = (db: Db, debtor: Debtor): Promise<Debt[]> => readUnpaid(db, debtor)

const readUnpaid = statement<Debtor>()((db, value) =>
  db
    .select({ id: orders.id, pay_until: orders.pay_until, end: orders.end })
    .from(orders)
    .where(and(eq(orders.user_id, value('user_id')), eq(orders.office_id, value('office_id')), isOwing))
    .orderBy(orders.id)
    .limit(sql.raw(String(MOST_UNPAID_BOOKINGS)) as never),
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

export type NewEvent = {
  kind: OrderEventKind
  at: Date
  actor_id?: number | null
  details?: Record<string, unknown>
}

/** Who is to be told: a webhook that wants one of the kinds, and outside calendars. */
export type EventListeners = { byWebhook: boolean; byCalendar: boolean }

/** Adds to the timeline, and notifies everyone who watches the office. Tells who else wants to know. */
export async function insertEvent(
  db: Db,
  { office_id, id }: Pick<OrderRow, 'office_id' | 'id'>,
  { kind, at, actor_id = null, details = {} }: NewEvent,
  kinds: WebhookKind[],
): Promise<EventListeners> {
  const [added] = await writeEvent(db, {
    office_id,
    order_id: id,
    at: at.toISOString(),
    kind,
    actor_id,
    details: JSON.stringify(details),
    kinds,
  })
  return added!
}

type EventValues = Pick<
  typeof orderEvents.$inferSelect,
  'office_id' | 'order_id' | 'at' | 'kind' | 'actor_id'
> & { details: string; kinds: WebhookKind[] }

const writeEvent = statement<EventValues>()((db, value) =>
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
    .returning({
      told: officeChanged(orderEvents.office_id),
      byWebhook: isWanted(sql`${value('kinds')}::text[]`),
      byCalendar: isLinked(orderEvents),
    }),
)
