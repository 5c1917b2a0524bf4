import type { Db } from '#server/db/connection.ts'
import { together } from '#server/db/together.ts'
import { followOrder } from '#server/features/grants/follow-order.ts'
import { findPlacedOrder } from '#server/features/orders/calendar-queries.ts'
import { mailBooking } from '#server/features/orders/mail-booking.ts'
import { type OrderRow, updateOrder } from '#server/features/orders/row-queries.ts'
import { tellOfOrder } from '#server/features/push/tell-of-order.ts'
import type { Deps } from '#server/http/routes.ts'

/** Call when nothing is left to pay. An order that waited for that gets what a booking brings: doors, and the mail. */
export async function stopWaiting(
  deps: Deps,
  db: Db,
  order: Pick<OrderRow, 'office_id' | 'id' | 'pay_until'>,
): Promise<void> {
  if (order.pay_until === null) return
  await updateOrder(db, order, { pay_until: null })
  await followOrder(deps, db, order)
  const placed = (await findPlacedOrder(db, order.id))!
  await together(
    mailBooking(deps, db, placed),
    deps.enqueue(db, tellOfOrder, { kind: 'booked', order_id: order.id }),
  )
}
