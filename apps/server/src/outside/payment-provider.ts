import type { DeclineReason } from '@keyhour/contract/payments'
import type { Currency } from '@keyhour/contract/primitives'
import { Refusal } from '#server/http/refusal.ts'

/** In minor units. */
type Money = { amount: number; currency: Currency }

/** A page of the provider on which one payment is made. */
export type Checkout = Money & {
  /** Ours. It comes back with every event, and starting again with the same one starts nothing new. */
  token: string
  /** What is paid for. */
  name: string
  email: string
  paidUrl: string
  backUrl: string
  expiresAt: string
  /** `later`: the money is only reserved, until it is captured or cancelled. */
  capture: 'now' | 'later'
  /** The provider's id of the customer, whose card is then saved. */
  customer?: string
}

type OpenCheckout = { reference: string; url: string }

/** `waiting`: the customer is done, but the money is not there yet, as with a bank debit. */
export type CheckoutOutcome = 'open' | 'waiting' | 'authorised' | 'paid' | 'failed' | 'expired'

export type CheckoutState = Money & {
  token: string
  reference: string
  outcome: CheckoutOutcome
  /** The provider's id of the money that was taken: refunds and captures refer to it. */
  charge: string | null
  failure: DeclineReason | null
}

export type RefundOutcome = 'pending' | 'succeeded' | 'failed'

export type RefundState = { reference: string; outcome: RefundOutcome }

/** `gone`: it was given back, or the bank has let go of it. `refunded`: of what was taken. */
export type ChargeState = { outcome: 'reserved' | 'taken' | 'gone'; taken: number; refunded: number }

type SavedCard = { id: string; brand: string; last4: string }

export type PaymentEvent = { id: string; type: string } & (
  | ({ about: 'checkout' } & CheckoutState)
  /** Money is reserved, from a page or a saved card. */
  | ({ about: 'authorisation'; token: string; charge: string } & Money)
  /** A card was declined: on a page, which stays open, or a saved one. */
  | { about: 'decline'; token: string; failure: DeclineReason }
  /** `refundToken` is null when the refund was made on the provider's own pages. */
  | ({ about: 'refund'; charge: string; amount: number; refundToken: string | null } & RefundState)
  | {
      about: 'dispute'
      charge: string
      reference: string
      amount: number
      outcome: 'open' | 'won' | 'lost'
    }
  /** Nothing that concerns us. */
  | { about: 'nothing' }
)

/** Calls throw a `Refusal` when the provider cannot be reached, and a `PaymentRefused` when it says no. */
export type PaymentProvider = {
  /** The smallest amount that a card can be charged. Of a currency that is not there, any. */
  leastCharge: Partial<Record<Currency, number>>
  startCheckout: (checkout: Checkout) => Promise<OpenCheckout>
  findCheckout: (reference: string) => Promise<CheckoutState>
  /** Our token of what was charged; null if it is not ours. */
  findToken: (charge: string) => Promise<string | null>
  /** Nothing happens to a checkout that is over. */
  expireCheckout: (reference: string) => Promise<void>
  /** The same token refunds once. */
  refund: (refund: { token: string; charge: string; amount: number }) => Promise<RefundState>
  findRefund: (reference: string) => Promise<RefundState>
  makeCustomer: (customer: { token: string; name: string; email: string }) => Promise<string>
  /** With the cards. Nothing happens if it is forgotten already. */
  forgetCustomer: (customer: string) => Promise<void>
  /** The newest first, each number once. */
  listCards: (customer: string) => Promise<SavedCard[]>
  /** However often it was saved. */
  forgetCard: (customer: string, card: string) => Promise<void>
  /** Reserves money on a saved card. Answers its id; throws a `CardDeclined` if the bank does not agree. */
  authorise: (
    charge: Money & { token: string; name: string; customer: string; card: string },
  ) => Promise<string>
  findCharge: (charge: string) => Promise<ChargeState>
  /** The id of what `authorise` reserved under this token; null if it reserved nothing. */
  findReserved: (customer: string, token: string) => Promise<string | null>
  /** Takes reserved money, or a part of it. */
  capture: (charge: string, amount: number) => Promise<void>
  /** Gives reserved money back. */
  cancel: (charge: string) => Promise<void>
  /** Throws a `Refusal` unless the provider signed exactly this body, recently. */
  readEvent: (body: Buffer, signature: string | undefined) => PaymentEvent
}

/** The message contains neither secrets nor personal data. */
export class PaymentRefused extends Error {
  override readonly name: string = 'PaymentRefused'
  /** The provider's own word for it. */
  readonly code: string

  constructor(code: string) {
    super(`the payment provider refused: ${code}`)
    this.code = code
  }
}

/** As after a change to another account of the provider, or from its test mode to real money. */
export const isUnknown = (error: unknown): boolean =>
  error instanceof PaymentRefused && error.code === 'resource_missing'

export class CardDeclined extends PaymentRefused {
  override readonly name = 'CardDeclined'
  readonly reason: DeclineReason

  constructor(reason: DeclineReason) {
    super(reason)
    this.reason = reason
  }
}

export const providerAway = (cause: Error): Refusal =>
  Object.assign(
    new Refusal(
      'unavailable',
      'The payment provider cannot be reached right now. Please try again in a moment.',
    ),
    { cause },
  )
