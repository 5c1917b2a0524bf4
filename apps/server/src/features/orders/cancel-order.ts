import type { OrderDetails, Refund } from '@keyhour/contract/orders'
import { refundCredits } from '#server/features/credits/spend-credits.ts'
import { lockOwnOrder, refuseFinished } from '#server/features/orders/lock-own-order.ts'
import { mailOrder } from '#server/features/orders/mail-order.ts'
import { addEvent, freeOrder, type OrderRow, updateOrder } from '#server/features/orders/order-queries.ts'
import { findOrder } from '#server/features/orders/queries.ts'
import { percentOf, refundPercent } from '#server/features/orders/rules.ts'
import { findCancelPolicy } from '#server/features/orders/space-queries.ts'
import type { Session } from '#server/http/guards.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

/** What cancelling at this moment would give back. */
export function getRefund(deps: Deps, orderId: number, caller: Session): Promise<Refund> {
  return deps.db.transaction(async (db) => {
    const order = await lockOwnOrder(db, orderId, caller)
    refuseFinished(order, deps.now())
    return refundOf(order, await findCancelPolicy(db, order.office_id), deps.now())
  })
}

type Cancelling = { orderId: number; shownRefund: number; caller: Session }

/** The refund is the one that was shown, or nothing happens. Cancelling again changes nothing. */
export function cancelOrder(deps: Deps, { orderId, shownRefund, caller }: Cancelling): Promise<OrderDetails> {
  const now = deps.now()
  return deps.db.transaction(async (db) => {
    const order = await lockOwnOrder(db, orderId, caller)
    if (order.cancelled_at === null) {
      refuseFinished(order, now)
      const { refund, refund_credits } = refundOf(order, await findCancelPolicy(db, order.office_id), now)
      if (refund !== shownRefund)
        throw new Refusal('conflict', 'The refund has changed meanwhile. Please look at it again.')
      await freeOrder(db, order)
      await refundCredits(db, order, refund_credits, now)
      const cancelled = { cancelled_at: now.toISOString(), cancelled_by: caller.id, refunded: refund }
      await updateOrder(db, order, cancelled)
      await addEvent(db, order, { kind: 'cancelled', actor_id: caller.id, details: { refund } }, now)
      await mailOrder(deps, db, order.id, 'cancelled')
    }
    return (await findOrder(db, order.id))!
  })
}

function refundOf(order: OrderRow, policy: Parameters<typeof refundPercent>[0], now: Date): Refund {
  const percent = refundPercent(policy, order, now)
  const refund_credits = percentOf(order.paid_with_credits, percent)
  const refund = refund_credits + percentOf(order.paid_by_card, percent)
  return { percent, refund, refund_credits, currency: order.currency }
}
