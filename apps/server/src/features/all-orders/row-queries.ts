import type { AdminOrder } from '@keyhour/contract/all-orders'
import { and, desc, eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db } from '#server/db/connection.ts'
import { offices, subOffices } from '#server/db/schema/offices.ts'
import { orders, orderTallies, owed } from '#server/db/schema/orders.ts'
import { profiles, users } from '#server/db/schema/users.ts'
import { statement } from '#server/db/statement.ts'
import { matches, type OrderSearch } from '#server/features/all-orders/list-queries.ts'
import { theSubOffice } from '#server/features/orders/details-queries.ts'

const later = alias(orders, 'later')
/** Whether the order moved to another office: the later order has the same `began_as`. */
const wentOn = sql<boolean>`${orders.cancelled_at} is not null and exists (
  select from ${orders} as ${later} where ${later.began_as} = coalesce(${orders.began_as}, ${orders.id}) and ${later.id} > ${orders.id})`

const adminOrder = {
  id: orders.id,
  date: orders.date,
  start: orders.start,
  end: orders.end,
  user_id: orders.user_id,
  userName: users.name,
  userEmail: users.email,
  userPhoneNumber: profiles.phone,
  officeName: offices.name,
  time_zone: offices.time_zone,
  subOfficeName: subOffices.name,
  basePricePerHourOrDay: orders.base_price,
  rent_type: orders.rent_type,
  booking_type: orders.booking_type,
  payment_status: orders.payment_status,
  total_price: orders.total_price,
  tax_percent: orders.tax_percent,
  commission_percent: orders.commission_percent,
  currency: orders.currency,
  owed,
  pay_until: orders.pay_until,
  cancelled_at: orders.cancelled_at,
  no_show: orders.no_show,
  went_on: wentOn,
}

const newestFirst = [desc(orders.date), desc(orders.id)]

/** In the order of `ids`. */
export async function listOrdersById(db: Db, ids: number[]): Promise<AdminOrder[]> {
  const rows = await readOrdersById(db, { ids })
  const found = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => found.get(id) ?? [])
}

const readOrdersById = statement<{ ids: number[] }>()((db, value) =>
  db
    .select(adminOrder)
    .from(orders)
    .innerJoin(users, eq(users.id, orders.user_id))
    .innerJoin(offices, eq(offices.id, orders.office_id))
    .leftJoin(profiles, eq(profiles.user_id, users.id))
    .leftJoin(subOffices, theSubOffice)
    .where(sql`${orders.id} = any(${value('ids')}::bigint[])`),
)

export type NewestOrders = { orders: AdminOrder[]; count: number }

/** The newest of all orders, and how many there are. */
export async function listNewestOrders(db: Db, limit: number): Promise<NewestOrders> {
  const read = newestReaders.get(limit) ?? newestReader(limit)
  newestReaders.set(limit, read)
  // Every order has one day on which it was made.
  const orders = await read(db, { limit })
  return { orders, count: orders[0]?.count ?? 0 }
}

const newestReaders = new Map<number, ReturnType<typeof newestReader>>()

/**
 * The inner limit and the kind are part of the text: for values that it does not know, PostgreSQL plans every call anew.
 * The outer limit is there because only texts with values are prepared.
 */
const newestReader = (limit: number) =>
  statement<{ limit: number }>()((db, value) => {
    const newest = db
      .select()
      .from(orders)
      .orderBy(...newestFirst)
      .limit(sql.raw(String(limit)) as never)
      .as('orders')
    const count = sql<number>`(select sum(${orderTallies.count})::integer from ${orderTallies}
      where ${orderTallies.kind} = 'date')`
    return db
      .select({ ...adminOrder, count })
      .from(newest)
      .innerJoin(users, eq(users.id, orders.user_id))
      .innerJoin(offices, eq(offices.id, orders.office_id))
      .leftJoin(profiles, eq(profiles.user_id, users.id))
      .leftJoin(subOffices, theSubOffice)
      .orderBy(...newestFirst)
      .limit(value('limit'))
  })

/** Where a page of the list ends. `exact_date` has the microseconds that an `Instant` would cut off. */
export type OrderMark = { exact_date: string; id: number }

/**
 * The next `limit` matching orders after `mark`, newest first. Finds them by index alone, and reads the other tables only
 * for those.
 */
export function listOrdersBefore(
  db: Db,
  search: OrderSearch,
  mark: OrderMark | undefined,
  limit: number,
): Promise<(AdminOrder & OrderMark)[]> {
  const before =
    mark && sql`(${orders.date}, ${orders.id}) < (${mark.exact_date}::timestamptz, ${mark.id}::bigint)`
  const chosen = db
    .select({ office_id: orders.office_id, id: orders.id })
    .from(orders)
    .where(and(before, matches(search)))
    .orderBy(...newestFirst)
    .limit(limit)
    .as('chosen')
  return db
    .select({ ...adminOrder, exact_date: sql<string>`${orders.date}::text` })
    .from(chosen)
    .innerJoin(orders, and(eq(orders.office_id, chosen.office_id), eq(orders.id, chosen.id)))
    .innerJoin(users, eq(users.id, orders.user_id))
    .innerJoin(offices, eq(offices.id, orders.office_id))
    .leftJoin(profiles, eq(profiles.user_id, users.id))
    .leftJoin(subOffices, theSubOffice)
    .orderBy(...newestFirst)
}
