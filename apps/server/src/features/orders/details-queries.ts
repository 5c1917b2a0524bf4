import {
  type OrderCustomer,
  type OrderDetails,
  type OrderEvent,
  OrderEventKind,
} from '@keyhour/contract/orders'
import { MOST_DAYS, percentOf } from '@keyhour/contract/price'
import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, lte, or, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connection.ts'
import { devices } from '#server/db/schema/access.ts'
import { businesses } from '#server/db/schema/businesses.ts'
import { offices, subOffices } from '#server/db/schema/offices.ts'
import { isOwing, orderEvents, orders } from '#server/db/schema/orders.ts'
import { profiles, users } from '#server/db/schema/users.ts'
import { statement } from '#server/db/statement.ts'
import type { CancelPolicy } from '#server/features/availability/rules.ts'
import { freeUntil, type NoShowColumns, noShowTerms, owedOf } from '#server/features/orders/rules.ts'

type Page = { page: number; page_size: number }

export const theSubOffice = and(
  eq(subOffices.office_id, orders.office_id),
  eq(subOffices.id, orders.sub_office_id),
)

type PlaceName = { name: string; name_he: string | null }

/** Who has an order, and where: for the staff of its office. */
export const whoAndWhere = {
  user_id: users.id,
  user_name: users.name,
  office: { name: offices.name, name_he: offices.name_he },
  sub_office: { name: subOffices.name, name_he: subOffices.name_he },
}

export const placeIn = ({ office, sub_office }: { office: PlaceName; sub_office: PlaceName | null }) =>
  sub_office === null ? { type: 'Office' as const, ...office } : { type: 'SubOffice' as const, ...sub_office }

export async function listEventsOf(db: Db, order: { office_id: number; id: number }): Promise<OrderEvent[]> {
  const rows = await db
    .select({
      at: orderEvents.at,
      kind: orderEvents.kind,
      actor_name: users.name,
      door: devices.name,
      space: sql<string | null>`coalesce(${subOffices.name}, ${offices.name})`,
      space_he: sql<
        string | null
      >`case when ${subOffices.id} is null then ${offices.name_he} else ${subOffices.name_he} end`,
      details: orderEvents.details,
    })
    .from(orderEvents)
    .leftJoin(users, eq(users.id, orderEvents.actor_id))
    .leftJoin(devices, sql`${devices.id} = (${orderEvents.details} ->> 'device_id')::bigint`)
    .leftJoin(offices, sql`${offices.id} = (${orderEvents.details} ->> 'office_id')::bigint`)
    .leftJoin(
      subOffices,
      sql`${subOffices.office_id} = ${offices.id}
        and ${subOffices.id} = (${orderEvents.details} ->> 'sub_office_id')::bigint`,
    )
    .where(
      and(
        eq(orderEvents.office_id, order.office_id),
        eq(orderEvents.order_id, order.id),
        inArray(orderEvents.kind, OrderEventKind.options),
      ),
    )
    .orderBy(asc(orderEvents.at), asc(orderEvents.id))
  return rows.map(({ details, kind, door, space, space_he, ...event }) => ({
    ...event,
    kind: kind as OrderEventKind,
    ...(door !== null && { door }),
    ...(space !== null && { space }),
    ...(space_he !== null && { space_he }),
    ...details,
  }))
}

/** Without parts, so that the rows are mapped quickly. */
const details = {
  id: orders.id,
  user_id: orders.user_id,
  start: orders.start,
  end: orders.end,
  date: orders.date,
  rent_type: orders.rent_type,
  base_price: orders.base_price,
  total_price: orders.total_price,
  tax_percent: orders.tax_percent,
  paid_with_credits: orders.paid_with_credits,
  paid_by_card: orders.paid_by_card,
  paid_otherwise: orders.paid_otherwise,
  refunded: orders.refunded,
  kept: orders.kept,
  currency: orders.currency,
  payment_status: orders.payment_status,
  pay_until: orders.pay_until,
  booking_type: orders.booking_type,
  checked_in_at: orders.checked_in_at,
  checked_out_at: orders.checked_out_at,
  cancelled_at: orders.cancelled_at,
  time_zone: offices.time_zone,
  office_id: offices.id,
  office: offices.name,
  office_he: offices.name_he,
  sub_office_id: subOffices.id,
  sub_office: subOffices.name,
  sub_office_he: subOffices.name_he,
  series_id: orders.series_id,
  business_id: orders.business_id,
  business: businesses.name,
  free_cancel_hours: orders.free_cancel_hours,
  free_cancel_minutes_after_booking: orders.free_cancel_minutes_after_booking,
  late_cancel_refund_percent: orders.late_cancel_refund_percent,
  no_show: orders.no_show,
  no_show_minutes: orders.no_show_minutes,
  no_show_refund_percent: orders.no_show_refund_percent,
}

const selectDetails = (db: Db) =>
  db
    .select(details)
    .from(orders)
    .innerJoin(offices, eq(offices.id, orders.office_id))
    .leftJoin(subOffices, theSubOffice)
    .leftJoin(businesses, eq(businesses.id, orders.business_id))

const pageOfUser = statement<{ user_id: number; limit: number; offset: number }>()((db, value) =>
  selectDetails(db)
    .where(eq(orders.user_id, value('user_id')))
    .orderBy(desc(orders.start), desc(orders.id))
    .limit(value('limit'))
    .offset(value('offset')),
)

/** Longer than any stay, so that a running one is among those that started since. */
const LONGEST_STAY_MS = (MOST_DAYS + 1) * 86_400_000

