import type { PackPayment } from '@keyhour/contract/payments'
import { applyCheckout } from '#server/features/payments/apply-checkout.ts'
import { getOwnPayment } from '#server/features/payments/get-own-payment.ts'
import { lockPayment, shownPayment, updatePayment } from '#server/features/payments/queries.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

/** If the customer pays at the same moment, the payment wins. */
export async function cancelPayment(deps: Deps, id: number, userId: number): Promise<PackPayment> {
  const { way, reference } = await getOwnPayment(deps, id, userId)
  if (way === 'card' && reference !== null) {
    await deps.payments.expireCheckout(reference)
    const state = await deps.payments.findCheckout(reference)
    await deps.db.transaction((db) => applyCheckout(deps, db, state))
  }
  return deps.db.transaction(async (db) => {
    const payment = (await lockPayment(db, id))!
    if (payment.status === 'paid') throw new Refusal('conflict', 'This payment has already been made.')
    if (payment.status !== 'open') return shownPayment(payment)
    return shownPayment(await updatePayment(db, id, { status: 'expired' }))
  })
}
