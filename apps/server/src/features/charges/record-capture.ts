import type { Db } from '#server/db/connection.ts'
import type { ChargeOfOrder } from '#server/features/charges/apply-charge.ts'
import { loseCardMoney } from '#server/features/charges/change-paid-by-card.ts'
import { mailCharge } from '#server/features/charges/mail-charge.ts'
import { mailChargeReceipt } from '#server/features/charges/mail-charge-receipt.ts'
import { notTaken } from '#server/features/charges/mails.ts'
import { insertCardRefund, listCardRefundsOf } from '#server/features/orders/card-refund-queries.ts'
import { lockCharge, updateCharge } from '#server/features/orders/charge-queries.ts'
import { nextReceiptNumber } from '#server/features/payments/queries.ts'
import type { Deps } from '#server/http/routes.ts'
import type { ChargeState } from '#server/outside/payment-provider.ts'

/** The money was taken. The caller has locked the charge. */
export async function recordCapture(deps: Deps, db: Db, id: number, capturing: number): Promise<void> {
  await mailChargeReceipt(deps, db, id)
  await updateCharge(db, id, {
    status: 'captured',
    capturing,
    captured_at: deps.now().toISOString(),
    // Last, because others wait for their number until this transaction ends.
    receipt_number: await nextReceiptNumber(db),
  })
}

/**
 * The money was taken before we asked for it: by us, if the answer was lost, or by somebody on the provider's own pages,
 * who may have taken another amount. What the order does not keep goes back; what is missing is owed again. The caller
 * has locked charge and order.
 */
export async function recordTaken(deps: Deps, db: Db, of: ChargeOfOrder, taken: ChargeState): Promise<void> {
  const { id } = of.charge
  const missing = Math.min(of.charge.kept, Math.max(0, (of.charge.capturing ?? 0) - taken.taken))
  if (missing > 0) {
    await loseCardMoney(deps, db, of, missing)
    await mailCharge(deps, db, of.order, notTaken(missing))
  }
  const { kept } = (await lockCharge(db, id))!
  const refunds = await listCardRefundsOf(db, id)
  const sumOf = (isCounted: (refund: (typeof refunds)[number]) => boolean): number =>
    refunds.filter(isCounted).reduce((sum, { amount }) => sum + amount, 0)
  const pending = sumOf(({ cause, status }) => cause === 'order' && status === 'pending')
  const disputed = sumOf(({ cause, status }) => cause === 'dispute' && status !== 'failed')
  const surplus = Math.max(0, taken.taken - taken.refunded - disputed - pending - kept)
  const created_at = deps.now().toISOString()
  if (surplus > 0) await insertCardRefund(db, { charge_id: id, cause: 'order', amount: surplus, created_at })
  const capturing = kept + surplus + sumOf(({ cause, status }) => cause === 'order' || status !== 'failed')
  if (capturing > 0) await recordCapture(deps, db, id, capturing)
  else await updateCharge(db, id, { status: 'released' })
}
