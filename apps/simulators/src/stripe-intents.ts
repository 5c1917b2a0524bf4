import { createHash, randomBytes } from 'node:crypto'
import { find, idOf, readAmount, type StripeAccount } from './stripe-account.ts'
import { AUTHENTICATION_REQUIRED, CARDS, type Decline } from './stripe-cards.ts'
import { type Form, formIn, metadataIn, numberIn, textIn } from './stripe-form.ts'
import type { Charge, Intent, PaymentMethod } from './stripe-objects.ts'
import { invalidRequest, StripeRefusal } from './stripe-refusal.ts'

export function newIntent(
  account: StripeAccount,
  fields: Pick<Intent, 'amount' | 'currency' | 'customer'>,
  form: Form,
): Intent {
  const id = idOf('pi')
  const intent: Intent = {
    id,
    object: 'payment_intent',
    ...fields,
    amount_capturable: 0,
    amount_received: 0,
    capture_method: textIn(form, 'capture_method') === 'manual' ? 'manual' : 'automatic_async',
    canceled_at: null,
    client_secret: `${id}_secret_${randomBytes(12).toString('hex')}`,
    created: account.seconds(),
    description: textIn(form, 'description'),
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    metadata: metadataIn(form),
    next_action: null,
    payment_method: null,
    setup_future_usage: textIn(form, 'setup_future_usage'),
    status: 'requires_payment_method',
  }
  account.intents.set(id, intent)
  account.emit('payment_intent.created', intent)
  return intent
}

export function methodOf(account: StripeAccount, number: string, customer: string | null): PaymentMethod {
  const method: PaymentMethod = {
    id: idOf('pm'),
    object: 'payment_method',
    type: 'card',
    card: {
      brand: CARDS[number]!.brand,
      last4: number.slice(-4),
      fingerprint: createHash('sha256').update(number).digest('base64url').slice(0, 16),
      exp_month: 12,
      exp_year: 2034,
    },
    created: account.seconds(),
    customer,
    livemode: false,
  }
  account.methods.set(method.id, method)
  account.numbers.set(method.id, number)
  return method
}

export function failIntent(account: StripeAccount, intent: Intent, decline: Decline): Decline {
  intent.status = 'requires_payment_method'
  intent.next_action = null
  intent.last_payment_error = { type: 'card_error', ...decline }
  account.emit('payment_intent.payment_failed', intent)
  return decline
}

