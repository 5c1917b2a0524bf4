import { z } from 'zod'
import { CreditPack } from './credits.ts'
import { endpoint } from './endpoint.ts'
import { Cents, Currency, Id, IdField, IdParam, Instant, orUnsaid, wholeNumberParam } from './primitives.ts'
import { typedText } from './typed-text.ts'

/**
 * How a pack is paid here. `card`: on a page of the payment provider. `test`: in a demo, without money. `invoice`: an
 * admin marks it paid.
 */
export const PaymentWay = z.enum(['card', 'test', 'invoice'])
export type PaymentWay = z.infer<typeof PaymentWay>

export const PaymentState = z.enum(['open', 'paid', 'failed', 'expired'])
export type PaymentState = z.infer<typeof PaymentState>

/** Why a card was not charged. */
export const DeclineReason = z.enum([
  'card_declined',
  'insufficient_funds',
  'expired_card',
  'incorrect_number',
  'incorrect_cvc',
  'authentication_failed',
  'processing_error',
])
export type DeclineReason = z.infer<typeof DeclineReason>

/** The tax in an amount that includes it. */
export const taxIn = (amount: number, percent: number): number =>
  amount - Math.round((amount * 100) / (100 + percent))

/** A payment for one credit pack, as the pack was when it was chosen. */
export const PackPayment = z
  .object({
    id: Id,
    created_at: Instant,
    way: PaymentWay,
    status: PaymentState,
    pack_name: z.string(),
    credits_amount: z.int(),
    /** Null: the credits never expire. */
    duration_days: z.int().nullable(),
    /** Includes `tax`. */
    amount: Cents,
    tax: Cents,
    tax_percent: z.int(),
    currency: Currency,
    refunded: Cents,
    /** Why the last try failed. A payment that is still open can be tried again. */
    failure: DeclineReason.nullable(),
    /** Where to pay, at the provider or on a page of ours; null when it is not open, or is paid on invoice. */
    checkout_url: z.string().nullable(),
    /** Until when it can be paid. */
    expires_at: Instant.nullable(),
    paid_at: Instant.nullable(),
    /** Null until it is paid. */
    receipt_number: z.int().nullable(),
    /** The company whose pool gets the credits; null: the buyer's own. */
    business_id: Id.nullish(),
  })
  .meta({ id: 'PackPayment' })
export type PackPayment = z.infer<typeof PackPayment>

export const listPaymentOptions = endpoint({
  method: 'GET',
  path: '/api/payments/options',
  summary:
    'The credit packs that can be bought, how they are paid here, and the smallest amounts that cards can pay',
  reply: z.object({
    way: PaymentWay,
    packs: z.array(CreditPack),
    /** The smallest amount that a card can pay. Of a currency that is not there, any. */
    least_charge: z.partialRecord(Currency, Cents),
  }),
})

/** A page of ours. Two slashes, or a slash and a backslash, would mean another host. */
export const OwnPath = z
  .string()
  .max(2000)
  .regex(/^\/(?![/\\])[^\s\\]*$/, 'Should be a page of this site')

export const PaymentRequest = z.object({
  credit_pack_id: IdField,
  /** The price that was shown; refused if it has changed. */
  expected_price_cents: z.int().nonnegative().optional(),
  /** The page to go back to with the credits, such as a booking that was begun. */
  return_to: OwnPath.optional(),
  /** Buy for the pool of this company, as one of its managers. The pack has to be of the company's currency. */
  business_id: orUnsaid(IdField),
})
export type PaymentRequest = z.infer<typeof PaymentRequest>

export const startPayment = endpoint({
  method: 'POST',
  path: '/api/payments',
  summary: 'Buy a credit pack, also for a company; the same Idempotency-Key returns the same payment',
  takesKey: true,
  body: PaymentRequest,
  reply: PackPayment,
  status: 201,
})

const paymentParams = z.object({ id: IdParam })
const paging = { page: wholeNumberParam().default(1), page_size: wholeNumberParam(100).default(20) }

export const listPayments = endpoint({
  method: 'GET',
  path: '/api/payments',
  summary: "The caller's own payments, newest first; the total is in X-Total-Count",
  query: z.object(paging),
  reply: z.array(PackPayment),
})

export const getPayment = endpoint({
  method: 'GET',
  path: '/api/payments/:id',
  summary: "One of the caller's payments",
  params: paymentParams,
  reply: PackPayment,
})

