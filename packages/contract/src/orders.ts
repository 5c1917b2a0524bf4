import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { RentType } from './offices.ts'
import {
  Cents,
  Currency,
  HalfHour,
  Id,
  IdParam,
  Instant,
  LocalDate,
  LocalTime,
  Price,
  wholeNumberParam,
} from './primitives.ts'

export const TAX_PERCENT = 18
export const COMMISSION_PERCENT = 30

/** What the server writes. How the admin list words it is a rule of its own. */
export const PaymentStatus = z.enum(['credits', 'part credit', 'full credit card', 'pending', 'paid'])
export type PaymentStatus = z.infer<typeof PaymentStatus>

export const BookingType = z.enum(['pre_book', 'on_demand'])
export type BookingType = z.infer<typeof BookingType>

/** How long a slot is kept for somebody who is making up their mind. */
export const HOLD_MINUTES = 5

/** A space, or with `sub_office_id` null a whole office. */
const place = { office_id: Id, sub_office_id: Id.nullable() }

/** `date`, `start` and `end` are read off the clock on the office wall, not the visitor's. */
export const times = {
  date: LocalDate,
  /** Spaces that are rented by the day are booked for whole days, with or without `start` and `end`. */
  start: HalfHour.optional(),
  end: HalfHour.optional(),
  /** The last day, when it is not the first: of several days, or past midnight. */
  end_date: LocalDate.optional(),
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
const HALF = { path: ['end'], message: 'Start and end belong together' }
const BACKWARDS = { path: ['end'], message: 'End time must be after start time' }

/** Start and end come together, the start first. */
export const inOrder = <S extends z.ZodType<Times>>(schema: S): S =>
  schema.refine(belongTogether, HALF).refine(endsAfterStart, BACKWARDS)

export const BookingRequest = inOrder(z.object({ ...place, ...times }))
export type BookingRequest = z.infer<typeof BookingRequest>

/** What a stay would cost, and how it would be paid. The server alone computes it. */
export const Quote = z
  .object({
    start: Instant,
    end: Instant,
    time_zone: z.string(),
    rent_type: RentType,
    currency: Currency,
    /** For an hour or a day. */
    base_price: Cents,
    /** Before tax. */
    total_price: Cents,
    tax: Cents,
    /** Price and tax. */
    due: Cents,
    /** What the caller's credits cover of it, in minor units: 1 credit pays 1.00. */
    with_credits: Cents,
    /** What is left to pay. */
    left: Cents,
  })
  .meta({ id: 'Quote' })
export type Quote = z.infer<typeof Quote>

/** A stay that can be booked as it stands. */
export const Alternative = z
  .object({
    office_id: Id,
    sub_office_id: Id.nullable(),
    name: z.string(),
    office_name: z.string(),
    date: LocalDate,
    start: LocalTime.optional(),
    end: LocalTime.optional(),
    end_date: LocalDate.optional(),
  })
  .meta({ id: 'Alternative' })
export type Alternative = z.infer<typeof Alternative>

/** Somebody who is in the space now. */
export const ActiveSession = z
  .object({
    id: Id,
    /** The check-in, or the booked start while nobody has checked in. */
    start: Instant,
    /** The booked end, null for a visit without one. */
    end: Instant.nullable(),
    User: z.object({
      id: Id,
      name: z.string().nullable(),
      /** Base64 JPEG. */
      profile: z.object({ passport_image: z.string().nullable() }),
    }),
    /** The sub-office when `type` is `SubOffice`, else the office as a whole. */
    Office: z.object({ type: z.enum(['Office', 'SubOffice']), name: z.string() }),
  })
  .meta({ id: 'ActiveSession' })
export type ActiveSession = z.infer<typeof ActiveSession>

export const OrderDetails = z
  .object({
    id: Id,
    /** Whose it is: they and admins may change it, the staff of the office only read it. */
    user_id: Id,
    start: Instant,
    /** Null while the visit is still going on. */
    end: Instant.nullable(),
    time_zone: z.string(),
    Office: z.object({ id: Id, type: z.enum(['Office', 'SubOffice']), name: z.string() }),
    SubOffice: z.object({ id: Id, name: z.string() }).nullable(),
    /** When it was booked. */
    date: Instant,
    rent_type: RentType,
    /** For an hour or a day. */
    base_price: Cents,
    /** Before tax. 0 until a visit without an end is priced. */
    total_price: Cents,
    tax: Cents,
    paid_with_credits: Cents,
    paid_by_card: Cents,
    /** In cash, by bank transfer: what an admin has marked as paid. */
    paid_otherwise: Cents,
    /** Of what was paid. */
    refunded: Cents,
    currency: Currency,
    payment_status: PaymentStatus,
    booking_type: BookingType,
    checked_in_at: Instant.nullable(),
    checked_out_at: Instant.nullable(),
    cancelled_at: Instant.nullable(),
  })
  .meta({ id: 'OrderDetails' })
export type OrderDetails = z.infer<typeof OrderDetails>

export const AdminOrder = z
  .object({
    id: Id,
    /** When the order was made. */
    date: Instant,
    start: Instant,
    /** Null means ongoing. */
    end: Instant.nullable(),
    user_id: Id,
    userName: z.string(),
    userEmail: z.string(),
    userPhoneNumber: z.string().nullable(),
    officeName: z.string(),
    time_zone: z.string(),
    subOfficeName: z.string().nullable(),
    basePricePerHourOrDay: Price,
    rent_type: RentType,
    booking_type: BookingType,
    payment_status: PaymentStatus,
    /** Before tax, in major units here. Null until an open-ended visit is priced. */
    total_price: Price.nullable(),
    /** Of the price, as they were when the order was made. */
    tax_percent: z.int(),
    commission_percent: z.int(),
    currency: Currency,
    cancelled_at: Instant.nullable(),
    /** Cancelled only because it goes on in another office, by a number of its own there. */
    went_on: z.boolean(),
  })
  .meta({ id: 'AdminOrder' })
export type AdminOrder = z.infer<typeof AdminOrder>

const orderParams = z.object({ orderId: IdParam })

export const quoteStay = endpoint({
  method: 'POST',
  path: '/api/orders/quote',
  summary: 'What a stay would cost and how it would be paid; nothing is booked',
  body: BookingRequest,
  reply: Quote,
})

export const Hold = z.object({ expires_at: Instant, quote: Quote }).meta({ id: 'Hold' })
export type Hold = z.infer<typeof Hold>

export const holdStay = endpoint({
  method: 'POST',
  path: '/api/orders/hold',
  summary: 'Keep a stay for five minutes, in place of what the caller held before',
  body: BookingRequest,
  reply: Hold,
})

export const releaseHold = endpoint({
  method: 'DELETE',
  path: '/api/orders/hold',
  summary: 'Give back what the caller holds',
  reply: z.object({}),
})

export const bookSpace = endpoint({
  method: 'POST',
  path: '/api/orders',
  summary: 'Book; the same Idempotency-Key answers the same order',
  body: BookingRequest,
  reply: OrderDetails,
  status: 201,
})

export const startVisit = endpoint({
  method: 'POST',
  path: '/api/orders/start_now',
  summary:
    'Start now without an end: reserved to the closing time or the next booking, priced at check-out; the same Idempotency-Key answers the same order',
  body: z.object(place),
  reply: OrderDetails,
  status: 201,
})

export const checkIn = endpoint({
  method: 'POST',
  path: '/api/orders/:orderId/check_in',
  summary: 'Say that one is there',
  params: orderParams,
  reply: OrderDetails,
})

export const checkOut = endpoint({
  method: 'POST',
  path: '/api/orders/:orderId/check_out',
  summary: 'Leave: frees what is left of the time, and prices a visit without an end',
  params: orderParams,
  reply: OrderDetails,
})

/** What would go back to somebody who cancels now. */
export const Refund = z
  .object({ percent: z.int(), refund: Cents, refund_credits: Cents, currency: Currency })
  .meta({ id: 'Refund' })
export type Refund = z.infer<typeof Refund>

export const getRefund = endpoint({
  method: 'GET',
  path: '/api/orders/:orderId/refund',
  summary: 'What cancelling now would give back',
  params: orderParams,
  reply: Refund,
})

export const cancelOrder = endpoint({
  method: 'POST',
  path: '/api/orders/:orderId/cancel',
  summary: 'Cancel with the refund that was shown; another one is refused',
  params: orderParams,
  body: z.object({ refund: Cents }),
  reply: OrderDetails,
})

export const TimeChange = inOrder(z.object(times))
export type TimeChange = z.infer<typeof TimeChange>

export const changeTime = endpoint({
  method: 'PUT',
  path: '/api/orders/:orderId/time',
  summary:
    'Move, extend or shorten; what it costs more is charged, of time given back as much goes back as cancelling would give',
  params: orderParams,
  body: TimeChange,
  reply: OrderDetails,
})

/** What a change of time would mean for what was paid. Of `more` and `back` at least one is 0. */
export const TimeQuote = z
  .object({
    currency: Currency,
    /** Price and tax afterwards. */
    due: Cents,
    /** Of it, for time that is given back so late that cancelling would not give all of it back either. */
    kept: Cents,
    /** What is charged on top, and how it would be paid. */
    more: Cents,
    with_credits: Cents,
    left: Cents,
    /** What goes back. */
    back: Cents,
  })
  .meta({ id: 'TimeQuote' })
export type TimeQuote = z.infer<typeof TimeQuote>

export const quoteTime = endpoint({
  method: 'POST',
  path: '/api/orders/:orderId/time/quote',
  summary: 'What another time would cost more, or give back; nothing is changed',
  params: orderParams,
  body: TimeChange,
  reply: TimeQuote,
})

export const OrderEventKind = z.enum([
  'booked',
  'started',
  'moved',
  'changed space',
  'went on',
  'came from',
  'paid',
  'door opened',
  'checked in',
  'checked out',
  'cancelled',
])
export type OrderEventKind = z.infer<typeof OrderEventKind>

/** One line of an order's timeline. */
export const OrderEvent = z
  .object({
    at: Instant,
    kind: OrderEventKind,
    /** Null when the product did it by itself. */
    actor_name: z.string().nullable(),
    /**
     * With `moved`: to when. With `changed space`: where to. With `went on` and `came from`: the number that it has, or
     * had, in another office. With `paid`: how much. With `cancelled`: what went back. With `door opened`: which door.
     */
    start: Instant.optional(),
    end: Instant.optional(),
    space: z.string().optional(),
    order_id: Id.optional(),
    amount: Cents.optional(),
    refund: Cents.optional(),
    door: z.string().optional(),
  })
  .meta({ id: 'OrderEvent' })
export type OrderEvent = z.infer<typeof OrderEvent>

export const listOrderEvents = endpoint({
  method: 'GET',
  path: '/api/orders/:orderId/events',
  summary: 'What happened to an order, for its customer, the staff of its office and admins',
  params: orderParams,
  reply: z.array(OrderEvent),
})

/** An order that begins later today. */
export const ComingOrder = z
  .object({
    id: Id,
    start: Instant,
    end: Instant.nullable(),
    User: z.object({ id: Id, name: z.string() }),
    Office: z.object({ type: z.enum(['Office', 'SubOffice']), name: z.string() }),
  })
  .meta({ id: 'ComingOrder' })
export type ComingOrder = z.infer<typeof ComingOrder>

export const listComingOrders = endpoint({
  method: 'GET',
  path: '/api/orders/coming/:officeId',
  summary: 'What comes next today in an office, or in one of its sub-offices',
  params: z.object({ officeId: IdParam }),
  query: z.object({ sub_office_id: IdParam.optional() }),
  reply: z.array(ComingOrder),
})

export const getOrderCalendar = endpoint({
  method: 'GET',
  path: '/api/orders/:orderId/calendar.ics',
  summary: 'The order as a calendar file',
  params: orderParams,
  reply: z.string(),
})

export const listActiveSessions = endpoint({
  method: 'GET',
  path: '/api/orders/active/:officeId',
  summary: 'Who is in an office, or in one of its sub-offices, right now',
  params: z.object({ officeId: IdParam }),
  query: z.object({ sub_office_id: IdParam.optional() }),
  reply: z.array(ActiveSession),
})

export const listMyOrders = endpoint({
  method: 'GET',
  path: '/api/orders',
  summary: "The caller's own orders, newest start first; with `page`, the total in X-Total-Count",
  query: z.object({
    page: wholeNumberParam().optional(),
    page_size: wholeNumberParam(200).default(200),
  }),
  reply: z.array(OrderDetails),
})

export const getOrder = endpoint({
  method: 'GET',
  path: '/api/orders/:orderId',
  summary: 'One order, for its customer, the staff of its office and admins',
  params: z.object({ orderId: IdParam }),
  reply: OrderDetails,
})
