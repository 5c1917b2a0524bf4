import Stripe from 'stripe'
import type { Config } from '#server/config.ts'
import { Refusal } from '#server/http/refusal.ts'
import { type PaymentProvider, PaymentRefused } from '#server/outside/payment-provider.ts'
import {
  asked,
  chargeOf,
  newsIn,
  REFUND_TOKEN,
  refundOf,
  stateOf,
  TOKEN,
} from '#server/outside/stripe-objects.ts'

type Account = NonNullable<Config['stripe']>
type Circumstances = { now: () => Date; patienceMs?: number }
type Calls<Name extends keyof PaymentProvider> = Pick<PaymentProvider, Name>

/** Per try. With the retries, the browser that waits for it is still there. */
const PATIENCE_MS = 8000
const RETRIES = 2
const TOLERANCE_S = 300

/** Stripe names none for the shekel: there it is what about 0.50 dollars are worth. */
const LEAST_CHARGE = { USD: 50, EUR: 50, GBP: 30, ILS: 200 }

export function stripe(account: Account, { now, patienceMs = PATIENCE_MS }: Circumstances): PaymentProvider {
  const { protocol, hostname, port } = new URL(account.url)
  const isSecure = protocol === 'https:'
  const api = new Stripe(account.secretKey, {
    host: hostname,
    port: port || (isSecure ? 443 : 80),
    protocol: isSecure ? 'https' : 'http',
    maxNetworkRetries: RETRIES,
    timeout: patienceMs,
    telemetry: false,
  })
  return {
    leastCharge: LEAST_CHARGE,
    ...checkouts(api),
    ...refunds(api),
    ...customers(api),
    ...cards(api),
    ...reservations(api),
    ...events(api, account.webhookSecret, now),
  }
}

const checkouts = (
  api: Stripe,
): Calls<'startCheckout' | 'findCheckout' | 'findToken' | 'expireCheckout'> => ({
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

  async findCheckout(reference) {
    return stateOf(await asked(api.checkout.sessions.retrieve(reference, { expand: ['payment_intent'] })))
  },

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
})

const refunds = (api: Stripe): Calls<'refund' | 'findRefund'> => ({
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
})

const customers = (api: Stripe): Calls<'makeCustomer' | 'forgetCustomer'> => ({
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
})

function cards(api: Stripe): Calls<'listCards' | 'forgetCard'> {
  /** The newest first. Stripe saves a card again whenever its number is entered; `number` stands for the number. */
  async function savedBy(customer: string) {
    const { data } = await asked(api.customers.listPaymentMethods(customer, { type: 'card', limit: 100 }))
    return data.flatMap(({ id, card }) =>
      card ? [{ id, brand: card.brand, last4: card.last4, number: card.fingerprint ?? id }] : [],
    )
  }

  return {
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
  }
}

const reservations = (
  api: Stripe,
): Calls<'authorise' | 'findReserved' | 'findCharge' | 'capture' | 'cancel'> => ({
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
})

const events = (api: Stripe, webhookSecret: string, now: () => Date): Calls<'readEvent'> => ({
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
})
