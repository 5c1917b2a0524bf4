import type { OrderDetails, Refund } from '@keyhour/contract/orders'
import { percentOf } from '@keyhour/contract/primitives'
import type { Db } from '#server/db/connection.ts'
import { sumSpentOn } from '#server/features/credits/ledger-queries.ts'
import { refundCredits } from '#server/features/credits/spend-credits.ts'
import { followOrder } from '#server/features/grants/follow-order.ts'
import { auditForCustomer } from '#server/features/orders/audit-for-customer.ts'
import { leaveUnit } from '#server/features/orders/leave-unit.ts'
import { findOwnOrderRow, lockOwnOrder, refuseFinished } from '#server/features/orders/lock-own-order.ts'
import { mailOrder } from '#server/features/orders/mail-order.ts'
import { cancelled } from '#server/features/orders/mails.ts'
import { addEvent, type OrderRow, updateOrder } from '#server/features/orders/order-queries.ts'
import { findOrder } from '#server/features/orders/queries.ts'
import { paidOf, refundPercent } from '#server/features/orders/rules.ts'
import { findCancelPolicy } from '#server/features/orders/space-queries.ts'
import type { Session } from '#server/http/guards.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

/** What cancelling at this moment would give back. */
export async function getRefund({ db, now }: Deps, orderId: number, caller: Session): Promise<Refund> {
  const order = await findOwnOrderRow(db, orderId, caller)
  refuseCancelling(order, now())
  return findRefund(db, order, now())
}

type Cancelling = { orderId: number; shownRefund: number; caller: Session }

/** The refund is the one that was shown, or nothing happens. Cancelling again changes nothing. */
export function cancelOrder(deps: Deps, { orderId, shownRefund, caller }: Cancelling): Promise<OrderDetails> {
  const now = deps.now()
  return deps.db.transaction(async (db) => {
    const order = await lockOwnOrder(db, orderId, caller)
    if (order.cancelled_at === null) {
      refuseCancelling(order, now)
      const { refund, refund_credits } = await findRefund(db, order, now)
      if (refund !== shownRefund)
        throw new Refusal('conflict', 'The refund has changed meanwhile. Please look at it again.')
      await leaveUnit(db, order, now)
      await refundCredits(db, order, refund_credits, now)
      const refunded = order.refunded + refund
      await updateOrder(db, order, { cancelled_at: now.toISOString(), cancelled_by: caller.id, refunded })
      await addEvent(db, order, { kind: 'cancelled', actor_id: caller.id, details: { refund } }, now)
      await auditForCustomer(db, order, caller, {
        action: 'cancel order',
        details: { refund, refund_credits },
        now,
      })
      await followOrder(deps, db, order)
      await mailOrder(
        deps,
        db,
        order.id,
        cancelled({ credits: refund_credits, rest: refund - refund_credits }),
      )
    }
    return (await findOrder(db, order.id))!
  })
}

/** Who is there without an end pays for the time, so leaving is the only way out. */
function refuseCancelling(order: OrderRow, now: Date): void {
  refuseFinished(order, now)
  if (order.end === null) throw new Refusal('conflict', 'This visit is under way. Check out to end it.')
}

/** Of what the order still holds: some of it may have gone back before. */
async function findRefund(db: Db, order: OrderRow, now: Date): Promise<Refund> {
  const percent = refundPercent(await findCancelPolicy(db, order.office_id), order, now)
  const credits = await sumSpentOn(db, order)
  const refund_credits = percentOf(credits, percent)
  const refund = refund_credits + percentOf(paidOf(order) - credits, percent)
  return { percent, refund, refund_credits, currency: order.currency }
}
