import { DeclineReason } from '@keyhour/contract/payments'
import { Currency } from '@keyhour/contract/primitives'
import Stripe from 'stripe'
import type { Config } from '#server/config.ts'
import { Refusal } from '#server/http/refusal.ts'
import {
  CardDeclined,
  type ChargeState,
  type CheckoutOutcome,
  type CheckoutState,
  type PaymentEvent,
  type PaymentProvider,
  PaymentRefused,
  providerAway,
  type RefundState,
} from '#server/outside/payment-provider.ts'

type Account = NonNullable<Config['stripe']>
type Circumstances = { now: () => Date; patienceMs?: number }

/** Per try. With the retries, the browser that waits for it is still there. */
const PATIENCE_MS = 8000
const RETRIES = 2
const TOLERANCE_S = 300

/** Stripe names none for the shekel: there it is what about 0.50 dollars are worth. */
const LEAST_CHARGE = { USD: 50, EUR: 50, GBP: 30, ILS: 200 }

/** Where our token travels: on the session, and on the payment that its events are about. */
const TOKEN = 'keyhour_payment'
const REFUND_TOKEN = 'keyhour_refund'

export function stripe(
  { secretKey, webhookSecret, url }: Account,
  { now, patienceMs = PATIENCE_MS }: Circumstances,
): PaymentProvider {
  const { protocol, hostname, port } = new URL(url)
  const isSecure = protocol === 'https:'
  const api = new Stripe(secretKey, {
    host: hostname,
    port: port || (isSecure ? 443 : 80),
    protocol: isSecure ? 'https' : 'http',
    maxNetworkRetries: RETRIES,
    timeout: patienceMs,
    telemetry: false,
  })

  async function findCheckout(reference: string): Promise<CheckoutState> {
    const session = await asked(api.checkout.sessions.retrieve(reference, { expand: ['payment_intent'] }))
    return stateOf(session)
  }

  /** The newest first. Stripe saves a card again whenever its number is entered; `number` stands for the number. */
  async function savedBy(customer: string) {
    const { data } = await asked(api.customers.listPaymentMethods(customer, { type: 'card', limit: 100 }))
    return data.flatMap(({ id, card }) =>
      card ? [{ id, brand: card.brand, last4: card.last4, number: card.fingerprint ?? id }] : [],
    )
  }

  return {
    leastCharge: LEAST_CHARGE,

    async startCheckout({ token, name, amount, currency, email, customer, capture, ...page }) {
      const session = await asked(
        api.checkout.sessions.create(
          {
            mode: 'payment',
            line_items: [
              {
                quantity: 1,
                price_data: {
                  currency: currency.toLowerCase(),
                  unit_amount: amount,
                  product_data: { name },
                },
              },
            ],
            client_reference_id: token,
            ...(customer ? { customer } : { customer_email: email }),
            metadata: { [TOKEN]: token },
            payment_intent_data: {
              metadata: { [TOKEN]: token },
              ...(capture === 'later' && { capture_method: 'manual' as const }),
              ...(customer && { setup_future_usage: 'off_session' as const }),
            },
            success_url: page.paidUrl,
            cancel_url: page.backUrl,
            expires_at: Math.floor(Date.parse(page.expiresAt) / 1000),
          },
          { idempotencyKey: `checkout:${token}` },
        ),
      )
      return { reference: session.id, url: session.url! }
    },

    findCheckout,

    async findToken(charge) {
      try {
        const { metadata } = await asked(api.paymentIntents.retrieve(charge))
        return metadata[TOKEN] ?? null
      } catch (error) {
        if (error instanceof PaymentRefused) return null
        throw error
      }
    },

    async expireCheckout(reference) {
      try {
        await asked(api.checkout.sessions.expire(reference, {}, { idempotencyKey: `expire:${reference}` }))
      } catch (error) {
        // Paid or expired in the meantime.
        if (!(error instanceof PaymentRefused)) throw error
      }
    },

    async refund({ token, charge, amount }) {
      const refund = await asked(
        api.refunds.create(
          { payment_intent: charge, amount, metadata: { [REFUND_TOKEN]: token } },
          { idempotencyKey: `refund:${token}` },
        ),
      )
      return refundOf(refund)
    },

    findRefund: async (reference) => refundOf(await asked(api.refunds.retrieve(reference))),

    async makeCustomer({ token, name, email }) {
      const customer = await asked(
        api.customers.create({ name, email }, { idempotencyKey: `customer:${token}` }),
      )
      return customer.id
    },

    async forgetCustomer(customer) {
      try {
        await asked(api.customers.del(customer, {}, { idempotencyKey: `forget:${customer}` }))
      } catch (error) {
        if (!(error instanceof PaymentRefused && error.code === 'resource_missing')) throw error
      }
    },

    async listCards(customer) {
      const saved = await savedBy(customer)
      const isNewest = (number: string, at: number) => saved.findIndex((one) => one.number === number) === at
      return saved
        .filter(({ number }, at) => isNewest(number, at))
        .map(({ id, brand, last4 }) => ({ id, brand, last4 }))
    },

    async forgetCard(customer, card) {
      const saved = await savedBy(customer)
      const number = saved.find(({ id }) => id === card)?.number
      for (const { id } of saved.filter((one) => one.number === number))
        await asked(api.paymentMethods.detach(id, {}, { idempotencyKey: `forget:${id}` }))
    },

    async authorise({ token, name, amount, currency, customer, card }) {
      const intent = await asked(
        api.paymentIntents.create(
          {
            amount,
            currency: currency.toLowerCase(),
            customer,
            payment_method: card,
            capture_method: 'manual',
            confirm: true,
            off_session: true,
            // Otherwise Stripe asks for a page to come back to, which nobody would see.
            automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
            description: name,
            metadata: { [TOKEN]: token },
          },
          { idempotencyKey: `authorise:${token}` },
        ),
      )
      return intent.id
    },

    async findReserved(customer, token) {
      const { data } = await asked(api.paymentIntents.list({ customer, limit: 100 }))
      const intent = data.find(
        ({ metadata, status }) => metadata[TOKEN] === token && status === 'requires_capture',
      )
      return intent?.id ?? null
    },

    findCharge: async (charge) =>
      chargeOf(await asked(api.paymentIntents.retrieve(charge, { expand: ['latest_charge'] }))),

    async capture(charge, amount) {
      await asked(
        api.paymentIntents.capture(
          charge,
          { amount_to_capture: amount },
          { idempotencyKey: `capture:${charge}` },
        ),
      )
    },

    async cancel(charge) {
      await asked(api.paymentIntents.cancel(charge, {}, { idempotencyKey: `cancel:${charge}` }))
    },

    readEvent(body, signature) {
      try {
        const event = api.webhooks.constructEvent(
          body,
          signature ?? '',
          webhookSecret,
          TOLERANCE_S,
          undefined,
          now().getTime(),
        )
        return { id: event.id, type: event.type, ...newsIn(event) }
      } catch (error) {
        if (error instanceof Stripe.errors.StripeSignatureVerificationError)
          throw new Refusal('unreadable', 'The signature of this event is not valid.')
        throw error
      }
    },
  }
}

/** Turns the package's errors into ours. Its messages stay in the log. */
async function asked<T>(answer: Promise<T>): Promise<T> {
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

function stateOf(session: Stripe.Checkout.Session): CheckoutState {
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

function chargeOf({ status, amount_received: taken, latest_charge }: Stripe.PaymentIntent): ChargeState {
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

const refundOf = ({ id, status }: Stripe.Refund): RefundState => ({
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
function newsIn(event: Stripe.Event): News {
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
