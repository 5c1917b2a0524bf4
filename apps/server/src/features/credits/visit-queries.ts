import { and, eq, isNull } from 'drizzle-orm'
import { isOwing, occupancy, orders } from '#server/db/schema/orders.ts'
import { statement } from '#server/db/statement.ts'
import { spanOf } from '#server/features/availability/occupancy-queries.ts'

/** Visits without an end that credits have to pay for, and until when each may go on. */
export const listRunningVisits = statement<{ user_id: number }>()((db, value) =>
  db
    .select({
      currency: orders.currency,
      base_price: orders.base_price,
      tax_percent: orders.tax_percent,
      ...spanOf(occupancy.during),
    })
    .from(orders)
    .innerJoin(occupancy, and(eq(occupancy.office_id, orders.office_id), eq(occupancy.order_id, orders.id)))
    .where(
      and(
        eq(orders.user_id, value('user_id')),
        isOwing,
        isNull(orders.end),
        isNull(orders.cancelled_at),
        eq(orders.on_saved_card, false),
        eq(occupancy.cause, 'order'),
      ),
    ),
)
export type RunningVisit = Awaited<ReturnType<typeof listRunningVisits>>[number]
