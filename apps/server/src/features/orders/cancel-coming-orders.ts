import type { Db } from '#server/db/connection.ts'
import { endVisit } from '#server/features/orders/check-out.ts'
import {
  addEvent,
  freeOrder,
  lockUnfinishedOrders,
  updateOrder,
} from '#server/features/orders/order-queries.ts'
import { deleteHoldsOf } from '#server/features/orders/space-queries.ts'

/** For somebody who is gone for good: what they had booked is free again, nothing is given back. */
export async function cancelComingOrders(db: Db, userId: number, now: Date): Promise<void> {
  await deleteHoldsOf(db, userId)
  for (const order of await lockUnfinishedOrders(db, userId, now)) {
    if (Date.parse(order.start) < now.getTime()) {
      await endVisit(db, order, now, null)
      continue
    }
    await freeOrder(db, order)
    await updateOrder(db, order, { cancelled_at: now.toISOString() })
    await addEvent(db, order, { kind: 'cancelled', actor_id: null, details: { refund: 0 } }, now)
  }
}
