import { type Answer, type Asked, answerOnLoopback } from './loopback.ts'
import { type StripeAccount, stripeAccount } from './stripe-account.ts'
import { answeringOnce, orRefusal, STRIPE_SECRET_KEY } from './stripe-api.ts'
import { readForm, textIn } from './stripe-form.ts'
import { capture } from './stripe-intents.ts'
import { authenticationPage, checkoutPage, finishedPage } from './stripe-page.ts'
import { closeDispute, createRefund, endRefund, openDispute } from './stripe-refunds.ts'
import {
  authenticateSession,
  endSlowPayment,
  expireSession,
  findSession,
  paySession,
  paySlowly,
} from './stripe-sessions.ts'
import { stripeWebhooks } from './stripe-webhooks.ts'

export { STRIPE_SECRET_KEY }
export const STRIPE_WEBHOOK_SECRET = 'whsec_keyhour'
const API_VERSION = '2026-10-28.endive'

/** Events are sent again after growing pauses, so many times in all. */
type Options = { now: () => Date; retryMs?: number; tries?: number }

/** Stripe on loopback: the API, its hosted payment page, and its webhooks. */
export async function simulateStripe({ now, ...delivery }: Options) {
  let origin = ''
  let currentKey: string | null = null
  const webhooks = stripeWebhooks({ now, apiVersion: API_VERSION, ...delivery })
  const account = stripeAccount({
    seconds: () => Math.floor(now().getTime() / 1000),
    origin: () => origin,
    emit: (type, object) => webhooks.emit(type, object, currentKey),
  })
  const answerOnce = answeringOnce(account, (key) => {
    currentKey = key
  })
  const server = await answerOnLoopback((asked) =>
    asked.path.startsWith('/c/')
      ? orRefusal(() => answerPage(account, asked))
      : withRequestId(answerOnce(asked)),
  )
  origin = server.url

  return {
    ...server,
    ...webhooks,
    secretKey: STRIPE_SECRET_KEY,
    webhookSecret: STRIPE_WEBHOOK_SECRET,
    sessions: () => [...account.sessions.values()],
    intents: () => [...account.intents.values()],
    refunds: () => [...account.refunds.values()],
    disputes: () => [...account.disputes.values()],
    customers: () => [...account.customers.values()],
    ...actionsOf(account),
    async close() {
      webhooks.stopDelivering()
      await server.close()
    },
  }
}

/** What customers, banks and the owner of the account do. */
const actionsOf = (account: StripeAccount) => ({
  pay: (id: string, number: string) => paySession(account, id, number),
  authenticate: (id: string, isConfirmed: boolean) => authenticateSession(account, id, isConfirmed),
  paySlowly: (id: string) => paySlowly(account, id),
  endSlowPayment: (id: string, outcome: 'succeeded' | 'failed') => endSlowPayment(account, id, outcome),
  expire: (id: string) => expireSession(account, id),
  endRefund: (id: string, status: 'succeeded' | 'failed') => endRefund(account, id, status),
  /** On the provider's own pages, without us. */
  refundThere: (payment_intent: string, amount: number) =>
    createRefund(account, { payment_intent, amount: String(amount) }),
  captureThere: (payment_intent: string, amount: number) =>
    capture(account, payment_intent, { amount_to_capture: String(amount) }),
  openDispute: (intentId: string) => openDispute(account, intentId),
  closeDispute: (id: string, status: 'won' | 'lost') => closeDispute(account, id, status),
})

const goOn = (url: string): Answer => ({ status: 303, headers: { location: url } })
const page = (html: string): Answer => ({ status: 200, html })

function answerPage(account: StripeAccount, asked: Asked): Answer {
  const [, id = '', step] = /^\/c\/pay\/(\w+)(\/authenticate)?$/.exec(asked.path) ?? []
  const session = findSession(account, id)
  const name = account.orders.get(id)?.name ?? ''
  const shown = { ...session, name, email: session.customer_email }
  if (session.status === 'complete') return page(finishedPage('You have already paid.'))
  if (session.status === 'expired') return page(finishedPage('This checkout session has timed out.'))
  if (asked.method !== 'POST') return page(checkoutPage(shown))
  const typed = readForm(asked.body)
  const outcome = step
    ? authenticateSession(account, id, textIn(typed, 'outcome') === 'complete')
    : paySession(account, id, textIn(typed, 'number') ?? '')
  if (outcome === 'paid') return goOn(session.success_url)
  if (outcome === 'needs authentication') return page(authenticationPage(shown))
  return page(checkoutPage(shown, outcome.message))
}

let requests = 0
function withRequestId({ headers, ...answer }: Answer): Answer {
  requests += 1
  return { ...answer, headers: { 'request-id': `req_${requests}`, ...headers } }
}
