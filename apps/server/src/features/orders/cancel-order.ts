import type { OrderDetails, Refund } from '@keyhour/contract/orders'
import type { Db } from '#server/db/connection.ts'
import { auditForCustomer } from '#server/features/orders/audit-for-customer.ts'
import { cancelAndRefund, findRefundByTerms } from '#server/features/orders/cancel-and-refund.ts'
import { findOrder } from '#server/features/orders/details-queries.ts'
import { findOwnOrderRow, lockOwnOrder, refuseFinished } from '#server/features/orders/lock-own-order.ts'
import { cancelled } from '#server/features/orders/mails.ts'
import type { OrderRow } from '#server/features/orders/row-queries.ts'
import type { Session } from '#server/http/guards.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

export async function getRefund(deps: Deps, orderId: number, caller: Session): Promise<Refund> {
  return findRefundOfOrder(deps, await findOwnOrderRow(deps.db, orderId, caller))
}

export function findRefundOfOrder({ db, now }: Deps, order: OrderRow): Promise<Refund> {
  refuseCancelling(order, now())
  return findRefundByTerms(db, order, now())
}

/** What the customer was shown before confirming. */
type Shown = { refund: number; owed?: number | undefined }

/** Refuses if the refund, or what stays owed, is no longer as shown. Cancelling again changes nothing. */
export function cancelOrder(
  deps: Deps,
  orderId: number,
  shown: Shown,
  caller: Session,
): Promise<OrderDetails> {
  return deps.db.transaction(async (db) => {
    const order = await lockOwnOrder(db, orderId, caller)
    await cancelByTerms(deps, db, order, shown, caller)
    return (await findOrder(db, order.id))!
  })
}

/** The caller may cancel it, and the order is locked. */
export async function cancelByTerms(
  deps: Deps,
  db: Db,
  order: OrderRow,
  shown: Shown,
  caller: Session,
): Promise<void> {
  if (order.cancelled_at !== null) return
  const now = deps.now()
  refuseCancelling(order, now)
  const found = await findRefundByTerms(db, order, now)
  const { refund, refund_credits, owed } = found
  if (refund !== shown.refund)
    throw new Refusal('conflict', 'The refund has changed in the meantime. Please check it again.')
  if (owed !== (shown.owed ?? owed))
    throw new Refusal('conflict', 'The amount still owed has changed in the meantime. Please check it again.')
  await cancelAndRefund(deps, db, order, { refund: found, by: caller.id, letter: cancelled })
  const details = { refund, refund_credits, owed }
  await auditForCustomer(db, order, caller, { action: 'cancel order', details, now })
}

/** A running visit without an end is charged for its time, so it cannot be cancelled. */
function refuseCancelling(order: OrderRow, now: Date): void {
  refuseFinished(order, now)
  if (order.end === null) throw new Refusal('conflict', 'This visit is in progress. Check out to end it.')
}
