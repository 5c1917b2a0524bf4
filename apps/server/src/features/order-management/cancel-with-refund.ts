import { type Cancellation, splitRefund } from '@keyhour/contract/order-management'
import type { OrderDetails } from '@keyhour/contract/orders'
import { refundCredits } from '#server/features/credits/spend-credits.ts'
import { followOrder } from '#server/features/grants/follow-order.ts'
import { settlementOf } from '#server/features/order-management/get-settlement.ts'
import { lockAnyOrder, refuseCancelled } from '#server/features/order-management/lock-order.ts'
import { cancelledByUs } from '#server/features/order-management/mails.ts'
import { type ActingAdmin, writeAct } from '#server/features/order-management/write-act.ts'
import { findOrder } from '#server/features/orders/details-queries.ts'
import { leaveUnit } from '#server/features/orders/leave-unit.ts'
import { mailOrder } from '#server/features/orders/mail-order.ts'
import { addEvent, updateOrder } from '#server/features/orders/row-queries.ts'
import { badField, Refusal } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

type Cancelling = { orderId: number; cancellation: Cancellation; admin: ActingAdmin }

/** At any time, even after the stay, and with any refund up to what was paid. */
export function cancelWithRefund(
  deps: Deps,
  { orderId, cancellation: { refund, paid, reason }, admin }: Cancelling,
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

    await leaveUnit(db, order, now)
    const credits = await refundCredits(db, order, splitRefund(refund, settlement).credits, now)
    const refunded = order.refunded + refund
    await updateOrder(db, order, { cancelled_at: now.toISOString(), cancelled_by: admin.id, refunded })
    await addEvent(db, order, { kind: 'cancelled', actor_id: admin.id, details: { refund } }, now)
    await followOrder(deps, db, order)
    const details = { refund, refund_credits: credits }
    await writeAct(db, admin, { order, kind: 'cancel order', details, words: reason }, now)
    await mailOrder(deps, db, order.id, cancelledByUs({ reason, credits, rest: refund - credits }))
    return (await findOrder(db, order.id))!
  })
}
