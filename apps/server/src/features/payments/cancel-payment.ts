import type { PackPayment } from '@keyhour/contract/payments'
import { getOwnPayment } from '#server/features/payments/get-own-payment.ts'
import { endUnlessPaid, lookUpCheckout } from '#server/features/payments/look-up-checkout.ts'
import { shownPayment } from '#server/features/payments/queries.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

/** If the customer pays at the same moment, the payment wins. */
export async function cancelPayment(deps: Deps, id: number, userId: number): Promise<PackPayment> {
  const { way, reference } = await getOwnPayment(deps, id, userId)
  if (way === 'card' && reference !== null) await lookUpCheckout(deps, { id, reference }, { close: true })
  const payment = await endUnlessPaid(deps, id)
  if (payment.status === 'paid') throw new Refusal('conflict', 'This payment has already been made.')
  return shownPayment(payment)
}
