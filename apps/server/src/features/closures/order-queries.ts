import type { OrderInTheWay } from '@keyhour/contract/closures'
import type { SpaceRef } from '@keyhour/contract/offices'
import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connection.ts'
import { subOffices, units } from '#server/db/schema/offices.ts'
import { hasBegunAt, occupancy, orders, paid } from '#server/db/schema/orders.ts'
import { users } from '#server/db/schema/users.ts'
import { overlapsSpan } from '#server/features/availability/occupancy-queries.ts'
import { theSubOffice } from '#server/features/orders/details-queries.ts'
import type { Span } from '#server/time/opening-hours.ts'

/** Orders in a space, or in an office with all its spaces, that overlap this time. */
export function listOrdersInTheWay(
  db: Db,
  { office_id, sub_office_id }: SpaceRef,
  span: Span,
  now: Date,
): Promise<OrderInTheWay[]> {
  return db
    .select({
      id: orders.id,
      user_name: users.name,
      user_email: users.email,
      sub_office_name: subOffices.name,
      sub_office_name_he: subOffices.name_he,
      start: orders.start,
      end: orders.end,
      is_running: sql<boolean>`(${hasBegunAt(now)})`,
      refund: paid,
      currency: orders.currency,
    })
    .from(occupancy)
    .innerJoin(units, and(eq(units.office_id, occupancy.office_id), eq(units.id, occupancy.unit_id)))
    .innerJoin(orders, and(eq(orders.office_id, occupancy.office_id), eq(orders.id, occupancy.order_id)))
    .innerJoin(users, eq(users.id, orders.user_id))
    .leftJoin(subOffices, theSubOffice)
    .where(
      and(
        eq(occupancy.office_id, office_id),
        eq(occupancy.cause, 'order'),
        overlapsSpan(occupancy.during, span),
        sub_office_id === null ? undefined : eq(units.sub_office_id, sub_office_id),
        isNull(units.retired_at),
      ),
    )
    .orderBy(asc(orders.start), asc(orders.id))
}
