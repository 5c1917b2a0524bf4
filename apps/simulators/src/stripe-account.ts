import { createHash, randomBytes } from 'node:crypto'
import {
  AUTHENTICATION_REQUIRED,
  CARDS,
  type Decline,
  NO_SUCH_CARD,
  NOT_AUTHENTICATED,
} from './stripe-cards.ts'
import { type Form, formIn, metadataIn, numberIn, textIn } from './stripe-form.ts'

type Metadata = Record<string, string>

export type Session = {
  id: string
  object: 'checkout.session'
  amount_subtotal: number
  amount_total: number
  cancel_url: string | null
  client_reference_id: string | null
  created: number
  currency: string
  customer: string | null
  customer_email: string | null
  customer_details: { email: string | null } | null
  expires_at: number
  livemode: false
  metadata: Metadata
  mode: string
  payment_intent: string | null
  payment_status: 'paid' | 'unpaid'
  status: 'open' | 'complete' | 'expired'
  success_url: string
  ui_mode: 'hosted_page'
  url: string | null
}

export type Intent = {
  id: string
  object: 'payment_intent'
  amount: number
  amount_capturable: number
  amount_received: number
  capture_method: 'automatic' | 'automatic_async' | 'manual'
  canceled_at: number | null
  client_secret: string
  created: number
  currency: string
  customer: string | null
  description: string | null
  last_payment_error: object | null
  latest_charge: string | null
  livemode: false
  metadata: Metadata
  next_action: object | null
  payment_method: string | null
  setup_future_usage: string | null
  status: 'requires_payment_method' | 'requires_action' | 'requires_capture' | 'succeeded' | 'canceled'
}

type Charge = {
  id: string
  object: 'charge'
  amount: number
  amount_captured: number
  amount_refunded: number
  captured: boolean
  created: number
  currency: string
  customer: string | null
  disputed: boolean
  livemode: false
  metadata: Metadata
  paid: boolean
  payment_intent: string
  payment_method: string
  payment_method_details: { type: 'card'; card: { brand: string; last4: string } }
  refunded: boolean
  status: 'succeeded'
}

export type Refund = {
  id: string
  object: 'refund'
  amount: number
  charge: string
  created: number
  currency: string
  failure_reason?: string
  metadata: Metadata
  payment_intent: string
  reason: string | null
  status: 'pending' | 'succeeded' | 'failed' | 'canceled'
}

export type Dispute = {
  id: string
  object: 'dispute'
  amount: number
  charge: string
  created: number
  currency: string
  livemode: false
  metadata: Metadata
  payment_intent: string
  reason: string
  status: 'needs_response' | 'won' | 'lost'
}

type PaymentMethod = {
  id: string
  object: 'payment_method'
  type: 'card'
  /** `fingerprint`: the same for the same number. */
  card: { brand: string; last4: string; fingerprint: string; exp_month: number; exp_year: number }
  created: number
  customer: string | null
  livemode: false
}

type Customer = {
  id: string
  object: 'customer'
  created: number
  email: string | null
  livemode: false
  metadata: Metadata
  name: string | null
}

/** An error body of the API. */
export class StripeRefusal extends Error {
  readonly status: number
  readonly body: object

  constructor(status: number, error: { type: string; message: string } & Record<string, unknown>) {
    super(error.message)
    this.status = status
    this.body = { error }
  }
}

const invalid = (message: string, more: Record<string, unknown> = {}): StripeRefusal =>
  new StripeRefusal(400, { type: 'invalid_request_error', message, ...more })