const unfinishedOfUser = statement<{ user_id: number; now: string; since: string; limit: number }>()(
  (db, value) =>
    selectDetails(db)
      .where(
        and(
          eq(orders.user_id, value('user_id')),
          gt(orders.start, value('since')),
          isNull(orders.cancelled_at),
          isNull(orders.checked_out_at),
          or(isNull(orders.end), gt(orders.end, value('now'))),
        ),
      )
      .orderBy(asc(orders.start), asc(orders.id))
      .limit(value('limit')),
)

const begunOfUser = statement<{ user_id: number; now: string; limit: number }>()((db, value) =>
  selectDetails(db)
    .where(
      and(
        eq(orders.user_id, value('user_id')),
        lte(orders.start, value('now')),
        isNull(orders.cancelled_at),
        isNull(offices.deleted_at),
      ),
    )
    .orderBy(desc(orders.start), desc(orders.id))
    .limit(value('limit')),
)

const owedByUser = statement<{ user_id: number; limit: number }>()((db, value) =>
  selectDetails(db)
    .where(
      and(
        eq(orders.user_id, value('user_id')),
        isOwing,
        isNull(orders.pay_until),
        // A visit without an end is paid at check-out.
        isNotNull(orders.end),
      ),
    )
    .orderBy(asc(orders.start), asc(orders.id))
    .limit(value('limit')),
)

const oneOrder = statement<{ id: number }>()((db, value) =>
  selectDetails(db).where(eq(orders.id, value('id'))),
)

const readable = (row: Awaited<ReturnType<typeof oneOrder>>[number]) =>
  detailsOf(
    { ...row, business: row.business_id === null ? null : { id: row.business_id, name: row.business! } },
    { id: row.office_id, name: row.office, name_he: row.office_he, time_zone: row.time_zone },
    row.sub_office_id === null
      ? null
      : { id: row.sub_office_id, name: row.sub_office!, name_he: row.sub_office_he },
  )

type Named = { id: number; name: string; name_he: string | null }

/** What is derived from the row. */
type Derived = 'time_zone' | 'Office' | 'SubOffice' | 'total_price' | 'tax' | 'left' | 'terms'

type Detailed = Omit<OrderDetails, Derived> &
  CancelPolicy &
  NoShowColumns & {
    no_show: boolean
    user_id: number
    total_price: number | null
  }

export function detailsOf(
  order: Detailed,
  office: Named & { time_zone: string },
  sub_office: Named | null,
): OrderDetails & { user_id: number } {
  return {
    id: order.id,
    user_id: order.user_id,
    start: order.start,
    end: order.end,
    time_zone: office.time_zone,
    Office: {
      id: office.id,
      name: office.name,
      name_he: office.name_he,
      type: sub_office ? 'SubOffice' : 'Office',
    },
    SubOffice: sub_office,
    date: order.date,
    rent_type: order.rent_type,
    base_price: order.base_price,
    total_price: order.total_price ?? 0,
    tax: percentOf(order.total_price ?? 0, order.tax_percent),
    tax_percent: order.tax_percent,
    paid_with_credits: order.paid_with_credits,
    paid_by_card: order.paid_by_card,
    paid_otherwise: order.paid_otherwise,
    refunded: order.refunded,
    kept: order.kept,
    left: owedOf(order),
    currency: order.currency,
    payment_status: order.payment_status,
    pay_until: order.pay_until,
    booking_type: order.booking_type,
    checked_in_at: order.checked_in_at,
    checked_out_at: order.checked_out_at,
    cancelled_at: order.cancelled_at,
    business: order.business ?? null,
    series_id: order.series_id ?? null,
    no_show: order.no_show,
    terms: {
      free_until: freeUntil(order),
      late_refund_percent: order.late_cancel_refund_percent,
      no_show: noShowTerms(order),
    },
  }
}

export async function listOwnOrders(db: Db, user_id: number, { page, page_size }: Page) {
  const rows = await pageOfUser(db, { user_id, limit: page_size, offset: (page - 1) * page_size })
  return rows.map(readable)
}

/** Those that run and those to come, the first to start first. */
export async function listUnfinishedOrders(db: Db, user_id: number, now: Date, limit: number) {
  const since = new Date(now.getTime() - LONGEST_STAY_MS).toISOString()
  const rows = await unfinishedOfUser(db, { user_id, now: now.toISOString(), since, limit })
  return rows.map(readable)
}

/** Those that have begun, in offices that still exist, the latest first. */
export async function listBegunOrders(db: Db, user_id: number, now: Date, limit: number) {
  const rows = await begunOfUser(db, { user_id, now: now.toISOString(), limit })
  return rows.map(readable)
}

/** Those that are not paid, the oldest first; without those that wait for their card payment. */
export async function listOwedOrders(db: Db, user_id: number, limit: number) {
  const rows = await owedByUser(db, { user_id, limit })
  return rows.map(readable)
}

export const countOwnOrders = (db: Db, userId: number): Promise<number> =>
  db.$count(orders, eq(orders.user_id, userId))

export async function findOrder(db: Db, id: number) {
  const [row] = await oneOrder(db, { id })
  return row && readable(row)
}

/** Keeps the amounts. */
export async function forgetOrderNotes(db: Db, userId: number): Promise<void> {
  await db
    .update(orders)
    .set({ note: null })
    .where(and(eq(orders.user_id, userId), isNotNull(orders.note)))
}

export async function findOrderCustomer(db: Db, id: number): Promise<OrderCustomer | undefined> {
  const [customer] = await db
    .select({ id: users.id, name: users.name, email: users.email, phone: profiles.phone })
    .from(users)
    .leftJoin(profiles, eq(profiles.user_id, users.id))
    .where(eq(users.id, id))
  return customer
}
