import { applyCheckout } from '#server/features/payments/apply-checkout.ts'
import { lockPayment, type PaymentRow, updatePayment } from '#server/features/payments/queries.ts'
import type { Deps } from '#server/http/routes.ts'
import { isUnknown } from '#server/outside/payment-provider.ts'

/**
 * Looks at the provider what became of a payment; with `close` its page is closed first, and if the customer pays at the
 * same moment, the payment wins. Not in a transaction.
 */
export async function lookUpCheckout(
  deps: Deps,
  { id, reference }: Pick<PaymentRow, 'id' | 'reference'>,
  { close }: { close: boolean },
): Promise<PaymentRow | undefined> {
  try {
    if (close) await deps.payments.expireCheckout(reference!)
    const state = await deps.payments.findCheckout(reference!)
    return await deps.db.transaction((db) => applyCheckout(deps, db, state))
  } catch (error) {
    if (!isUnknown(error)) throw error
    // Nobody can pay on that page any more.
    return endUnlessPaid(deps, id)
  }
}

export const endUnlessPaid = ({ db: pool }: Deps, id: number): Promise<PaymentRow> =>
  pool.transaction(async (db) => {
    const payment = (await lockPayment(db, id))!
    return payment.status === 'open' ? updatePayment(db, id, { status: 'expired' }) : payment
  })
