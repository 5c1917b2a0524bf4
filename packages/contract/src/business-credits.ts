import { z } from 'zod'
import { ExportFormat } from './all-orders.ts'
import { businessParams, paging } from './businesses.ts'
import { CreditEntryKind } from './credits.ts'
import { endpoint } from './endpoint.ts'
import { orderParams, Refund } from './orders.ts'
import { PackPayment } from './payments.ts'
import {
  Cents,
  Currency,
  HebrewName,
  Id,
  IdParam,
  Instant,
  Language,
  LocalMonth,
  wholeNumberParam,
} from './primitives.ts'

const file = {
  format: ExportFormat,
  /** Of the headings and the text in the cells. */
  language: Language.default('en'),
}

/** Credits that the company received together. */
export const PoolLot = z.object({
  id: Id,
  /** The name of the pack. */
  description: z.string().nullable(),
  granted: Cents,
  remaining: Cents,
  created_at: Instant,
  /** Null: never. */
  expires_at: Instant.nullable(),
})

export const getPool = endpoint({
  method: 'GET',
  path: '/api/businesses/:id/balance',
  summary: 'What is left in the pool, by lot, in the order in which they are spent',
  params: businessParams,
  reply: z.object({
    currency: Currency,
    left: Cents,
    low_at: Cents.nullable(),
    lots: z.array(PoolLot),
  }),
})

/** One movement of the company's credits. */
export const PoolEntry = z
  .object({
    id: Id,
    at: Instant,
    kind: CreditEntryKind,
    /** Positive for what came in, negative for what went out. */
    amount: Cents,
    order_id: Id.nullable(),
    /** Where the order was made; null without an order. */
    office: z.string().nullable(),
    office_he: HebrewName,
    sub_office: z.string().nullable(),
    sub_office_he: HebrewName,
    /** The name of the pack, or the words of an admin. */
    description: z.string().nullable(),
    /** Whose booking it was, or who bought the pack. Null when the product did it by itself, or the account is gone. */
    person_name: z.string().nullable(),
  })
  .meta({ id: 'PoolEntry' })
export type PoolEntry = z.infer<typeof PoolEntry>

export const listPoolEntries = endpoint({
  method: 'GET',
  path: '/api/businesses/:id/entries',
  summary: "The movements of the company's credits, newest first; `next` is `before` for the next page",
  params: businessParams,
  query: z.object({ before: IdParam.optional(), limit: wholeNumberParam(100).default(20) }),
  reply: z.object({ entries: z.array(PoolEntry), next: Id.nullable() }),
})

export const exportPoolEntries = endpoint({
  method: 'GET',
  path: '/api/businesses/:id/entries/export',
  summary: "All movements of the company's credits as a file, newest first",
  params: businessParams,
  query: z.object(file),
  reply: z.string(),
})

/** A pack that was bought for the pool. It is bought with `POST /api/payments` and `business_id`. */
export const PoolPayment = PackPayment.omit({ checkout_url: true })
  .extend({
    user_id: Id,
    /** Null if the account is gone. */
    user_name: z.string().nullable(),
  })
  .meta({ id: 'PoolPayment' })
export type PoolPayment = z.infer<typeof PoolPayment>

export const listPoolPayments = endpoint({
  method: 'GET',
  path: '/api/businesses/:id/payments',
  summary: 'Payments for packs of the company, newest first; the total is in X-Total-Count',
  params: businessParams,
  query: z.object(paging),
  reply: z.array(PoolPayment),
})

export const UsageBy = z.enum(['person', 'month', 'space'])
export type UsageBy = z.infer<typeof UsageBy>

/** Only the fields of what it is grouped by are set. */
export const UsageRow = z
  .object({
    user_id: Id.nullable(),
    /** Null also if the account is gone; so is the address. */
    person_name: z.string().nullable(),
    email: z.string().nullable(),
    month: LocalMonth.nullable(),
    office_id: Id.nullable(),
    office: z.string().nullable(),
    office_he: HebrewName,
    /** Null also for an office that is rented whole. */
    sub_office: z.string().nullable(),
    sub_office_he: HebrewName,
    /** What was taken from the pool, less what was refunded. */
    spent: Cents,
    /** How many bookings were made, cancelled ones too. */
    orders: z.int(),
  })
  .meta({ id: 'UsageRow' })
export type UsageRow = z.infer<typeof UsageRow>

const usagePeriod = {
  /** Months in which stays start, on the office's clock, both inclusive. */
  from: LocalMonth,
  to: LocalMonth,
  by: UsageBy,
}
const inTurn = ({ from, to }: { from: string; to: string }): boolean => from <= to
const BACKWARDS = { path: ['to'], message: 'Should not be before the first month' }

export const getUsage = endpoint({
  method: 'GET',
  path: '/api/businesses/:id/usage',
  summary:
    'How the credits of a company were spent; months in order, people and spaces by what they spent. The number of rows is in X-Total-Count',
  params: businessParams,
  query: z.object({ ...usagePeriod, ...paging }).refine(inTurn, BACKWARDS),
  reply: z.object({
    currency: Currency,
    /** Of all rows, not only this page. */
    spent: Cents,
    orders: z.int(),
    rows: z.array(UsageRow),
  }),
})

export const exportUsage = endpoint({
  method: 'GET',
  path: '/api/businesses/:id/usage/export',
  summary: 'The same report as a file, with all rows',
  params: businessParams,
  query: z.object({ ...usagePeriod, ...file }).refine(inTurn, BACKWARDS),
  reply: z.string(),
})

/** An order on company credits, as managers see it. */
export const BusinessOrder = z
  .object({
    id: Id,
    user_id: Id,
    /** Null if the account is gone. */
    person_name: z.string().nullable(),
    /** When it was booked. */
    date: Instant,
    start: Instant,
    end: Instant.nullable(),
    time_zone: z.string(),
    office_id: Id,
    office: z.string(),
    office_he: HebrewName,
    sub_office: z.string().nullable(),
    sub_office_he: HebrewName,
    currency: Currency,
    /** What was taken from the pool, less what was refunded. */
    spent: Cents,
    cancelled_at: Instant.nullable(),
  })
  .meta({ id: 'BusinessOrder' })
export type BusinessOrder = z.infer<typeof BusinessOrder>

export const listBusinessOrders = endpoint({
  method: 'GET',
  path: '/api/businesses/:id/orders',
  summary: 'Orders on company credits, newest start first; the total is in X-Total-Count',
  params: businessParams,
  query: z.object({
    ...paging,
    /** Only of this person. */
    user_id: wholeNumberParam().optional(),
  }),
  reply: z.array(BusinessOrder),
})

const companyOrderParams = businessParams.extend(orderParams.shape)

export const getBusinessOrderRefund = endpoint({
  method: 'GET',
  path: '/api/businesses/:id/orders/:orderId/refund',
  summary: 'What cancelling now would bring back to the pool',
  params: companyOrderParams,
  reply: Refund,
})

export const cancelBusinessOrder = endpoint({
  method: 'POST',
  path: '/api/businesses/:id/orders/:orderId/cancel',
  summary:
    'Cancel an order on company credits, on the terms of the customer; refused if the refund has changed',
  params: companyOrderParams,
  body: z.object({ refund: Cents }),
  reply: BusinessOrder,
})
