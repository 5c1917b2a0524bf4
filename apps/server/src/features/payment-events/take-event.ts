import type { Db } from '#server/db/connection.ts'
import { applyCharge } from '#server/features/charges/apply-charge.ts'
import { findTokenOf } from '#server/features/charges/queries.ts'
import { takeChargeDispute, takeChargeRefund } from '#server/features/charges/take-charge-event.ts'
import { findPaymentByCharge } from '#server/features/payment-management/refund-queries.ts'
import { takeDisputeEvent, takeRefundEvent } from '#server/features/payment-management/take-refund-event.ts'
import { applyCheckout } from '#server/features/payments/apply-checkout.ts'
import {
  claimEvent,
  findPaymentByToken,
  lockPaymentByToken,
  updatePayment,
} from '#server/features/payments/queries.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'
import type { PaymentEvent } from '#server/outside/payment-provider.ts'

/**
 * Carries out what the payment provider tells us. It tells everything at least once and in no particular order, so an
 * event is stored with its effect, and a repetition has none.
 */
export async function takeEvent(deps: Deps, event: PaymentEvent): Promise<void> {
  if (event.about === 'nothing') return
  if (event.about === 'refund' || event.about === 'dispute') await settleFirst(deps, event.charge)
  await deps.db.transaction(async (db) => {
    if (await claimEvent(db, event, deps.now())) await carryOut(deps, db, event)
  })
}

/** What comes before the news of its payment waits for it. Not in a transaction. */
async function settleFirst(deps: Deps, charge: string): Promise<void> {
  if ((await findPaymentByCharge(deps.db, charge)) || (await findTokenOf(deps.db, charge))) return
  const token = await deps.payments.findToken(charge)
  const payment = token === null ? undefined : await findPaymentByToken(deps.db, token)
  if (!payment) return
  const state = payment.reference === null ? undefined : await deps.payments.findCheckout(payment.reference)
  if (state?.outcome !== 'paid') throw new Refusal('unavailable', 'This payment has not arrived yet.')
  await deps.db.transaction((db) => applyCheckout(deps, db, state))
}

/** A token is of a payment or of a charge. */
async function carryOut(deps: Deps, db: Db, event: PaymentEvent): Promise<void> {
  switch (event.about) {
    case 'checkout':
      if (!(await applyCheckout(deps, db, event))) await applyCharge(deps, db, event)
      return
    case 'authorisation':
      await applyCharge(deps, db, { ...event, outcome: 'authorised', failure: null })
      return
    case 'decline':
      if (!(await noteDecline(db, event)))
        await applyCharge(deps, db, { ...event, outcome: 'open', charge: null })
      return
    case 'refund':
      await takeRefundEvent(deps, db, event)
      return takeChargeRefund(deps, db, event)
    case 'dispute':
      await takeDisputeEvent(deps, db, event)
      return takeChargeDispute(deps, db, event)
    default:
      return
  }
}

type Decline = Extract<PaymentEvent, { about: 'decline' }>

/** False for one that is not of a payment. */
async function noteDecline(db: Db, { token, failure }: Decline): Promise<boolean> {
  const payment = await lockPaymentByToken(db, token)
  if (payment?.status === 'open') await updatePayment(db, payment.id, { failure })
  return payment !== undefined
}
