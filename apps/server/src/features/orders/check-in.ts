import type { OrderDetails } from '@keyhour/contract/orders'
import { lockOwnOrder, refuseFinished } from '#server/features/orders/lock-own-order.ts'
import { addEvent, updateOrder } from '#server/features/orders/order-queries.ts'
import { findOrder } from '#server/features/orders/queries.ts'
import type { Session } from '#server/http/guards.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'
import { MINUTE } from '#server/time/opening-hours.ts'

const EARLIEST_MINUTES = 10

/** The first time counts. */
export function checkIn(deps: Deps, orderId: number, caller: Session): Promise<OrderDetails> {
  const now = deps.now()
  return deps.db.transaction(async (db) => {
    const order = await lockOwnOrder(db, orderId, caller)
    refuseFinished(order, now)
    if (now.getTime() < Date.parse(order.start) - EARLIEST_MINUTES * MINUTE)
      throw new Refusal('conflict', 'You can check in from 10 minutes before the start.')
    if (order.checked_in_at === null) {
      await updateOrder(db, order, { checked_in_at: now.toISOString() })
      await addEvent(db, order, { kind: 'checked in', actor_id: caller.id }, now)
    }
    return (await findOrder(db, order.id))!
  })
}
