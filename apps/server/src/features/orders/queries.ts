import type { AdminOrder, OrderDetails } from '@keyhour/contract/orders'
import { and, desc, eq, gt, isNull, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connection.ts'
import { offices, subOffices } from '#server/db/schema/offices.ts'
import { idempotencyKeys, orders } from '#server/db/schema/orders.ts'
import { profiles, users } from '#server/db/schema/users.ts'

const theSubOffice = and(eq(subOffices.office_id, orders.office_id), eq(subOffices.id, orders.sub_office_id))

/** Who is in now: begun, not ended, not cancelled, not checked out. */
export function listSessionRows(
  db: Db,
  where: { officeId: number; subOfficeId: number | undefined; now: Date },
) {
  const now = where.now.toISOString()
  return db
    .select({
      id: orders.id,
      since: sql<string>`coalesce(${orders.checked_in_at}, ${orders.start})`.mapWith(orders.start),
      user_id: users.id,
      user_name: users.name,
      passport_image: profiles.passport_image,
      office_name: offices.name,
      sub_office_name: subOffices.name,
    })
    .from(orders)
    .innerJoin(offices, eq(offices.id, orders.office_id))
    .innerJoin(users, eq(users.id, orders.user_id))
    .leftJoin(profiles, eq(profiles.user_id, users.id))
    .leftJoin(subOffices, theSubOffice)
    .where(
      and(
        eq(orders.office_id, where.officeId),
        where.subOfficeId === undefined ? undefined : eq(orders.sub_office_id, where.subOfficeId),
        isNull(orders.cancelled_at),
        isNull(orders.checked_out_at),
        lte(orders.start, now),
        or(isNull(orders.end), gt(orders.end, now)),
      ),
    )
    .orderBy(orders.start, orders.id)
}

export type SessionRow = Awaited<ReturnType<typeof listSessionRows>>[number]

async function listOrders(db: Db, where: SQL | undefined): Promise<(OrderDetails & { user_id: number })[]> {
  const rows = await db
    .select({ order: orders, office: offices, sub_office: { id: subOffices.id, name: subOffices.name } })
    .from(orders)
    .innerJoin(offices, eq(offices.id, orders.office_id))
    .leftJoin(subOffices, theSubOffice)
    .where(where)
    .orderBy(desc(orders.start), desc(orders.id))
  return rows.map(({ order, office, sub_office }) => ({
    id: order.id,
    user_id: order.user_id,
    start: order.start,
    end: order.end,
    time_zone: office.time_zone,
    Office: { id: office.id, name: office.name, type: sub_office ? 'SubOffice' : 'Office' },
    SubOffice: sub_office,
    total_price: order.total_price ?? 0,
    currency: order.currency,
    payment_status: order.payment_status,
    booking_type: order.booking_type,
    cancelled_at: order.cancelled_at,
  }))
}

export const listOrdersOf = (db: Db, userId: number) => listOrders(db, eq(orders.user_id, userId))

export async function findOrder(db: Db, id: number) {
  const [order] = await listOrders(db, eq(orders.id, id))
  return order
}

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
}

/** `page` undefined: all of them. */
export function listAllOrders(
  db: Db,
  { page, page_size }: { page: number | undefined; page_size: number },
): Promise<AdminOrder[]> {
  const all = db
    .select(adminOrder)
    .from(orders)
    .innerJoin(users, eq(users.id, orders.user_id))
    .innerJoin(offices, eq(offices.id, orders.office_id))
    .leftJoin(profiles, eq(profiles.user_id, users.id))
    .leftJoin(subOffices, theSubOffice)
    .orderBy(desc(orders.date), desc(orders.id))
  return page === undefined ? all : all.limit(page_size).offset((page - 1) * page_size)
}

export const countOrders = (db: Db): Promise<number> => db.$count(orders)

export async function deleteIdempotencyKeysBefore(db: Db, moment: Date): Promise<void> {
  await db.delete(idempotencyKeys).where(lt(idempotencyKeys.created_at, moment.toISOString()))
}
