import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { NoShowTerms } from './no-shows.ts'
import { RentType } from './offices.ts'
import { ExpiredRefund, OrderDetails, orderParams } from './orders.ts'
import {
  Cents,
  Currency,
  HalfHour,
  Id,
  IdField,
  Instant,
  LocalDate,
  orBlank,
  orUnsaid,
} from './primitives.ts'

/** How long a slot is held for a customer who is deciding. */
export const HOLD_MINUTES = 5

/** Without `sub_office_id`, the whole office. */
export const spaceFields = { office_id: IdField, sub_office_id: orBlank(IdField).default(null) }

/** `date`, `start` and `end` are on the office's clock, not the visitor's. */
export const times = {
  date: LocalDate,
  /** Spaces rented by the day are booked for whole days, with or without `start` and `end`. */
  start: orUnsaid(HalfHour),
  end: orUnsaid(HalfHour),
  /** The last day, if it differs from the first: for several days, or past midnight. */
  end_date: orUnsaid(LocalDate),
}
type Times = {
  date: string
  start?: string | undefined
  end?: string | undefined
  end_date?: string | undefined
}

const belongTogether = ({ start, end }: Times): boolean => (start === undefined) === (end === undefined)
const endsAfterStart = ({ date, start = '', end_date = date, end = '~' }: Times): boolean =>
  `${date} ${start}` < `${end_date} ${end}`
const HALF = { path: ['end'], message: 'Choose both a start and an end' }
const BACKWARDS = { path: ['end'], message: 'End time must be after start time' }

/** Start and end come together, the start first. */
export const inOrder = <S extends z.ZodType<Times>>(schema: S): S =>
  schema.refine(belongTogether, HALF).refine(endsAfterStart, BACKWARDS)

/** Price and tax as the customer was shown them; a different price is refused with the new quote. Quotes ignore it. */
export const shownPrice = { expected_total: Cents.optional() }

export const BookingRequest = inOrder(
  z.object({
    ...spaceFields,
    ...times,
    ...shownPrice,
    /**
     * How to pay what credits do not cover. `later`, if left out: it stays owed, as far as the office allows. `card`: the
     * order waits some minutes for its card payment.
     */
    pay_by: z.enum(['later', 'card']).optional(),
    /** Book on the credits of this company, which then pay all of it: the caller's own credits and cards pay nothing. */
    business_id: orUnsaid(IdField),
  }),
)
export type BookingRequest = z.infer<typeof BookingRequest>

/** What the caller may spend of a company's credits on this stay. */
export const CompanyQuote = z
  .object({
    business_id: Id,
    name: z.string(),
    /** In the pool. */
    left: Cents,
    /** The caller's limit for the month of the stay. Null: none. */
    monthly_limit: Cents.nullable(),
    /** By the caller, on stays of that month. */
    used: Cents,
    /** Why company credits cannot pay for this stay; null if they can. */
    refusal: z.string().nullable(),
  })
  .meta({ id: 'CompanyQuote' })
export type CompanyQuote = z.infer<typeof CompanyQuote>

/**
 * What cancelling would cost: nothing until `free_until` or for some minutes after booking, whichever is later; afterwards
 * a part of the price is refunded until the start.
 */
export const CancelTerms = z
  .object({
    free_until: Instant,
    free_minutes: z.int(),
    late_refund_percent: z.int(),
    /** Null: the booking is kept, even if nobody comes. */
    no_show: NoShowTerms.nullable(),
  })
  .meta({ id: 'CancelTerms' })
export type CancelTerms = z.infer<typeof CancelTerms>

