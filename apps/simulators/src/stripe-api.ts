import { createHash } from 'node:crypto'
import type { Answer, Asked } from './loopback.ts'
import { find, type StripeAccount } from './stripe-account.ts'
import { createCustomer, deleteCustomer, detachMethod, listMethods } from './stripe-customers.ts'
import { readForm } from './stripe-form.ts'
import { cancel, capture, createIntent, listIntents } from './stripe-intents.ts'
import type { Intent, Session } from './stripe-objects.ts'
import { createRefund } from './stripe-refunds.ts'
import { StripeRefusal } from './stripe-refusal.ts'
import { createSession, expireSession, findSession } from './stripe-sessions.ts'

export const STRIPE_SECRET_KEY = 'sk_test_keyhour'

type Handler = (account: StripeAccount, id: string, asked: Asked) => object

const form = ({ body }: Asked) => readForm(body)
const CALLS: [call: RegExp, handler: Handler][] = [
  [/^POST \/v1\/checkout\/sessions$/, (account, _, asked) => createSession(account, form(asked))],
  [
    /^GET \/v1\/checkout\/sessions\/(\w+)$/,
    (account, id, { query }) => withIntent(account, findSession(account, id), query),
  ],
  [/^POST \/v1\/checkout\/sessions\/(\w+)\/expire$/, expireSession],
  [/^POST \/v1\/payment_intents$/, (account, _, asked) => createIntent(account, form(asked))],
  [/^GET \/v1\/payment_intents$/, (account, _, { query }) => listIntents(account, query.get('customer'))],
  [
    /^GET \/v1\/payment_intents\/(\w+)$/,
    (account, id, { query }) => withCharge(account, find(account.intents, 'payment_intent', id), query),
  ],
  [/^POST \/v1\/payment_intents\/(\w+)\/capture$/, (account, id, asked) => capture(account, id, form(asked))],
  [/^POST \/v1\/payment_intents\/(\w+)\/cancel$/, cancel],
  [/^POST \/v1\/refunds$/, (account, _, asked) => createRefund(account, form(asked))],
  [/^GET \/v1\/refunds\/(\w+)$/, (account, id) => find(account.refunds, 'refund', id)],
  [/^POST \/v1\/customers$/, (account, _, asked) => createCustomer(account, form(asked))],
  [/^GET \/v1\/customers\/(\w+)$/, (account, id) => find(account.customers, 'customer', id)],
  [/^DELETE \/v1\/customers\/(\w+)$/, deleteCustomer],
  [/^GET \/v1\/customers\/(\w+)\/payment_methods$/, listMethods],
  [/^POST \/v1\/payment_methods\/(\w+)\/detach$/, detachMethod],
]

/** With `expand[]=payment_intent` the object itself instead of its id. */
function withIntent(account: StripeAccount, session: Session, query: URLSearchParams): object {
  const { payment_intent } = session
  return isExpanded(query, 'payment_intent') && payment_intent
    ? { ...session, payment_intent: find(account.intents, 'payment_intent', payment_intent) }
    : session
}

function withCharge(account: StripeAccount, intent: Intent, query: URLSearchParams): object {
  const { latest_charge } = intent
  return isExpanded(query, 'latest_charge') && latest_charge
    ? { ...intent, latest_charge: find(account.charges, 'charge', latest_charge) }
    : intent
}

const isExpanded = (query: URLSearchParams, field: string): boolean =>
  [...query].some(([name, value]) => /^expand\[/.test(name) && value === field)

function answerCall(account: StripeAccount, asked: Asked): Answer {
  refuseStrangers(asked)
  const call = `${asked.method} ${asked.path}`
  for (const [pattern, handler] of CALLS) {
    const found = pattern.exec(call)
    if (found) return { status: 200, json: handler(account, found[1] ?? '', asked) }
  }
  throw new StripeRefusal(404, {
    type: 'invalid_request_error',
    message: `Unrecognized request URL (${asked.method}: ${asked.path}).`,
  })
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

export const orRefusal = (work: () => Answer): Answer => {
  try {
    return work()
  } catch (error) {
    if (error instanceof StripeRefusal) return { status: error.status, json: error.body }
    throw error
  }
}

/** Answers that are remembered under their key; Stripe does not remember those of calls that it never began. */
const isRemembered = ({ status }: Answer): boolean => status < 400 || status === 402 || status === 500

/** The same key answers the same, and does nothing again. `whileUnder` notes the key of the call that runs. */
export function answeringOnce(account: StripeAccount, whileUnder: (key: string | null) => void) {
  const remembered = new Map<string, { request: string; answer: Answer }>()

  return (asked: Asked): Answer => {
    const key = asked.method === 'POST' ? asked.headers['idempotency-key'] : undefined
    if (typeof key !== 'string') return orRefusal(() => answerCall(account, asked))
    const request = createHash('sha256').update(`${asked.path} ${asked.body}`).digest('hex')
    const known = remembered.get(key)
    if (known && known.request !== request) return keyOfAnother(key)
    if (known) return { ...known.answer, headers: { 'idempotent-replayed': 'true' } }
    whileUnder(key)
    const made = orRefusal(() => answerCall(account, asked))
    whileUnder(null)
    const answer = { ...made, json: structuredClone(made.json) }
    if (isRemembered(answer)) remembered.set(key, { request, answer })
    return answer
  }
}

const keyOfAnother = (key: string): Answer => ({
  status: 400,
  json: {
    error: {
      type: 'idempotency_error',
      message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
    },
  },
})
