import { find, idOf, type StripeAccount } from './stripe-account.ts'
import { CARDS } from './stripe-cards.ts'
import { type Form, metadataIn, numberIn, textIn } from './stripe-form.ts'
import type { Dispute, Refund } from './stripe-objects.ts'
import { invalidRequest } from './stripe-refusal.ts'

export function createRefund(account: StripeAccount, form: Form): Refund {
  const intent = find(account.intents, 'payment_intent', textIn(form, 'payment_intent') ?? '')
  const made = account.charges.get(intent.latest_charge ?? '')
  if (!made?.captured) throw invalidRequest('This PaymentIntent has no successful charge to refund.')
  const left = made.amount - made.amount_refunded
  if (left === 0)
    throw invalidRequest(`Charge ${made.id} has already been refunded.`, { code: 'charge_already_refunded' })
  const amount = 'amount' in form ? numberIn(form, 'amount') : left
  if (!(Number.isInteger(amount) && amount > 0 && amount <= left))
    throw invalidRequest(`Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`, {
      param: 'amount',
    })
  const { refund: manner } = CARDS[account.numbers.get(made.payment_method)!]!
  const refund: Refund = {
    id: idOf('re'),
    object: 'refund',
    amount,
    charge: made.id,
    created: account.seconds(),
    currency: made.currency,
    metadata: metadataIn(form),
    payment_intent: intent.id,
    reason: textIn(form, 'reason'),
    status: manner === 'pending' ? 'pending' : 'succeeded',
  }
  account.refunds.set(refund.id, refund)
  made.amount_refunded += amount
  made.refunded = made.amount_refunded === made.amount
  account.emit('refund.created', refund)
  account.emit('charge.refunded', made)
  return refund
}

/** A bank may refuse a refund long after it was reported as done. */
export function endRefund(account: StripeAccount, id: string, status: 'succeeded' | 'failed'): Refund {
  const refund = find(account.refunds, 'refund', id)
  refund.status = status
  account.emit('refund.updated', refund)
  if (status === 'failed') {
    const made = account.charges.get(refund.charge)!
    Object.assign(made, { amount_refunded: made.amount_refunded - refund.amount, refunded: false })
    refund.failure_reason = 'expired_or_canceled_card'
    account.emit('refund.failed', refund)
  }
  return refund
}

export function openDispute(account: StripeAccount, intentId: string): Dispute {
  const { latest_charge } = find(account.intents, 'payment_intent', intentId)
  const made = account.charges.get(latest_charge!)!
  made.disputed = true
  const dispute: Dispute = {
    id: idOf('du'),
    object: 'dispute',
    // Of the whole charge, whatever was refunded meanwhile.
    amount: made.amount,
    charge: made.id,
    created: account.seconds(),
    currency: made.currency,
    livemode: false,
    metadata: {},
    payment_intent: intentId,
    reason: 'fraudulent',
    status: 'needs_response',
  }
  account.disputes.set(dispute.id, dispute)
  account.emit('charge.dispute.created', dispute)
  return dispute
}

export function closeDispute(account: StripeAccount, id: string, status: 'won' | 'lost'): Dispute {
  const dispute = find(account.disputes, 'dispute', id)
  dispute.status = status
  account.emit('charge.dispute.closed', dispute)
  return dispute
}