/** Price of a stay and how it would be paid. Only the server computes it. */
export const Quote = z
  .object({
    start: Instant,
    end: Instant,
    time_zone: z.string(),
    rent_type: RentType,
    currency: Currency,
    /** Per hour or day. */
    base_price: Cents,
    /** Before tax. */
    total_price: Cents,
    tax: Cents,
    tax_percent: z.int(),
    /** Price and tax. */
    due: Cents,
    /**
     * The part that the caller's credits of this currency cover, in minor units: 1 credit pays 1.00. With `pay_by` card
     * it is less if too little would be left for a card.
     */
    with_credits: Cents,
    /** What is left to pay. */
    left: Cents,
    /** The caller's credits of this currency that their running visits may need. They cannot pay for this. */
    set_aside: Cents,
    /** The caller's credits of other currencies, in minor units. They cannot pay here. */
    other_credits: z.array(z.object({ currency: Currency, amount: Cents })),
    /** With `business_id`; `with_credits` is then what the company pays: all of it, or nothing. */
    company: CompanyQuote.nullish(),
    terms: CancelTerms,
  })
  .meta({ id: 'Quote' })
export type Quote = z.infer<typeof Quote>

export const quoteStay = endpoint({
  method: 'POST',
  path: '/api/orders/quote',
  summary: 'What a stay would cost and how it would be paid; nothing is booked',
  body: BookingRequest,
  reply: Quote,
})

export const Hold = z
  .object({
    expires_at: Instant,
    /** Seconds until `expires_at`, for a clock that differs from the server's. */
    seconds: z.int(),
    quote: Quote,
  })
  .meta({ id: 'Hold' })
export type Hold = z.infer<typeof Hold>

export const holdStay = endpoint({
  method: 'POST',
  path: '/api/orders/hold',
  summary:
    'Hold a stay for five minutes; replaces what the caller held before. What the waiting list offers the caller stays held as long as it was',
  body: BookingRequest,
  reply: Hold,
})

export const releaseHold = endpoint({
  method: 'DELETE',
  path: '/api/orders/hold',
  summary: 'Release what the caller holds',
  reply: z.object({}),
})

export const bookSpace = endpoint({
  method: 'POST',
  path: '/api/orders',
  summary:
    'Book; the same Idempotency-Key returns the same order. Refused with the new quote if the price is not `expected_total`',
  takesKey: true,
  body: BookingRequest,
  reply: OrderDetails,
  status: 201,
})

/**
 * How to pay what credits do not cover. `later`, if left out: it stays owed, as far as the office allows. `saved_card`:
 * the card that was used last is charged.
 */
export const withSavedCard = { pay_by: z.enum(['later', 'saved_card']).optional() }

export const TimeChange = inOrder(
  z.object({
    ...times,
    ...shownPrice,
    ...withSavedCard,
    /** What the saved card is charged, as it was shown; another amount is refused with the new quote. */
    expected_left: Cents.optional(),
  }),
)
export type TimeChange = z.infer<typeof TimeChange>

export const changeTime = endpoint({
  method: 'PUT',
  path: '/api/orders/:orderId/time',
  summary:
    'Move, extend or shorten an order; extra cost is charged, and time given up is refunded as if it were cancelled. Refused with the new quote if the price is not `expected_total`',
  params: orderParams,
  body: TimeChange,
  reply: OrderDetails,
})

export const payWithCredits = endpoint({
  method: 'POST',
  path: '/api/orders/:orderId/pay',
  summary:
    'Pay what is left of an order with credits, as far as they go; also of one that ended or was cancelled',
  params: orderParams,
  reply: OrderDetails,
})

/** What a change of time would cost or refund. At least one of `more` and `back` is 0. */
export const TimeQuote = z
  .object({
    currency: Currency,
    /** Price and tax afterwards. */
    due: Cents,
    /** The part charged for time given back so late that cancelling would not refund it either. */
    kept: Cents,
    /** The extra charge, and how it would be paid. */
    more: Cents,
    with_credits: Cents,
    left: Cents,
    /** The refund, and the part of it that goes back to cards. */
    back: Cents,
    back_card: Cents,
    expired: ExpiredRefund,
    /** Of an order on company credits: why they cannot pay for this. */
    refusal: z.string().nullish(),
  })
  .meta({ id: 'TimeQuote' })
export type TimeQuote = z.infer<typeof TimeQuote>

export const quoteTime = endpoint({
  method: 'POST',
  path: '/api/orders/:orderId/time/quote',
  summary: 'What another time would cost or refund; changes nothing',
  params: orderParams,
  body: TimeChange,
  reply: TimeQuote,
})
