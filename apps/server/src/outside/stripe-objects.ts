import { DeclineReason } from '@keyhour/contract/payments'
import { Currency } from '@keyhour/contract/primitives'
import Stripe from 'stripe'
import {
  CardDeclined,
  type ChargeState,
  type CheckoutOutcome,
  type CheckoutState,
  type PaymentEvent,
  PaymentRefused,
  providerAway,
  type RefundState,
} from '#server/outside/payment-provider.ts'

/** Where our token travels: on the session, and on the payment that its events are about. */
export const TOKEN = 'keyhour_payment'
export const REFUND_TOKEN = 'keyhour_refund'

/** Turns the package's errors into ours. Its messages stay in the log. */
export async function asked<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error
    if (error instanceof Stripe.errors.StripeCardError)
      throw new CardDeclined(reasonOf(error.decline_code, error.code))
    if (error instanceof Stripe.errors.StripeInvalidRequestError)
      throw new PaymentRefused(error.code ?? error.type)
    const { type, code, statusCode, requestId, message } = error
    throw providerAway(new Error(`${type} ${code ?? ''} ${statusCode ?? ''} ${requestId ?? ''}: ${message}`))
  }
}

const KNOWN_REASONS: Record<string, DeclineReason> = {
  invalid_cvc: 'incorrect_cvc',
  invalid_number: 'incorrect_number',
  invalid_expiry_month: 'expired_card',
  invalid_expiry_year: 'expired_card',
  authentication_required: 'authentication_failed',
  payment_intent_authentication_failure: 'authentication_failed',
}

/** The decline code says more than the code. */
function reasonOf(...words: (string | null | undefined)[]): DeclineReason {
  for (const word of words) {
    const known = DeclineReason.safeParse(KNOWN_REASONS[word ?? ''] ?? word)
    if (known.success) return known.data
  }
  return 'card_declined'
}

function outcomeOf({ status, payment_status, payment_intent }: Stripe.Checkout.Session): CheckoutOutcome {
  if (status === 'expired') return 'expired'
  if (status !== 'complete') return 'open'
  if (payment_status !== 'unpaid') return 'paid'
  const isHeld = typeof payment_intent === 'object' && payment_intent?.status === 'requires_capture'
  return isHeld ? 'authorised' : 'waiting'
}

const idIn = (ref: string | { id: string } | null | undefined): string | null =>
  typeof ref === 'object' ? (ref?.id ?? null) : (ref ?? null)

export function stateOf(session: Stripe.Checkout.Session): CheckoutState {
  const { payment_intent } = session
  const failed = typeof payment_intent === 'object' ? payment_intent?.last_payment_error : undefined
  return {
    token: session.metadata?.[TOKEN] ?? session.client_reference_id ?? '',
    reference: session.id,
    outcome: outcomeOf(session),
    amount: session.amount_total ?? 0,
    currency: currencyOf(session.currency),
    charge: idIn(payment_intent),
    failure: failed ? reasonOf(failed.decline_code, failed.code) : null,
  }
}

const currencyOf = (code: string | null): Currency => Currency.parse((code ?? '').toUpperCase())

export function chargeOf({
  status,
  amount_received: taken,
  latest_charge,
}: Stripe.PaymentIntent): ChargeState {
  if (status !== 'succeeded')
    return { outcome: status === 'requires_capture' ? 'reserved' : 'gone', taken: 0, refunded: 0 }
  if (latest_charge === null || typeof latest_charge === 'string')
    return { outcome: 'taken', taken, refunded: 0 }
  const { amount, amount_captured, amount_refunded } = latest_charge
  // What was reserved and not taken counts as refunded there.
  return { outcome: 'taken', taken, refunded: Math.max(0, amount_refunded - (amount - amount_captured)) }
}

const REFUND_OUTCOMES: Record<string, RefundState['outcome']> = {
  succeeded: 'succeeded',
  failed: 'failed',
  canceled: 'failed',
}

export const refundOf = ({ id, status }: Stripe.Refund): RefundState => ({
  reference: id,
  outcome: REFUND_OUTCOMES[status ?? ''] ?? 'pending',
})

const DISPUTE_OUTCOMES: Record<string, 'won' | 'lost'> = { won: 'won', lost: 'lost' }

type News = PaymentEvent extends infer Event
  ? Event extends unknown
    ? Omit<Event, 'id' | 'type'>
    : never
  : never

/** Events of payments that are not ours, as other programs may use the same account, have no token. */
export function newsIn(event: Stripe.Event): News {
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.expired':
      return newsOfCheckout(event.data.object)
    case 'checkout.session.async_payment_failed':
      return newsOfCheckout(event.data.object, 'failed')
    case 'payment_intent.amount_capturable_updated': {
      const { metadata, id, amount, currency } = event.data.object
      const token = metadata[TOKEN]
      return token
        ? { about: 'authorisation', token, charge: id, amount, currency: currencyOf(currency) }
        : { about: 'nothing' }
    }
    case 'payment_intent.payment_failed': {
      const { metadata, last_payment_error: failed } = event.data.object
      const token = metadata[TOKEN]
      return token
        ? { about: 'decline', token, failure: reasonOf(failed?.decline_code, failed?.code) }
        : { about: 'nothing' }
    }
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed': {
      const refund = event.data.object
      const charge = idIn(refund.payment_intent)
      if (!charge) return { about: 'nothing' }
      const refundToken = refund.metadata?.[REFUND_TOKEN] ?? null
      return { about: 'refund', charge, amount: refund.amount, refundToken, ...refundOf(refund) }
    }
    case 'charge.dispute.created':
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.closed': {
      const { id, payment_intent, amount, status } = event.data.object
      const charge = idIn(payment_intent)
      // A bank that only asks takes no money.
      if (!charge || status.startsWith('warning_')) return { about: 'nothing' }
      return { about: 'dispute', charge, reference: id, amount, outcome: DISPUTE_OUTCOMES[status] ?? 'open' }
    }
    default:
      return { about: 'nothing' }
  }
}

function newsOfCheckout(session: Stripe.Checkout.Session, outcome?: CheckoutOutcome): News {
  if (session.metadata?.[TOKEN] === undefined) return { about: 'nothing' }
  return { about: 'checkout', ...stateOf(session), ...(outcome && { outcome }) }
}
