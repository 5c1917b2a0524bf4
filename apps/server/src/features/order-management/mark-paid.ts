import type { Payment } from '@keyhour/contract/order-management'
import type { OrderDetails } from '@keyhour/contract/orders'
import type { Actor } from '#server/features/audit/queries.ts'
import { settlementOf } from '#server/features/order-management/get-settlement.ts'
import { lockAnyOrder, refuseCancelled } from '#server/features/order-management/lock-order.ts'
import { writeAct } from '#server/features/order-management/write-act.ts'
import { addEvent } from '#server/features/orders/add-event.ts'
import { findOrder } from '#server/features/orders/details-queries.ts'
import { updateOrder } from '#server/features/orders/row-queries.ts'
import { heldOf, LEFT_CHANGED, statusOf } from '#server/features/orders/rules.ts'
import { stopWaiting } from '#server/features/orders/stop-waiting.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

/** For a payment outside the product that covers all that is left to pay, also of a cancelled order. */
export function markPaid(deps: Deps, orderId: number, payment: Payment, by: Actor): Promise<OrderDetails> {
  const now = deps.now()
  return deps.db.transaction(async (db) => {
    const order = await lockAnyOrder(db, orderId)
    if (order.total_price === null)
      throw new Refusal('conflict', 'This visit is in progress. Its price is set when it ends.')
    const { left, paid_in_credits } = await settlementOf(db, order, now)
    if (left === 0) {
      refuseCancelled(order)
      throw new Refusal('conflict', 'This order is already paid.')
    }
    if (order.business_id !== null)
      throw new Refusal('conflict', 'This order is on company credits. The rest can only be paid with them.')
    const { amount, method, reference } = payment
    if (left !== amount) throw new Refusal('conflict', LEFT_CHANGED)

    const paid_otherwise = order.paid_otherwise + amount
    const payment_status = statusOf(0, heldOf({ ...order, paid_otherwise }, paid_in_credits))
    await updateOrder(db, order, { paid_otherwise, payment_status })
    await stopWaiting(deps, db, order)
    await addEvent(deps, db, order, { kind: 'paid', actor_id: by.session.id, details: { amount }, at: now })
    const act = { order, kind: 'mark order paid', details: { amount, method }, words: reference } as const
    await writeAct(db, by, act, now)
    return (await findOrder(db, order.id))!
  })
}
