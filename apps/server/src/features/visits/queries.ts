import { and, desc, eq, isNull, notInArray, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connection.ts'
import { offices, subOffices } from '#server/db/schema/offices.ts'
import { inSessionAt, occupancy, orderEvents, orders } from '#server/db/schema/orders.ts'
import { profiles, users } from '#server/db/schema/users.ts'
import { theSubOffice, whoAndWhere } from '#server/features/orders/details-queries.ts'
import type { OrderRow } from '#server/features/orders/row-queries.ts'

/** In UTC milliseconds. */
export type CheckOut = { at: number; unit_id: number; reserved_until: number }

/** Undefined if the order has changed since the check-out, or if the check-out freed nothing. */
export async function findLastCheckOut(
  db: Db,
  order: Pick<OrderRow, 'office_id' | 'id'>,
): Promise<CheckOut | undefined> {
  const { kind, at, details } = orderEvents
  const [last] = await db
    .select({ kind, at, details })
    .from(orderEvents)
    .where(
      and(
        eq(orderEvents.office_id, order.office_id),
        eq(orderEvents.order_id, order.id),
        // The saved card is charged after the check-out.
        notInArray(kind, ['paid', 'payment failed']),
      ),
    )
    .orderBy(desc(orderEvents.id))
    .limit(1)
  if (last?.kind !== 'checked out' || last.details.unit_id === undefined) return undefined
  return {
    at: Date.parse(last.at),
    unit_id: Number(last.details.unit_id),
    reserved_until: Date.parse(String(last.details.reserved_until)),
  }
}

/** Visits without an end whose reservation has ended. */
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

type Watched = { officeId: number; subOfficeId: number | undefined; now: Date }

const takesPlaceAt = ({ officeId, subOfficeId }: Watched): SQL | undefined =>
  and(
    eq(orders.office_id, officeId),
    subOfficeId === undefined ? undefined : eq(orders.sub_office_id, subOfficeId),
  )

export function listSessionRows(db: Db, watched: Watched) {
  return db
    .select({
      id: orders.id,
      since: sql<string>`coalesce(${orders.checked_in_at}, ${orders.start})`.mapWith(orders.start),
      booked_start: orders.start,
      end: orders.end,
      passport_image: profiles.passport_image,
      ...whoAndWhere,
    })
    .from(orders)
    .innerJoin(offices, eq(offices.id, orders.office_id))
    .innerJoin(users, eq(users.id, orders.user_id))
    .leftJoin(profiles, eq(profiles.user_id, users.id))
    .leftJoin(subOffices, theSubOffice)
    .where(and(takesPlaceAt(watched), inSessionAt(watched.now)))
    .orderBy(orders.start, orders.id)
}

export type SessionRow = Awaited<ReturnType<typeof listSessionRows>>[number]
