import type { BusinessOrder } from '@keyhour/contract/business-credits'
import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connection.ts'
import { businessUsage } from '#server/db/schema/businesses.ts'
import { offices, subOffices } from '#server/db/schema/offices.ts'
import { orders } from '#server/db/schema/orders.ts'
import { users } from '#server/db/schema/users.ts'
import { theSubOffice } from '#server/features/orders/details-queries.ts'

/** Only those on the credits of the company: what people book for themselves is their own. */
export type OrderFilter = { businessId: number; user_id?: number | undefined }

const isFound = ({ businessId, user_id }: OrderFilter): SQL | undefined =>
  and(eq(orders.business_id, businessId), user_id === undefined ? undefined : eq(orders.user_id, user_id))

/** Null for an account that was purged. */
export const nameUnlessGone = sql<string | null>`case when ${users.purged_at} is null then ${users.name} end`

const selectOrders = (db: Db) =>
  db
    .select({
      id: orders.id,
      user_id: orders.user_id,
      person_name: nameUnlessGone,
      date: orders.date,
      start: orders.start,
      end: orders.end,
      time_zone: offices.time_zone,
      office_id: orders.office_id,
      office: offices.name,
      office_he: offices.name_he,
      sub_office: subOffices.name,
      sub_office_he: subOffices.name_he,
      currency: orders.currency,
      spent: sql<number>`greatest(0, ${orders.paid_with_credits} - ${orders.refunded})`,
      cancelled_at: orders.cancelled_at,
    })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.user_id))
    .innerJoin(offices, eq(offices.id, orders.office_id))
    .leftJoin(subOffices, theSubOffice)

/** Finds the page by index alone, and reads the other tables only for that. */
export async function listBusinessOrders(
  db: Db,
  filter: OrderFilter,
  { page, page_size }: { page: number; page_size: number },
): Promise<BusinessOrder[]> {
  const chosen = db
    .select({ office_id: orders.office_id, id: orders.id })
    .from(orders)
    .where(isFound(filter))
    .orderBy(desc(orders.start), desc(orders.id))
    .limit(page_size)
    .offset((page - 1) * page_size)
    .as('chosen')
  return selectOrders(db)
    .innerJoin(chosen, and(eq(chosen.office_id, orders.office_id), eq(chosen.id, orders.id)))
    .orderBy(desc(orders.start), desc(orders.id))
}

/** All of a company are counted by their tallies. */
export async function countBusinessOrders(db: Db, filter: OrderFilter): Promise<number> {
  if (filter.user_id !== undefined) return db.$count(orders, isFound(filter))
  const [row] = await db
    .select({ count: sql<number>`coalesce(sum(${businessUsage.orders}), 0)::integer` })
    .from(businessUsage)
    .where(and(eq(businessUsage.business_id, filter.businessId), eq(businessUsage.kind, 'space')))
  return row!.count
}

export async function findBusinessOrder(
  db: Db,
  businessId: number,
  orderId: number,
): Promise<BusinessOrder | undefined> {
  const [order] = await selectOrders(db).where(and(isFound({ businessId }), eq(orders.id, orderId)))
  return order
}
