import { createHash } from 'node:crypto'
import { type Answer, type Asked, answerOnLoopback } from './loopback.ts'
import { type Intent, type Session, StripeRefusal, stripeAccount } from './stripe-account.ts'
import { readForm, textIn } from './stripe-form.ts'
import { authenticationPage, checkoutPage, finishedPage } from './stripe-page.ts'
import { stripeWebhooks } from './stripe-webhooks.ts'

export const STRIPE_SECRET_KEY = 'sk_test_keyhour'
export const STRIPE_WEBHOOK_SECRET = 'whsec_keyhour'
const API_VERSION = '2026-10-28.endive'

/** Events are sent again after growing pauses, so many times in all. */
type Options = { now: () => Date; retryMs?: number; tries?: number }

type Handler = (id: string, asked: Asked) => object

/** Answers that are remembered under their key; Stripe does not remember those of calls that it never began. */
const isRemembered = ({ status }: Answer): boolean => status < 400 || status === 402 || status === 500

/** Stripe on loopback: the API, its hosted payment page, and its webhooks. */
export async function simulateStripe({ now, ...delivery }: Options) {
  let origin = ''
  const seconds = () => Math.floor(now().getTime() / 1000)
  const webhooks = stripeWebhooks({ now, apiVersion: API_VERSION, ...delivery })
  let currentKey: string | null = null
  const account = stripeAccount({
    seconds,
    origin: () => origin,
    emit: (type, object) => webhooks.emit(type, object, currentKey),
  })
  const remembered = new Map<string, { request: string; answer: Answer }>()

  const form = ({ body }: Asked) => readForm(body)
  const calls: [call: RegExp, handler: Handler][] = [
    [/^POST \/v1\/checkout\/sessions$/, (_, asked) => account.createSession(form(asked))],
    [/^GET \/v1\/checkout\/sessions\/(\w+)$/, (id, { query }) => withIntent(account.findSession(id), query)],
    [/^POST \/v1\/checkout\/sessions\/(\w+)\/expire$/, (id) => account.expireSession(id)],
    [/^POST \/v1\/payment_intents$/, (_, asked) => account.createIntent(form(asked))],
    [/^GET \/v1\/payment_intents$/, (_, { query }) => account.listIntents(query.get('customer'))],
    [/^GET \/v1\/payment_intents\/(\w+)$/, (id, { query }) => withCharge(account.findIntent(id), query)],
    [/^POST \/v1\/payment_intents\/(\w+)\/capture$/, (id, asked) => account.capture(id, form(asked))],
    [/^POST \/v1\/payment_intents\/(\w+)\/cancel$/, (id) => account.cancel(id)],
    [/^POST \/v1\/refunds$/, (_, asked) => account.createRefund(form(asked))],
    [/^GET \/v1\/refunds\/(\w+)$/, (id) => account.findRefund(id)],
    [/^POST \/v1\/customers$/, (_, asked) => account.createCustomer(form(asked))],
    [/^GET \/v1\/customers\/(\w+)$/, (id) => account.findCustomer(id)],
    [/^DELETE \/v1\/customers\/(\w+)$/, (id) => account.deleteCustomer(id)],
    [/^GET \/v1\/customers\/(\w+)\/payment_methods$/, (id) => account.listMethods(id)],
    [/^POST \/v1\/payment_methods\/(\w+)\/detach$/, (id) => account.detachMethod(id)],
  ]

  /** With `expand[]=payment_intent` the object itself instead of its id. */
  function withIntent(session: Session, query: URLSearchParams): object {
    const { payment_intent } = session
    return isExpanded(query, 'payment_intent') && payment_intent
      ? { ...session, payment_intent: account.findIntent(payment_intent) }
      : session
  }

  function withCharge(intent: Intent, query: URLSearchParams): object {
    const { latest_charge } = intent
    return isExpanded(query, 'latest_charge') && latest_charge
      ? { ...intent, latest_charge: account.findCharge(latest_charge) }
      : intent
  }

  function answerCall(asked: Asked): Answer {
    refuseStrangers(asked)
    const call = `${asked.method} ${asked.path}`
    for (const [pattern, handler] of calls) {
      const found = pattern.exec(call)
      if (found) return { status: 200, json: handler(found[1] ?? '', asked) }
    }
    throw new StripeRefusal(404, {
      type: 'invalid_request_error',
      message: `Unrecognized request URL (${asked.method}: ${asked.path}).`,
    })
  }

  const orRefusal = (work: () => Answer): Answer => {
    try {
      return work()
    } catch (error) {
      if (error instanceof StripeRefusal) return { status: error.status, json: error.body }
      throw error
    }
  }

  /** The same key answers the same, and does nothing again. */
  function answerOnce(asked: Asked): Answer {
    const key = asked.method === 'POST' ? asked.headers['idempotency-key'] : undefined
    if (typeof key !== 'string') return orRefusal(() => answerCall(asked))
    const request = createHash('sha256').update(`${asked.path} ${asked.body}`).digest('hex')
    const known = remembered.get(key)
    if (known && known.request !== request)
      return {
        status: 400,
        json: {
          error: {
            type: 'idempotency_error',
            message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
          },
        },
      }
    if (known) return { ...known.answer, headers: { 'idempotent-replayed': 'true' } }
    currentKey = key
    const made = orRefusal(() => answerCall(asked))
    currentKey = null
    const answer = { ...made, json: structuredClone(made.json) }
    if (isRemembered(answer)) remembered.set(key, { request, answer })
    return answer
  }

  const goOn = (url: string): Answer => ({ status: 303, headers: { location: url } })

  function answerPage(asked: Asked): Answer {
    const [, id = '', step] = /^\/c\/pay\/(\w+)(\/authenticate)?$/.exec(asked.path) ?? []
    const session = account.findSession(id)
    const shown = { ...session, name: account.nameOf(id), email: session.customer_email }
    if (session.status === 'complete') return { status: 200, html: finishedPage('You have already paid.') }
    if (session.status === 'expired')
      return { status: 200, html: finishedPage('This checkout session has timed out.') }
    if (asked.method !== 'POST') return { status: 200, html: checkoutPage(shown) }
    const outcome = step
      ? account.authenticateSession(id, textIn(form(asked), 'outcome') === 'complete')
      : account.paySession(id, textIn(form(asked), 'number') ?? '')
    if (outcome === 'paid') return goOn(session.success_url)
    if (outcome === 'needs authentication') return { status: 200, html: authenticationPage(shown) }
    return { status: 200, html: checkoutPage(shown, outcome.message) }
  }

  const server = await answerOnLoopback((asked) =>
    asked.path.startsWith('/c/') ? orRefusal(() => answerPage(asked)) : withRequestId(answerOnce(asked)),
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
    /** What customers, banks and the owner of the account do. */
    pay: account.paySession,
    authenticate: account.authenticateSession,
    paySlowly: account.paySlowly,
    endSlowPayment: account.endSlowPayment,
    expire: account.expireSession,
    endRefund: account.endRefund,
    /** On the provider's own pages, without us. */
    refundThere: (payment_intent: string, amount: number) =>
      account.createRefund({ payment_intent, amount: String(amount) }),
    captureThere: (payment_intent: string, amount: number) =>
      account.capture(payment_intent, { amount_to_capture: String(amount) }),
    openDispute: account.openDispute,
    closeDispute: account.closeDispute,
    async close() {
      webhooks.stopDelivering()
      await server.close()
    },
  }
}

const isExpanded = (query: URLSearchParams, field: string): boolean =>
  [...query].some(([name, value]) => /^expand\[/.test(name) && value === field)

let requests = 0
function withRequestId({ headers, ...answer }: Answer): Answer {
  requests += 1
  return { ...answer, headers: { 'request-id': `req_${requests}`, ...headers } }
}

function refuseStrangers({ headers }: Asked): void {
  if (headers.authorization !== `Bearer ${STRIPE_SECRET_KEY}`)
    throw new StripeRefusal(401, {
      type: 'invalid_request_error',
      message: 'Invalid API Key provided.',
    })
  if (!headers['stripe-version'])
    throw new StripeRefusal(400, { type: 'invalid_request_error', message: 'No Stripe-Version.' })
}
