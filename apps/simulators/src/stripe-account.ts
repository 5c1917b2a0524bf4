import { randomBytes } from 'node:crypto'
import type { Form } from './stripe-form.ts'
import type { Charge, Customer, Dispute, Intent, PaymentMethod, Refund, Session } from './stripe-objects.ts'
import { invalidRequest, missing } from './stripe-refusal.ts'

type Circumstances = {
  /** Unix time in seconds. */
  seconds: () => number
  emit: (type: string, object: object) => void
  /** Where the hosted pages are. */
  origin: () => string
}

export type StripeAccount = ReturnType<typeof stripeAccount>

/** The objects of one account. What can happen to them stands in the files named for them. */
export const stripeAccount = (circumstances: Circumstances) => ({
  ...circumstances,
  sessions: new Map<string, Session>(),
  intents: new Map<string, Intent>(),
  charges: new Map<string, Charge>(),
  refunds: new Map<string, Refund>(),
  disputes: new Map<string, Dispute>(),
  customers: new Map<string, Customer>(),
  methods: new Map<string, PaymentMethod>(),
  /** What the page shows, and what the payment will be like. */
  orders: new Map<string, { name: string; intent: Form }>(),
  /** The number behind each payment method. */
  numbers: new Map<string, string>(),
  /** The cards of sessions that wait for their bank. */
  waiting: new Map<string, string>(),
  /** Cards that the bank has authenticated for later payments. */
  authenticated: new Set<string>(),
})

export const idOf = (prefix: string): string => `${prefix}_${randomBytes(12).toString('hex')}`

export const find = <T>(known: Map<string, T>, what: string, id: string): T => {
  const found = known.get(id)
  if (!found) throw missing(what, id)
  return found
}

/** In hundredths; it differs a little between currencies. */
const leastCharge = (currency: string | null): number => (currency?.toLowerCase() === 'gbp' ? 30 : 50)

export function readAmount(amount: number, currency: string | null, param: string): number {
  if (!Number.isInteger(amount)) throw invalidRequest(`Invalid integer: ${amount}`, { param })
  if (amount < leastCharge(currency))
    throw invalidRequest('The amount is below the minimum charge.', { code: 'amount_too_small', param })
  return amount
}
