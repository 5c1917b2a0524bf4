import type { OwnerOrderList } from '@keyhour/contract/owners'
import { and, asc, desc, eq, isNotNull, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connection.ts'
import { subOffices } from '#server/db/schema/offices.ts'
import { orders } from '#server/db/schema/orders.ts'
import { profiles, users } from '#server/db/schema/users.ts'
import { theSubOffice } from '#server/features/orders/details-queries.ts'

export type OrderQuery = {
  officeId: number
  sub_office_id?: number | undefined
  list: OwnerOrderList
  now: Date
}

/** Coming ones are worded to use the index `orders_live`, past ones `orders_of_office`. */
function isListed({ officeId, sub_office_id, list, now }: OrderQuery): SQL | undefined {
  const at = now.toISOString()
  const isOver = or(isNotNull(orders.cancelled_at), isNotNull(orders.checked_out_at), lte(orders.end, at))
  const isComing = and(
    isNull(orders.cancelled_at),
    isNull(orders.checked_out_at),
    sql`tstzrange(${orders.start}, ${orders.end}) && tstzrange(${at}::timestamptz, null)`,
  )
  return and(
    eq(orders.office_id, officeId),
    sub_office_id === undefined ? undefined : eq(orders.sub_office_id, sub_office_id),
    list === 'coming' ? isComing : isOver,
  )
}

const inOrderOf = (list: OwnerOrderList) =>
  list === 'coming' ? [asc(orders.start), asc(orders.id)] : [desc(orders.start), desc(orders.id)]

/** Up to a bound: counting every order of an office takes the longer the more there are. */
export async function countOwnerOrders(db: Db, query: OrderQuery, most: number): Promise<number> {
  const counted = db
    .select({ id: orders.id })
    .from(orders)
    .where(isListed(query))
    .orderBy(...inOrderOf(query.list))
    .limit(most)
    .as('counted')
  return db.$count(counted)
}

/** Where a part of the list ends. `exact_start` has the microseconds that an `Instant` would cut off. */
type OrderMark = { exact_start: string; id: number }
type Slice = { limit: number; offset?: number; after?: OrderMark | undefined }

const following = (list: OwnerOrderList, { exact_start, id }: OrderMark): SQL =>
  sql`(${orders.start}, ${orders.id}) ${sql.raw(list === 'coming' ? '>' : '<')} (${exact_start}::timestamptz, ${id}::bigint)`

const selectOrders = (db: Db) =>
  db
    .select({
      id: orders.id,
      exact_start: sql<string>`${orders.start}::text`,
      date: orders.date,
      start: orders.start,
      end: orders.end,
      sub_office_id: orders.sub_office_id,
      sub_office_name: subOffices.name,
      sub_office_name_he: subOffices.name_he,
      basePricePerHourOrDay: orders.base_price,
      rent_type: orders.rent_type,
      total_price: orders.total_price,
      tax_percent: orders.tax_percent,
      commission_percent: orders.commission_percent,
      currency: orders.currency,
      payment_status: orders.payment_status,
      kept: orders.kept,
      pay_until: orders.pay_until,
      checked_in_at: orders.checked_in_at,
      checked_out_at: orders.checked_out_at,
      cancelled_at: orders.cancelled_at,
      no_show: orders.no_show,
      name: users.name,
      phone: profiles.phone,
      purged_at: users.purged_at,
    })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.user_id))
    .leftJoin(profiles, eq(profiles.user_id, users.id))
    .leftJoin(subOffices, theSubOffice)

/** Coming ones: the next first. Past ones: the latest first. */
export const listOrderRows = (db: Db, query: OrderQuery, { limit, offset = 0, after }: Slice) =>
  selectOrders(db)
    .where(and(isListed(query), after && following(query.list, after)))
    .orderBy(...inOrderOf(query.list))
    .limit(limit)
    .offset(offset)

export type OrderListRow = Awaited<ReturnType<typeof listOrderRows>>[number]

export async function findListedOrder(
  db: Db,
  { officeId, orderId }: { officeId: number; orderId: number },
): Promise<OrderListRow | undefined> {
  const [row] = await selectOrders(db).where(and(eq(orders.office_id, officeId), eq(orders.id, orderId)))
  return row
}
