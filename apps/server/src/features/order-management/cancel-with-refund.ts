import { type Cancellation, splitRefund } from '@keyhour/contract/order-management'
import type { OrderDetails } from '@keyhour/contract/orders'
import type { Db } from '#server/db/connection.ts'
import type { Actor } from '#server/features/audit/queries.ts'
import { lockBusinessRow } from '#server/features/businesses/queries.ts'
import { settlementOf } from '#server/features/order-management/get-settlement.ts'
import { lockAnyOrder, refuseCancelled } from '#server/features/order-management/lock-order.ts'
import { writeAct } from '#server/features/order-management/write-act.ts'
import { cancelAndRefund } from '#server/features/orders/cancel-and-refund.ts'
import { findOrder } from '#server/features/orders/details-queries.ts'
import { cancelledByUs, type Outcome, type WriteLetter } from '#server/features/orders/mails.ts'
import type { OrderRow } from '#server/features/orders/row-queries.ts'
import { mailStrandedCredits } from '#server/features/payments/mail-stranded-credits.ts'
import { listPaymentsWithCreditsLeft } from '#server/features/payments/queries.ts'
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

    const { credits: refund_credits } = splitRefund(refund, settlement)
    // Before the credits are locked: a closing waits until they are back, and is then refused.
    const company =
      refund_credits > 0 && order.business_id !== null
        ? await lockBusinessRow(db, order.business_id)
        : undefined
    const isClosed = Boolean(company?.deleted_at)
    const owed = waive || refund > 0 ? 0 : settlement.by_rule.owed
    const details = { refund, refund_credits, owed }
    await cancelAndRefund(deps, db, order, {
      refund: { ...details, kept: paid - refund + owed },
      by: by.session.id,
      letter: letterFor(reason, isClosed),
    })
    if (isClosed) await mailStrandedRefund(deps, db, order)
    await writeAct(db, by, { order, kind: 'cancel order', details, words: reason }, now)
    return (await findOrder(db, order.id))!
  })
}

/** Nobody can spend the credits of a closed company, so no last day is named. */
const letterFor =
  (reason: string, isClosed: boolean) =>
  (outcome: Outcome): WriteLetter =>
    cancelledByUs(reason)(isClosed ? { ...outcome, expired: null } : outcome)

/** Tells the operator which payments to refund. */
async function mailStrandedRefund(deps: Deps, db: Db, order: OrderRow): Promise<void> {
  for (const { payment, credits } of await listPaymentsWithCreditsLeft(db, order))
    await mailStrandedCredits(deps, db, payment, { cause: 'order cancelled', credits, order_id: order.id })
}
