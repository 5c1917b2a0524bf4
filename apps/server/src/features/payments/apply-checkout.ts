import type { Db } from '#server/db/connection.ts'
import { lockPaymentByToken, type PaymentRow, updatePayment } from '#server/features/payments/queries.ts'
import { settlePayment } from '#server/features/payments/settle-payment.ts'
import type { Deps } from '#server/http/routes.ts'
import type { CheckoutState } from '#server/outside/payment-provider.ts'

/**
 * Brings a payment to the state that the provider reports, whoever asked for it: an event, the returning customer or the
 * job. Undefined for a payment that is not ours.
 */
export async function applyCheckout(
  deps: Deps,
  db: Db,
  state: CheckoutState,
): Promise<PaymentRow | undefined> {
  const payment = await lockPaymentByToken(db, state.token)
  if (!payment || payment.status === 'paid') return payment
  const { reference, charge: charge_reference, outcome, failure } = state
  if (outcome === 'paid') {
    refuseOtherAmount(payment, state)
    return settlePayment(deps, db, payment, { reference, charge_reference })
  }
  // Only money changes what was given up.
  if (payment.status !== 'open') return payment
  if (outcome === 'expired' || outcome === 'failed')
    return updatePayment(db, payment.id, { reference, status: outcome, failure: failure ?? payment.failure })
  return updatePayment(db, payment.id, { reference, failure: failure ?? payment.failure })
}

/** Cannot happen, as we said what to pay. If it does, somebody has to look at it. */
function refuseOtherAmount(payment: PaymentRow, { amount, currency }: CheckoutState): void {
  if (payment.amount !== amount || payment.currency !== currency)
    throw new Error(
      `${currency} ${amount} were paid for payment ${payment.id}, which is ${payment.currency} ${payment.amount}`,
    )
}