export function charge(account: StripeAccount, intent: Intent, method: PaymentMethod): void {
  const isHeld = intent.capture_method === 'manual'
  const made: Charge = {
    id: idOf('ch'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: isHeld ? 0 : intent.amount,
    amount_refunded: 0,
    captured: !isHeld,
    created: account.seconds(),
    currency: intent.currency,
    customer: intent.customer,
    disputed: false,
    livemode: false,
    metadata: intent.metadata,
    paid: true,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: {
      type: 'card',
      card: { brand: method.card.brand, last4: method.card.last4 },
    },
    refunded: false,
    status: 'succeeded',
  }
  account.charges.set(made.id, made)
  intent.latest_charge = made.id
  intent.payment_method = method.id
  intent.next_action = null
  intent.last_payment_error = null
  intent.status = isHeld ? 'requires_capture' : 'succeeded'
  intent.amount_capturable = isHeld ? intent.amount : 0
  intent.amount_received = isHeld ? 0 : intent.amount
  account.emit('charge.succeeded', made)
  account.emit(isHeld ? 'payment_intent.amount_capturable_updated' : 'payment_intent.succeeded', intent)
}

export function createIntent(account: StripeAccount, form: Form): Intent {
  const amount = readAmount(numberIn(form, 'amount'), textIn(form, 'currency'), 'amount')
  const currency = textIn(form, 'currency')?.toLowerCase()
  if (!currency) throw invalidRequest('Missing required param: currency.', { param: 'currency' })
  const customer = textIn(form, 'customer')
  if (customer) find(account.customers, 'customer', customer)
  const intent = newIntent(account, { amount, currency, customer }, form)
  if (textIn(form, 'confirm') === 'true') {
    refuseRedirects(form)
    confirm(account, intent, textIn(form, 'payment_method') ?? '', textIn(form, 'off_session') === 'true')
  }
  return intent
}

/** Other ways to pay than a card send the customer to another page, and have to know where they come back to. */
function refuseRedirects(form: Form): void {
  const isCardOnly =
    textIn(formIn(form, 'automatic_payment_methods'), 'allow_redirects') === 'never' ||
    'allowed_payment_method_types' in form
  if (isCardOnly || textIn(form, 'return_url')) return
  throw invalidRequest(
    'This PaymentIntent is configured to accept payment methods enabled in your Dashboard. Because some of these payment methods might redirect your customer off of your page, you must provide a `return_url`.',
    { param: 'return_url' },
  )
}

function confirm(account: StripeAccount, intent: Intent, methodId: string, isOffSession: boolean): void {
  const method = find(account.methods, 'PaymentMethod', methodId)
  if (method.customer !== intent.customer)
    throw invalidRequest('The customer does not have a payment method with the given ID.', {
      param: 'payment_method',
    })
  const number = account.numbers.get(method.id)!
  const { decline, authentication } = CARDS[number]!
  const asksBank =
    authentication === 'always' || (authentication === 'until saved' && !account.authenticated.has(number))
  const refused = decline ?? (asksBank && isOffSession ? AUTHENTICATION_REQUIRED : undefined)
  if (refused) {
    failIntent(account, intent, refused)
    throw new StripeRefusal(402, {
      type: 'card_error',
      ...refused,
      payment_intent: intent,
      payment_method: method,
    })
  }
  charge(account, intent, method)
}

export function capture(account: StripeAccount, id: string, form: Form): Intent {
  const intent = find(account.intents, 'payment_intent', id)
  if (intent.status !== 'requires_capture')
    throw invalidRequest(
      `This PaymentIntent could not be captured because it has a status of ${intent.status}.`,
      {
        code: 'payment_intent_unexpected_state',
        payment_intent: intent,
      },
    )
  const amount = 'amount_to_capture' in form ? numberIn(form, 'amount_to_capture') : intent.amount_capturable
  if (!(amount > 0 && amount <= intent.amount_capturable))
    throw invalidRequest('The amount to capture is greater than the amount that can be captured.', {
      code: 'amount_too_large',
      param: 'amount_to_capture',
    })
  const made = account.charges.get(intent.latest_charge!)!
  Object.assign(made, { captured: true, amount_captured: amount, amount_refunded: made.amount - amount })
  Object.assign(intent, { status: 'succeeded', amount_capturable: 0, amount_received: amount })
  for (const session of account.sessions.values())
    if (session.payment_intent === id) session.payment_status = 'paid'
  account.emit('charge.captured', made)
  account.emit('payment_intent.succeeded', intent)
  return intent
}

export function cancel(account: StripeAccount, id: string): Intent {
  const intent = find(account.intents, 'payment_intent', id)
  if (intent.status === 'succeeded' || intent.status === 'canceled')
    throw invalidRequest(
      `You cannot cancel this PaymentIntent because it has a status of ${intent.status}.`,
      {
        code: 'payment_intent_unexpected_state',
        payment_intent: intent,
      },
    )
  Object.assign(intent, { status: 'canceled', amount_capturable: 0, canceled_at: account.seconds() })
  account.emit('payment_intent.canceled', intent)
  return intent
}

/** The newest first. */
export const listIntents = (account: StripeAccount, customer: string | null) => {
  const data = [...account.intents.values()].filter((intent) => intent.customer === customer).reverse()
  return { object: 'list', url: '/v1/payment_intents', has_more: false, data: data.slice(0, 100) }
}
