import { randomBytes } from 'node:crypto'
import { find, readAmount, type StripeAccount } from './stripe-account.ts'
import { CARDS, type Decline, NO_SUCH_CARD, NOT_AUTHENTICATED } from './stripe-cards.ts'
import { type Form, formIn, metadataIn, numberIn, textIn } from './stripe-form.ts'
import { charge, failIntent, methodOf, newIntent } from './stripe-intents.ts'
import type { Intent, Session } from './stripe-objects.ts'
import { invalidRequest } from './stripe-refusal.ts'

const SHORTEST_SESSION_S = 30 * 60
const LONGEST_SESSION_S = 24 * 3600

type Paid = 'paid' | 'needs authentication' | Decline

export function createSession(account: StripeAccount, form: Form): Session {
  const item = formIn(formIn(form, 'line_items'), '0')
  const price = formIn(item, 'price_data')
  const amount = readAmount(
    numberIn(price, 'unit_amount') * numberIn(item, 'quantity'),
    textIn(price, 'currency'),
    'line_items[0][price_data][unit_amount]',
  )
  const currency = textIn(price, 'currency')?.toLowerCase()
  const success_url = textIn(form, 'success_url')
  if (textIn(form, 'mode') !== 'payment') throw invalidRequest('Invalid mode', { param: 'mode' })
  if (!currency) throw invalidRequest('Missing required param: currency.', { param: 'currency' })
  if (!success_url) throw invalidRequest('Missing required param: success_url.', { param: 'success_url' })
  const customer = textIn(form, 'customer')
  if (customer) find(account.customers, 'customer', customer)
  const expires_at =
    'expires_at' in form ? numberIn(form, 'expires_at') : account.seconds() + LONGEST_SESSION_S
  if (
    !(
      expires_at >= account.seconds() + SHORTEST_SESSION_S &&
      expires_at <= account.seconds() + LONGEST_SESSION_S
    )
  )
    throw invalidRequest('The `expires_at` timestamp must be between 30 minutes and 24 hours from now.', {
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
    created: account.seconds(),
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
    url: `${account.origin()}/c/pay/${id}`,
  }
  account.sessions.set(id, session)
  const name = textIn(formIn(price, 'product_data'), 'name') ?? ''
  account.orders.set(id, { name, intent: formIn(form, 'payment_intent_data') })
  return session
}

/** A session ends by itself when its time is over. */
export function findSession(account: StripeAccount, id: string): Session {
  const session = find(account.sessions, 'checkout.session', id)
  if (session.status === 'open' && session.expires_at <= account.seconds()) closeSession(account, session)
  return session
}

function closeSession(account: StripeAccount, session: Session): void {
  session.status = 'expired'
  session.url = null
  account.emit('checkout.session.expired', session)
}

export function expireSession(account: StripeAccount, id: string): Session {
  const session = findSession(account, id)
  if (session.status !== 'open')
    throw invalidRequest(
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}.`,
    )
  closeSession(account, session)
  return session
}

function intentOf(account: StripeAccount, session: Session): Intent {
  const known = session.payment_intent && account.intents.get(session.payment_intent)
  if (known) return known
  const { amount_total: amount, currency, customer } = session
  const intent = newIntent(account, { amount, currency, customer }, account.orders.get(session.id)!.intent)
  session.payment_intent = intent.id
  return intent
}

function completeSession(
  account: StripeAccount,
  session: Session,
  payment_status: Session['payment_status'],
): void {
  session.status = 'complete'
  session.url = null
  session.payment_status = payment_status
  session.customer_details = { email: session.customer_email }
  account.emit('checkout.session.completed', session)
}

function finishSession(account: StripeAccount, session: Session, number: string): 'paid' {
  const intent = intentOf(account, session)
  const isKept = intent.customer !== null && intent.setup_future_usage !== null
  if (isKept) account.authenticated.add(number)
  charge(account, intent, methodOf(account, number, isKept ? intent.customer : null))
  // The money of a payment that is captured later is not there yet.
  completeSession(account, session, intent.status === 'succeeded' ? 'paid' : 'unpaid')
  return 'paid'
}

/** What the customer types on the hosted page. */
export function paySession(account: StripeAccount, id: string, typed: string): Paid {
  const session = findSession(account, id)
  if (session.status !== 'open') throw invalidRequest('This Checkout Session is no longer open.')
  const number = typed.replace(/\D/g, '')
  const intent = intentOf(account, session)
  const card = CARDS[number]
  if (!card) return failIntent(account, intent, NO_SUCH_CARD)
  if (card.decline) return failIntent(account, intent, card.decline)
  if (!card.authentication) return finishSession(account, session, number)
  intent.status = 'requires_action'
  intent.next_action = { type: 'redirect_to_url', redirect_to_url: { url: session.url } }
  account.waiting.set(session.id, number)
  account.emit('payment_intent.requires_action', intent)
  return 'needs authentication'
}

export function authenticateSession(account: StripeAccount, id: string, isConfirmed: boolean): Paid {
  const session = findSession(account, id)
  const number = account.waiting.get(id)
  if (!number || session.status !== 'open') throw invalidRequest('Nothing waits for authentication.')
  account.waiting.delete(id)
  return isConfirmed
    ? finishSession(account, session, number)
    : failIntent(account, intentOf(account, session), NOT_AUTHENTICATED)
}

/** A slow way to pay, such as a bank debit: complete now, paid or failed days later. */
export function paySlowly(account: StripeAccount, id: string): Session {
  const session = findSession(account, id)
  intentOf(account, session)
  completeSession(account, session, 'unpaid')
  return session
}

export function endSlowPayment(account: StripeAccount, id: string, outcome: 'succeeded' | 'failed'): Session {
  const session = find(account.sessions, 'checkout.session', id)
  const intent = intentOf(account, session)
  if (outcome === 'failed') {
    failIntent(account, intent, {
      code: 'payment_intent_payment_attempt_failed',
      decline_code: null,
      message: 'The bank refused.',
    })
    account.emit('checkout.session.async_payment_failed', session)
    return session
  }
  charge(account, intent, methodOf(account, '4242424242424242', null))
  session.payment_status = 'paid'
  account.emit('checkout.session.async_payment_succeeded', session)
  return session
}