const missing = (what: string, id: string): StripeRefusal =>
  new StripeRefusal(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${what}: '${id}'`,
    param: 'id',
  })

/** In hundredths; it differs a little between currencies. */
const leastCharge = (currency: string | null): number => (currency?.toLowerCase() === 'gbp' ? 30 : 50)
const SHORTEST_SESSION_S = 30 * 60
const LONGEST_SESSION_S = 24 * 3600

const idOf = (prefix: string): string => `${prefix}_${randomBytes(12).toString('hex')}`

type Circumstances = {
  /** Unix time in seconds. */
  seconds: () => number
  emit: (type: string, object: object) => void
  /** Where the hosted pages are. */
  origin: () => string
}

type Paid = 'paid' | 'needs authentication' | Decline

/** The objects of one account and what can happen to them. */
export function stripeAccount({ seconds, emit, origin }: Circumstances) {
  const sessions = new Map<string, Session>()
  const intents = new Map<string, Intent>()
  const charges = new Map<string, Charge>()
  const refunds = new Map<string, Refund>()
  const disputes = new Map<string, Dispute>()
  const customers = new Map<string, Customer>()
  const methods = new Map<string, PaymentMethod>()
  /** What the page shows, and what the payment will be like. */
  const orders = new Map<string, { name: string; intent: Form }>()
  /** The number behind each payment method. */
  const numbers = new Map<string, string>()
  /** The cards of sessions that wait for their bank. */
  const waiting = new Map<string, string>()
  /** Cards that the bank has authenticated for later payments. */
  const authenticated = new Set<string>()

  const find = <T>(known: Map<string, T>, what: string, id: string): T => {
    const found = known.get(id)
    if (!found) throw missing(what, id)
    return found
  }

  function readAmount(amount: number, currency: string | null, param: string): number {
    if (!Number.isInteger(amount)) throw invalid(`Invalid integer: ${amount}`, { param })
    if (amount < leastCharge(currency))
      throw invalid('The amount is below the minimum charge.', { code: 'amount_too_small', param })
    return amount
  }

  function createSession(form: Form): Session {
    const item = formIn(formIn(form, 'line_items'), '0')
    const price = formIn(item, 'price_data')
    const amount = readAmount(
      numberIn(price, 'unit_amount') * numberIn(item, 'quantity'),
      textIn(price, 'currency'),
      'line_items[0][price_data][unit_amount]',
    )
    const currency = textIn(price, 'currency')?.toLowerCase()
    const success_url = textIn(form, 'success_url')
    if (textIn(form, 'mode') !== 'payment') throw invalid('Invalid mode', { param: 'mode' })
    if (!currency) throw invalid('Missing required param: currency.', { param: 'currency' })
    if (!success_url) throw invalid('Missing required param: success_url.', { param: 'success_url' })
    const customer = textIn(form, 'customer')
    if (customer) find(customers, 'customer', customer)
    const expires_at = 'expires_at' in form ? numberIn(form, 'expires_at') : seconds() + LONGEST_SESSION_S
    if (!(expires_at >= seconds() + SHORTEST_SESSION_S && expires_at <= seconds() + LONGEST_SESSION_S))
      throw invalid('The `expires_at` timestamp must be between 30 minutes and 24 hours from now.', {
        param: 'expires_at',
      })
    const id = `cs_test_${randomBytes(24).toString('hex')}`
    const session: Session = {
      id,
      object: 'checkout.session',
      amount_subtotal: amount,
      amount_total: amount,
      cancel_url: textIn(form, 'cancel_url'),
      client_reference_id: textIn(form, 'client_reference_id'),
      created: seconds(),
      currency,
      customer,
      customer_email: textIn(form, 'customer_email'),
      customer_details: null,
      expires_at,
      livemode: false,
      metadata: metadataIn(form),
      mode: 'payment',
      payment_intent: null,
      payment_status: 'unpaid',
      status: 'open',
      success_url: success_url.replaceAll('{CHECKOUT_SESSION_ID}', id),
      ui_mode: 'hosted_page',
      url: `${origin()}/c/pay/${id}`,
    }
    sessions.set(id, session)
    const name = textIn(formIn(price, 'product_data'), 'name') ?? ''
    orders.set(id, { name, intent: formIn(form, 'payment_intent_data') })
    return session
  }

  /** A session ends by itself when its time is over. */
  function findSession(id: string): Session {
    const session = find(sessions, 'checkout.session', id)
    if (session.status === 'open' && session.expires_at <= seconds()) closeSession(session)
    return session
  }

  function closeSession(session: Session): void {
    session.status = 'expired'
    session.url = null
    emit('checkout.session.expired', session)
  }

  function expireSession(id: string): Session {
    const session = findSession(id)
    if (session.status !== 'open')
      throw invalid(
        `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}.`,
      )
    closeSession(session)
    return session
  }

  function newIntent(fields: Pick<Intent, 'amount' | 'currency' | 'customer'>, form: Form): Intent {
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
      created: seconds(),
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
    intents.set(id, intent)
    emit('payment_intent.created', intent)
    return intent
  }

  function intentOf(session: Session): Intent {
    const known = session.payment_intent && intents.get(session.payment_intent)
    if (known) return known
    const { amount_total: amount, currency, customer } = session
    const intent = newIntent({ amount, currency, customer }, orders.get(session.id)!.intent)
    session.payment_intent = intent.id
    return intent
  }

  function methodOf(number: string, customer: string | null): PaymentMethod {
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
      created: seconds(),
      customer,
      livemode: false,
    }
    methods.set(method.id, method)
    numbers.set(method.id, number)
    return method
  }

  function failIntent(intent: Intent, decline: Decline): Decline {
    intent.status = 'requires_payment_method'
    intent.next_action = null
    intent.last_payment_error = { type: 'card_error', ...decline }
    emit('payment_intent.payment_failed', intent)
    return decline
  }

  function charge(intent: Intent, method: PaymentMethod): void {
    const isHeld = intent.capture_method === 'manual'
    const made: Charge = {
      id: idOf('ch'),
      object: 'charge',
      amount: intent.amount,
      amount_captured: isHeld ? 0 : intent.amount,
      amount_refunded: 0,
      captured: !isHeld,
      created: seconds(),
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
    charges.set(made.id, made)
    intent.latest_charge = made.id
    intent.payment_method = method.id
    intent.next_action = null
    intent.last_payment_error = null
    intent.status = isHeld ? 'requires_capture' : 'succeeded'
    intent.amount_capturable = isHeld ? intent.amount : 0
    intent.amount_received = isHeld ? 0 : intent.amount
    emit('charge.succeeded', made)
    emit(isHeld ? 'payment_intent.amount_capturable_updated' : 'payment_intent.succeeded', intent)
  }

  function completeSession(session: Session, payment_status: Session['payment_status']): void {
    session.status = 'complete'
    session.url = null
    session.payment_status = payment_status
    session.customer_details = { email: session.customer_email }
    emit('checkout.session.completed', session)
  }

  function finishSession(session: Session, number: string): 'paid' {
    const intent = intentOf(session)
    const isKept = intent.customer !== null && intent.setup_future_usage !== null
    if (isKept) authenticated.add(number)
    charge(intent, methodOf(number, isKept ? intent.customer : null))
    // The money of a payment that is captured later is not there yet.
    completeSession(session, intent.status === 'succeeded' ? 'paid' : 'unpaid')
    return 'paid'
  }

  /** What the customer types on the hosted page. */
  function paySession(id: string, typed: string): Paid {
    const session = findSession(id)
    if (session.status !== 'open') throw invalid('This Checkout Session is no longer open.')
    const number = typed.replace(/\D/g, '')
    const intent = intentOf(session)
    const card = CARDS[number]
    if (!card) return failIntent(intent, NO_SUCH_CARD)
    if (card.decline) return failIntent(intent, card.decline)
    if (!card.authentication) return finishSession(session, number)
    intent.status = 'requires_action'
    intent.next_action = { type: 'redirect_to_url', redirect_to_url: { url: session.url } }
    waiting.set(session.id, number)
    emit('payment_intent.requires_action', intent)
    return 'needs authentication'
  }

  function authenticateSession(id: string, isConfirmed: boolean): Paid {
    const session = findSession(id)
    const number = waiting.get(id)
    if (!number || session.status !== 'open') throw invalid('Nothing waits for authentication.')
    waiting.delete(id)
    return isConfirmed ? finishSession(session, number) : failIntent(intentOf(session), NOT_AUTHENTICATED)
  }

  /** A slow way to pay, such as a bank debit: complete now, paid or failed days later. */
  function paySlowly(id: string): Session {
    const session = findSession(id)
    intentOf(session)
    completeSession(session, 'unpaid')
    return session
  }

  function endSlowPayment(id: string, outcome: 'succeeded' | 'failed'): Session {
    const session = find(sessions, 'checkout.session', id)
    const intent = intentOf(session)
    if (outcome === 'failed') {
      failIntent(intent, {
        code: 'payment_intent_payment_attempt_failed',
        decline_code: null,
        message: 'The bank refused.',
      })
      emit('checkout.session.async_payment_failed', session)
      return session
    }
    charge(intent, methodOf('4242424242424242', null))
    session.payment_status = 'paid'
    emit('checkout.session.async_payment_succeeded', session)
    return session
  }

  function createIntent(form: Form): Intent {
    const amount = readAmount(numberIn(form, 'amount'), textIn(form, 'currency'), 'amount')
    const currency = textIn(form, 'currency')?.toLowerCase()
    if (!currency) throw invalid('Missing required param: currency.', { param: 'currency' })
    const customer = textIn(form, 'customer')
    if (customer) find(customers, 'customer', customer)
    const intent = newIntent({ amount, currency, customer }, form)
    if (textIn(form, 'confirm') === 'true') {
      refuseRedirects(form)
      confirm(intent, textIn(form, 'payment_method') ?? '', textIn(form, 'off_session') === 'true')
    }
    return intent
  }

  /** Other ways to pay than a card send the customer to another page, and have to know where they come back to. */
  function refuseRedirects(form: Form): void {
    const isCardOnly =
      textIn(formIn(form, 'automatic_payment_methods'), 'allow_redirects') === 'never' ||
      'allowed_payment_method_types' in form
    if (isCardOnly || textIn(form, 'return_url')) return
    throw invalid(
      'This PaymentIntent is configured to accept payment methods enabled in your Dashboard. Because some of these payment methods might redirect your customer off of your page, you must provide a `return_url`.',
      { param: 'return_url' },
    )
  }

  function confirm(intent: Intent, methodId: string, isOffSession: boolean): void {
    const method = find(methods, 'PaymentMethod', methodId)
    if (method.customer !== intent.customer)
      throw invalid('The customer does not have a payment method with the given ID.', {
        param: 'payment_method',
      })
    const number = numbers.get(method.id)!
    const { decline, authentication } = CARDS[number]!
    const asksBank =
      authentication === 'always' || (authentication === 'until saved' && !authenticated.has(number))
    const refused = decline ?? (asksBank && isOffSession ? AUTHENTICATION_REQUIRED : undefined)
    if (refused) {
      failIntent(intent, refused)
      throw new StripeRefusal(402, {
        type: 'card_error',
        ...refused,
        payment_intent: intent,
        payment_method: method,
      })
    }
    charge(intent, method)
  }

  function capture(id: string, form: Form): Intent {
    const intent = find(intents, 'payment_intent', id)
    if (intent.status !== 'requires_capture')
      throw invalid(`This PaymentIntent could not be captured because it has a status of ${intent.status}.`, {
        code: 'payment_intent_unexpected_state',
        payment_intent: intent,
      })
    const amount =
      'amount_to_capture' in form ? numberIn(form, 'amount_to_capture') : intent.amount_capturable
    if (!(amount > 0 && amount <= intent.amount_capturable))
      throw invalid('The amount to capture is greater than the amount that can be captured.', {
        code: 'amount_too_large',
        param: 'amount_to_capture',
      })
    const made = charges.get(intent.latest_charge!)!
    Object.assign(made, { captured: true, amount_captured: amount, amount_refunded: made.amount - amount })
    Object.assign(intent, { status: 'succeeded', amount_capturable: 0, amount_received: amount })
    for (const session of sessions.values())
      if (session.payment_intent === id) session.payment_status = 'paid'
    emit('charge.captured', made)
    emit('payment_intent.succeeded', intent)
    return intent
  }

  function cancel(id: string): Intent {
    const intent = find(intents, 'payment_intent', id)
    if (intent.status === 'succeeded' || intent.status === 'canceled')
      throw invalid(`You cannot cancel this PaymentIntent because it has a status of ${intent.status}.`, {
        code: 'payment_intent_unexpected_state',
        payment_intent: intent,
      })
    Object.assign(intent, { status: 'canceled', amount_capturable: 0, canceled_at: seconds() })
    emit('payment_intent.canceled', intent)
    return intent
  }

  function createRefund(form: Form): Refund {
    const intent = find(intents, 'payment_intent', textIn(form, 'payment_intent') ?? '')
    const made = charges.get(intent.latest_charge ?? '')
    if (!made?.captured) throw invalid('This PaymentIntent has no successful charge to refund.')
    const left = made.amount - made.amount_refunded
    if (left === 0)
      throw invalid(`Charge ${made.id} has already been refunded.`, { code: 'charge_already_refunded' })
    const amount = 'amount' in form ? numberIn(form, 'amount') : left
    if (!(Number.isInteger(amount) && amount > 0 && amount <= left))
      throw invalid(`Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`, {
        param: 'amount',
      })
    const { refund: manner } = CARDS[numbers.get(made.payment_method)!]!
    const refund: Refund = {
      id: idOf('re'),
      object: 'refund',
      amount,
      charge: made.id,
      created: seconds(),
      currency: made.currency,
      metadata: metadataIn(form),
      payment_intent: intent.id,
      reason: textIn(form, 'reason'),
      status: manner === 'pending' ? 'pending' : 'succeeded',
    }
    refunds.set(refund.id, refund)
    made.amount_refunded += amount
    made.refunded = made.amount_refunded === made.amount
    emit('refund.created', refund)
    emit('charge.refunded', made)
    return refund
  }

  /** A bank may refuse a refund long after it was reported as done. */
  function endRefund(id: string, status: 'succeeded' | 'failed'): Refund {
    const refund = find(refunds, 'refund', id)
    refund.status = status
    emit('refund.updated', refund)
    if (status === 'failed') {
      const made = charges.get(refund.charge)!
      Object.assign(made, { amount_refunded: made.amount_refunded - refund.amount, refunded: false })
      refund.failure_reason = 'expired_or_canceled_card'
      emit('refund.failed', refund)
    }
    return refund
  }

  function openDispute(intentId: string): Dispute {
    const { latest_charge } = find(intents, 'payment_intent', intentId)
    const made = charges.get(latest_charge!)!
    made.disputed = true
    const dispute: Dispute = {
      id: idOf('du'),
      object: 'dispute',
      // Of the whole charge, whatever was refunded meanwhile.
      amount: made.amount,
      charge: made.id,
      created: seconds(),
      currency: made.currency,
      livemode: false,
      metadata: {},
      payment_intent: intentId,
      reason: 'fraudulent',
      status: 'needs_response',
    }
    disputes.set(dispute.id, dispute)
    emit('charge.dispute.created', dispute)
    return dispute
  }

  function closeDispute(id: string, status: 'won' | 'lost'): Dispute {
    const dispute = find(disputes, 'dispute', id)
    dispute.status = status
    emit('charge.dispute.closed', dispute)
    return dispute
  }

  function createCustomer(form: Form): Customer {
    const customer: Customer = {
      id: idOf('cus'),
      object: 'customer',
      created: seconds(),
      email: textIn(form, 'email'),
      livemode: false,
      metadata: metadataIn(form),
      name: textIn(form, 'name'),
    }
    customers.set(customer.id, customer)
    return customer
  }

  function deleteCustomer(id: string) {
    find(customers, 'customer', id)
    customers.delete(id)
    for (const method of methods.values()) if (method.customer === id) method.customer = null
    return { id, object: 'customer', deleted: true }
  }

  /** The newest first. */
  const listIntents = (customer: string | null) => {
    const data = [...intents.values()].filter((intent) => intent.customer === customer).reverse()
    return { object: 'list', url: '/v1/payment_intents', has_more: false, data: data.slice(0, 100) }
  }

  const listMethods = (customer: string) => {
    find(customers, 'customer', customer)
    const data = [...methods.values()].filter((method) => method.customer === customer).reverse()
    return { object: 'list', url: `/v1/customers/${customer}/payment_methods`, has_more: false, data }
  }

  function detachMethod(id: string): PaymentMethod {
    const method = find(methods, 'PaymentMethod', id)
    method.customer = null
    return method
  }

  return {
    sessions,
    intents,
    refunds,
    disputes,
    customers,
    createSession,
    findSession,
    nameOf: (id: string): string => orders.get(id)?.name ?? '',
    expireSession,
    paySession,
    authenticateSession,
    paySlowly,
    endSlowPayment,
    createIntent,
    findIntent: (id: string): Intent => find(intents, 'payment_intent', id),
    findCharge: (id: string): Charge => find(charges, 'charge', id),
    capture,
    cancel,
    createRefund,
    findRefund: (id: string): Refund => find(refunds, 'refund', id),
    endRefund,
    openDispute,
    closeDispute,
    createCustomer,
    deleteCustomer,
    findCustomer: (id: string): Customer => find(customers, 'customer', id),
    listIntents,
    listMethods,
    detachMethod,
  }
}
