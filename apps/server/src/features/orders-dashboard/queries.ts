import type { SpaceRef } from '@keyhour/contract/offices'
import type {
  ActiveOrder,
  DashboardOffice,
  DashboardSubOffice,
  OrderUser,
} from '@keyhour/contract/orders-dashboard'
import { and, asc, eq, ilike, isNull, or, type SQL, sql } from 'drizzle-orm'
import { containing } from '#server/db/conditions.ts'
import type { Db } from '#server/db/connection.ts'
import { offices, subOffices } from '#server/db/schema/offices.ts'
import { inSessionAt, orders } from '#server/db/schema/orders.ts'
import { profiles, users } from '#server/db/schema/users.ts'

type Filters = { q: string; in_use: 'true' | 'false' }
type Page = { page?: number | undefined; page_size: number }

const ofOffice = eq(orders.office_id, offices.id)
const ofSubOffice = and(eq(orders.office_id, subOffices.office_id), eq(orders.sub_office_id, subOffices.id))

const isFound = ({ q, in_use }: Filters, now: Date): SQL | undefined =>
  and(
    isNull(offices.deleted_at),
    q === ''
      ? undefined
      : or(
          ...[offices.name, offices.name_he, offices.address, offices.address_he].map((column) =>
            ilike(column, containing(q)),
          ),
        ),
    in_use === 'true'
      ? sql`exists (select from ${orders} where ${ofOffice} and ${inSessionAt(now)})`
      : undefined,
  )

/** Without a page: all of them. */
export function listDashboardOffices(db: Db, filters: Filters & Page, now: Date): Promise<DashboardOffice[]> {
  const active = countActive(db, ofOffice, now)
  const { id, name, name_he, address, address_he, capacity } = offices
  const found = db
    .select({ id, name, name_he, address, address_he, capacity, active_orders: active.count })
    .from(offices)
    .crossJoinLateral(active)
    .where(isFound(filters, now))
    .orderBy(sql`lower(${name})`, asc(id))
  if (filters.page === undefined) return found
  return found.limit(filters.page_size).offset((filters.page - 1) * filters.page_size)
}

const countActive = (db: Db, there: SQL | undefined, now: Date) =>
  db
    .select({ count: sql<number>`count(*)::integer`.as('count') })
    .from(orders)
    .where(and(there, inSessionAt(now)))
    .as('active')

export const countDashboardOffices = (db: Db, filters: Filters, now: Date): Promise<number> =>
  db.$count(offices, isFound(filters, now))

export async function findOfficeId(db: Db, id: number): Promise<number | undefined> {
  const [found] = await db
    .select({ id: offices.id })
    .from(offices)
    .where(and(eq(offices.id, id), isNull(offices.deleted_at)))
  return found?.id
}

/** A deleted sub-office is listed until its last visit is over. */
const isThere = (now: Date): SQL | undefined =>
  or(
    isNull(subOffices.deleted_at),
    sql`exists (select from ${orders} where ${ofSubOffice} and ${inSessionAt(now)})`,
  )

export function listSubOffices(db: Db, officeId: number, now: Date): Promise<DashboardSubOffice[]> {
  const active = countActive(db, ofSubOffice, now)
  const { id, office_id, name, name_he, type, capacity } = subOffices
  return db
    .select({
      ...{ id, office_id, name, name_he, type, capacity },
      active_orders: active.count,
      is_deleted: sql<boolean>`${subOffices.deleted_at} is not null`,
    })
    .from(subOffices)
    .crossJoinLateral(active)
    .where(and(eq(office_id, officeId), isThere(now)))
    .orderBy(sql`lower(${name})`, asc(id))
}

export async function findSubOffice(db: Db, id: number, now: Date) {
  const [found] = await db
    .select({ office_id: subOffices.office_id, sub_office_id: subOffices.id })
    .from(subOffices)
    .where(and(eq(subOffices.id, id), isThere(now)))
  return found
}

export const listActiveOrders = (
  db: Db,
  { office_id, sub_office_id }: SpaceRef,
  now: Date,
): Promise<ActiveOrder[]> =>
  db
    .select({
      id: orders.id,
      start: orders.start,
      end: orders.end,
      time_zone: offices.time_zone,
      booking_type: orders.booking_type,
      payment_status: orders.payment_status,
      pay_until: orders.pay_until,
    })
    .from(orders)
    .innerJoin(offices, ofOffice)
    .where(
      and(
        eq(orders.office_id, office_id),
        sub_office_id === null ? isNull(orders.sub_office_id) : eq(orders.sub_office_id, sub_office_id),
        inSessionAt(now),
      ),
    )
    .orderBy(asc(orders.start), asc(orders.id))

export async function findOrderUser(db: Db, orderId: number): Promise<OrderUser | undefined> {
  const [user] = await db
    .select({
      id: users.id,
      name: users.name,
      user_name: users.name,
      email: users.email,
      profile: { phone: profiles.phone },
    })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.user_id))
    .leftJoin(profiles, eq(profiles.user_id, users.id))
    .where(eq(orders.id, orderId))
  return user && { ...user, profile: user.profile ?? { phone: null } }
}
