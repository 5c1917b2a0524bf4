import { type Cancellation, splitRefund } from '@keyhour/contract/order-management'
import type { OrderDetails } from '@keyhour/contract/orders'
import type { Actor } from '#server/features/audit/queries.ts'
import { settlementOf } from '#server/features/order-management/get-settlement.ts'
import { lockAnyOrder, refuseCancelled } from '#server/features/order-management/lock-order.ts'
import { writeAct } from '#server/features/order-management/write-act.ts'
import { cancelAndRefund } from '#server/features/orders/cancel-and-refund.ts'
import { findOrder } from '#server/features/orders/details-queries.ts'
import { cancelledByUs } from '#server/features/orders/mails.ts'
import { badField, Refusal } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

/**
 * At any time, even after the stay, and with any refund up to what was paid. What the terms keep beyond that stays owed,
 * unless the admin waives or refunds something.
 */
export function cancelWithRefund(
  deps: Deps,
  orderId: number,
  { refund, paid, waive, reason }: Cancellation,
  by: Actor,
): Promise<OrderDetails> {
  const now = deps.now()
  return deps.db.transaction(async (db) => {
    const order = await lockAnyOrder(db, orderId)
    refuseCancelled(order)
    if (order.end === null) throw new Refusal('conflict', 'This visit is in progress. Check out to end it.')
    const settlement = await settlementOf(db, order, now)
    if (settlement.paid !== paid)
      throw new Refusal('conflict', 'The amount paid has changed in the meantime. Please check it again.')
    if (refund > paid) throw badField('refund', 'You cannot refund more than was paid')

    const owed = waive || refund > 0 ? 0 : settlement.by_rule.owed
    const details = { refund, refund_credits: splitRefund(refund, settlement).credits, owed }
    await cancelAndRefund(deps, db, order, {
      refund: { ...details, kept: paid - refund + owed },
      by: by.session.id,
      letter: cancelledByUs(reason),
    })
    await writeAct(db, by, { order, kind: 'cancel order', details, words: reason }, now)
    return (await findOrder(db, order.id))!
  })
}