export const checkPayment = endpoint({
  method: 'POST',
  path: '/api/payments/:id/check',
  summary: 'Ask the payment provider what became of a payment; used when the customer returns from there',
  params: paymentParams,
  reply: PackPayment,
})

export const getReceipt = endpoint({
  method: 'GET',
  path: '/api/payments/:id/receipt.pdf',
  summary: 'The receipt as a PDF file, in the language of the buyer; also for admins',
  params: paymentParams,
  reply: z.string(),
})

export const cancelPayment = endpoint({
  method: 'POST',
  path: '/api/payments/:id/cancel',
  summary: 'Give up a payment that is still open',
  params: paymentParams,
  reply: PackPayment,
})

export const endTestPayment = endpoint({
  method: 'POST',
  path: '/api/payments/:id/test',
  summary: 'In a demo: pay without money, or decline',
  params: paymentParams,
  body: z.object({ outcome: z.enum(['paid', 'declined']) }),
  reply: PackPayment,
})

/** Not JSON in our terms: the signature covers every byte. */
export const receivePaymentEvent = endpoint({
  method: 'POST',
  path: '/api/payments/events',
  summary: 'For the payment provider: signed news about payments',
  reply: z.object({}),
})

export const INVOICE_REFERENCE_LENGTH = 200
export const REFUND_REASON_LENGTH = 500

export const PaymentRefund = z
  .object({
    id: Id,
    created_at: Instant,
    amount: Cents,
    /** Taken back, in credits. A refund that failed gave them back. */
    credits: z.number(),
    status: z.enum(['pending', 'succeeded', 'failed']),
    /** `provider`: made on the pages of the payment provider. `dispute`: the buyer's bank wants the money back. */
    cause: z.enum(['admin', 'provider', 'dispute']),
    reason: z.string().nullable(),
    actor_name: z.string().nullable(),
  })
  .meta({ id: 'PaymentRefund' })
export type PaymentRefund = z.infer<typeof PaymentRefund>

/** A payment as admins see it. */
export const AdminPayment = PackPayment.omit({ checkout_url: true })
  .extend({
    user_id: Id,
    user_name: z.string(),
    user_email: z.string(),
    /** Of the company whose pool gets the credits; null: the buyer does. */
    business_name: z.string().nullish(),
    /** For example in the books; of a payment that an admin marked as paid. */
    reference: z.string().nullable(),
    /** The share of the price that the unspent credits make up. */
    refundable: Cents,
    /** The newest first. */
    refunds: z.array(PaymentRefund),
  })
  .meta({ id: 'AdminPayment' })
export type AdminPayment = z.infer<typeof AdminPayment>

export const listAllPayments = endpoint({
  method: 'GET',
  path: '/api/admin/payments',
  summary: 'Payments for credit packs, newest first, of one user or of all; the total is in X-Total-Count',
  query: z.object({
    ...paging,
    user_id: wholeNumberParam().optional(),
    status: PaymentState.optional(),
    way: PaymentWay.optional(),
    /** Part of the name or address of the buyer, or of the name of the company or the pack; or the number of a payment or receipt. */
    q: z.string().trim().max(200).default(''),
  }),
  reply: z.array(AdminPayment),
})

export const InvoicePayment = z.object({
  /** As it was shown. */
  amount: Cents,
  reference: typedText()
    .trim()
    .max(INVOICE_REFERENCE_LENGTH, `Should have at most ${INVOICE_REFERENCE_LENGTH} characters`)
    .default(''),
})
export type InvoicePayment = z.infer<typeof InvoicePayment>

export const markPaymentPaid = endpoint({
  method: 'POST',
  path: '/api/admin/payments/:id/mark_paid',
  summary: 'Record that an invoice was paid; the credits arrive and the receipt is mailed',
  params: paymentParams,
  body: InvoicePayment,
  reply: AdminPayment,
})

export const RefundRequest = z.object({
  amount: Cents.positive('Should be more than 0'),
  /** For the books; the buyer does not see it. */
  reason: typedText()
    .trim()
    .min(1, 'Cannot be empty')
    .max(REFUND_REASON_LENGTH, `Should have at most ${REFUND_REASON_LENGTH} characters`),
})
export type RefundRequest = z.infer<typeof RefundRequest>

export const refundPayment = endpoint({
  method: 'POST',
  path: '/api/admin/payments/:id/refunds',
  summary:
    'Refund a payment, whole or in part, and take back its credits; the same Idempotency-Key refunds once',
  takesKey: true,
  params: paymentParams,
  body: RefundRequest,
  reply: AdminPayment,
})
