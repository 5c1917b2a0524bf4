import type { PackPayment } from '@keyhour/contract/payments'
import { getOwnPayment } from '#server/features/payments/get-own-payment.ts'
import { lookUpCheckout } from '#server/features/payments/look-up-checkout.ts'
import { type PaymentRow, shownPayment } from '#server/features/payments/queries.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

/** The customer is back before the event: looks at the provider what became of the payment. */
export async function checkPayment(deps: Deps, id: number, userId: number): Promise<PackPayment> {
  const payment = await getOwnPayment(deps, id, userId)
  return shownPayment((await lookUp(deps, payment)) ?? payment)
}

/** Not in a transaction. Undefined when there is nothing to ask, or nobody answers: the event will come. */
async function lookUp(deps: Deps, payment: PaymentRow): Promise<PaymentRow | undefined> {
  if (payment.way !== 'card' || payment.status === 'paid' || payment.reference === null) return undefined
  try {
    return await lookUpCheckout(deps, payment, { close: false })
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}
