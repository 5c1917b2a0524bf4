import { sumSpentOn } from '#server/features/credits/ledger-queries.ts'
import { refundCredits } from '#server/features/credits/spend-credits.ts'
import { mailOrder } from '#server/features/orders/mail-order.ts'
import { addEvent, freeOrder, lockOrder, updateOrder } from '#server/features/orders/order-queries.ts'
import { paidOf } from '#server/features/orders/rules.ts'
import type { Deps } from '#server/http/routes.ts'

/** Cancelled by us, since its place is gone: all that was paid goes back. Doing it again changes nothing. */
export function withdrawOrder(deps: Deps, orderId: number, adminId: number): Promise<void> {
  const now = deps.now()
  return deps.db.transaction(async (db) => {
    const order = await lockOrder(db, orderId)
    if (!order || order.cancelled_at !== null || order.checked_out_at !== null) return
    await freeOrder(db, order)
    await refundCredits(db, order, await sumSpentOn(db, order), now)
    const refund = paidOf(order)
    const refunded = order.refunded + refund
    await updateOrder(db, order, { cancelled_at: now.toISOString(), cancelled_by: adminId, refunded })
    await addEvent(db, order, { kind: 'cancelled', actor_id: adminId, details: { refund } }, now)
    await mailOrder(deps, db, order.id, 'withdrawn')
  })
}
