import { cancelAndRefund, findFullRefund } from '#server/features/orders/cancel-and-refund.ts'
import { withdrawn } from '#server/features/orders/mails.ts'
import { lockOrder } from '#server/features/orders/row-queries.ts'
import type { Deps } from '#server/http/routes.ts'

/** Cancels an order whose space is gone, with a full refund. Withdrawing again changes nothing. */
export function withdrawOrder(deps: Deps, orderId: number, adminId: number): Promise<void> {
  return deps.db.transaction(async (db) => {
    const order = await lockOrder(db, orderId)
    if (!order || order.cancelled_at !== null || order.checked_out_at !== null) return
    const refund = await findFullRefund(db, order, deps.now())
    await cancelAndRefund(deps, db, order, { refund, by: adminId, letter: withdrawn })
  })
}
