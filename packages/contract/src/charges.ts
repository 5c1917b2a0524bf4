import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { orderParams } from './orders.ts'
import { DeclineReason, OwnPath } from './payments.ts'
import { Cents, Currency, Id, IdParam, Instant } from './primitives.ts'

/** How long an order that is to be paid by card keeps its space while it waits for the payment. */
export const PAY_MINUTES = 15

/** `card`: at the payment provider. `test`: in a demo, without money. */
export const ChargeWay = z.enum(['card', 'test'])
export type ChargeWay = z.infer<typeof ChargeWay>

/**
 * `open`: waits for the customer or the bank. `authorised`: the bank has reserved the money. `captured`: the money was
 * taken. `released`: the reserved money was given back. `failed`: declined. `expired`: given up.
 */
export const ChargeStatus = z.enum(['open', 'authorised', 'captured', 'released', 'failed', 'expired'])
export type ChargeStatus = z.infer<typeof ChargeStatus>

type Sums = { with_credits: number; left: number }

/**
 * How credits and a card share what both pay together: if less than `least` would be left for the card, credits pay less.
 * What is less than `least` altogether no card can pay, and the sums stay as they are.
 */
export function besideCard<S extends Sums>(sums: S, least: number): S {
  const { with_credits, left } = sums
  if (left === 0 || left >= least || with_credits + left < least) return sums
  return { ...sums, with_credits: with_credits + left - least, left: least }
}

export const SavedCard = z
  .object({
    /** The payment provider's. */
    id: z.string(),
    brand: z.string(),
    last4: z.string(),
  })
  .meta({ id: 'SavedCard' })
export type SavedCard = z.infer<typeof SavedCard>

/** Money that is reserved on, or was taken from, a customer's card for an order. */
export const Charge = z
  .object({
    id: Id,
    order_id: Id,
    created_at: Instant,
    way: ChargeWay,
    status: ChargeStatus,
    amount: Cents,
    currency: Currency,
    /** What the order keeps of it: less than `amount` once something was given back. */
    kept: Cents,
    /** Why the card was declined. One that is still open can be tried again on its page. */
    failure: DeclineReason.nullable(),
    /** Where to pay, at the provider or on a page of ours; null unless it is open. */
    checkout_url: z.string().nullable(),
    /** Null until the money was taken. */
    receipt_number: z.int().nullable(),
  })
  .meta({ id: 'Charge' })
export type Charge = z.infer<typeof Charge>

export const listCharges = endpoint({
  method: 'GET',
  path: '/api/orders/:orderId/charges',
  summary: 'The card payments of an order, newest first, for its customer and admins',
  params: orderParams,
  reply: z.array(Charge),
})

export const ChargeRequest = z.object({
  /** `new`: on a page of the provider, where the card is saved. `saved`: the one that was used last. */
  card: z.enum(['new', 'saved']),
  /** What was shown as left to pay; a different amount is refused. */
  expected_left: Cents.optional(),
  /** The page to go back to afterwards; without it, that of the order. */
  return_to: OwnPath.optional(),
})
export type ChargeRequest = z.infer<typeof ChargeRequest>

export const startCharge = endpoint({
  method: 'POST',
  path: '/api/orders/:orderId/charges',
  summary:
    'Pay what is left of an order by card. The answer says where to pay, or what the bank said to a saved card; the same Idempotency-Key charges once',
  takesKey: true,
  params: orderParams,
  body: ChargeRequest,
  reply: Charge,
  status: 201,
})

export const checkCharges = endpoint({
  method: 'POST',
  path: '/api/orders/:orderId/charges/check',
  summary:
    'Ask the payment provider what became of open card payments; used when the customer returns from there',
  params: orderParams,
  reply: z.array(Charge),
})

const chargeParams = orderParams.extend({ id: IdParam })

export const endTestCharge = endpoint({
  method: 'POST',
  path: '/api/orders/:orderId/charges/:id/test',
  summary: 'In a demo: pay without money, or decline',
  params: chargeParams,
  body: z.object({ outcome: z.enum(['paid', 'declined']) }),
  reply: Charge,
})

export const getChargeReceipt = endpoint({
  method: 'GET',
  path: '/api/orders/:orderId/charges/:id/receipt.pdf',
  summary: 'The receipt as a PDF file, in the language of the customer; also for admins',
  params: chargeParams,
  reply: z.string(),
})

export const listCards = endpoint({
  method: 'GET',
  path: '/api/cards',
  summary: "The caller's saved cards, the one used last first",
  reply: z.array(SavedCard),
})

export const forgetCard = endpoint({
  method: 'DELETE',
  path: '/api/cards/:card',
  summary: 'Forget a saved card',
  params: z.object({ card: z.string().regex(/^\w{1,255}$/) }),
  reply: z.object({}),
})
