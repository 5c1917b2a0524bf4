import { and, asc, eq } from 'drizzle-orm'
import type { Db } from '#server/db/connection.ts'
import { offices, subOffices } from '#server/db/schema/offices.ts'
import { orders, paid } from '#server/db/schema/orders.ts'
import { users } from '#server/db/schema/users.ts'
import { theSubOffice } from '#server/features/orders/details-queries.ts'

const selectPlaced = (db: Db) =>
  db
    .select({
      id: orders.id,
      began_as: orders.began_as,
      version: orders.version,
      start: orders.start,
      end: orders.end,
      cancelled_at: orders.cancelled_at,
      currency: orders.currency,
      total_price: orders.total_price,
      tax_percent: orders.tax_percent,
      business_id: orders.business_id,
      no_show_minutes: orders.no_show_minutes,
      no_show_refund_percent: orders.no_show_refund_percent,
      paid,
      time_zone: offices.time_zone,
      office: {
        name: offices.name,
        name_he: offices.name_he,
        address: offices.address,
        address_he: offices.address_he,
      },
      sub_office: { name: subOffices.name, name_he: subOffices.name_he },
      lat: offices.lat,
      lon: offices.lon,
      customer: { name: users.name, email: users.email, language: users.language },
    })
    .from(orders)
    .innerJoin(offices, eq(offices.id, orders.office_id))
    .innerJoin(users, eq(users.id, orders.user_id))
    .leftJoin(subOffices, theSubOffice)

/** An order with its space, office and customer, as calendars and mails need it. */
export async function findPlacedOrder(db: Db, id: number) {
  const [order] = await selectPlaced(db).where(eq(orders.id, id))
  return order
}

/** Those of a series, the first to start first. */
export const listPlacedOrders = (
  db: Db,
  { office_id, series_id }: { office_id: number; series_id: number },
): Promise<PlacedOrder[]> =>
  selectPlaced(db)
    .where(and(eq(orders.office_id, office_id), eq(orders.series_id, series_id)))
    .orderBy(asc(orders.start), asc(orders.id))
    .execute()

export type PlacedOrder = NonNullable<Awaited<ReturnType<typeof findPlacedOrder>>>
