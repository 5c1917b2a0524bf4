import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { NoShowTerms } from './no-shows.ts'
import { RentType } from './offices.ts'
import { Cents, Currency, HebrewName, Id, IdParam, Instant, wholeNumberParam } from './primitives.ts'

/** Of offices that name no other, and of credit packs. */
export const TAX_PERCENT = 18
export const COMMISSION_PERCENT = 30

/** As stored. `shownPayment` words it for the admin list. */
export const PaymentStatus = z.enum(['credits', 'part credit', 'full credit card', 'pending', 'paid'])
export type PaymentStatus = z.infer<typeof PaymentStatus>

export const BookingType = z.enum(['pre_book', 'on_demand'])
export type BookingType = z.infer<typeof BookingType>

export const OrderDetails = z
  .object({
    id: Id,
    /** The customer. They and admins may change the order; the office's managers read it, and may end a visit. */
    user_id: Id,
    start: Instant,
    /** Null while the visit goes on. */
    end: Instant.nullable(),
    time_zone: z.string(),
    Office: z.object({
      id: Id,
      type: z.enum(['Office', 'SubOffice']),
      name: z.string(),
      name_he: HebrewName,
    }),
    SubOffice: z.object({ id: Id, name: z.string(), name_he: HebrewName }).nullable(),
    /** When it was booked. */
    date: Instant,
    rent_type: RentType,
    /** Per hour or day. */
    base_price: Cents,
    /** Before tax. 0 until a visit without an end is priced. */
    total_price: Cents,
    tax: Cents,
    /** Of the office when it was booked. */
    tax_percent: z.int(),
    paid_with_credits: Cents,
    paid_by_card: Cents,
    /** In cash or by bank transfer, as marked by an admin. */
    paid_otherwise: Cents,
    refunded: Cents,
    /** What the terms keep of a cancelled order, with tax. */
    kept: Cents,
    /** What is left to pay, with tax. 0 until a visit without an end is priced. */
    left: Cents,
    currency: Currency,
    payment_status: PaymentStatus,
    /** Waits until then for its payment by card, without access to doors; then it is released. */
    pay_until: Instant.nullable(),
    booking_type: BookingType,
    checked_in_at: Instant.nullable(),
    checked_out_at: Instant.nullable(),
    cancelled_at: Instant.nullable(),
    /** It was released because nobody came. `cancelled_at` says when. */
    no_show: z.boolean().optional(),
    /** The company whose credits pay for it; null: the customer pays. */
    business: z.object({ id: Id, name: z.string() }).nullish(),
    /** The series it is part of. */
    series_id: Id.nullish(),
    /** What cancelling costs: nothing until then, later a part of the price until the start. */
    terms: z
      .object({
        free_until: Instant,
        late_refund_percent: z.int(),
        /** Null: it is kept, even if nobody comes. */
        no_show: NoShowTerms.nullish(),
      })
      .optional(),
  })
  .meta({ id: 'OrderDetails' })
export type OrderDetails = z.infer<typeof OrderDetails>

export const orderParams = z.object({ orderId: IdParam })

/**
 * The part of refunded credits that had expired meanwhile. It can be spent until then; `until` is null for an order that
 * was still waiting for its payment: then it stays expired.
 */
export const ExpiredRefund = z.object({ amount: Cents, until: Instant.nullable() }).nullable()
export type ExpiredRefund = z.infer<typeof ExpiredRefund>

/** What happens to the price if the customer cancels now. All amounts include tax. */
export const Refund = z
  .object({
    /** The share of the price that is not charged. */
    percent: z.int(),
    /** The rest of the price. */
    kept: Cents,
    /** What was paid beyond that, of which `refund_credits` in credits and `refund_card` to the card. */
    refund: Cents,
    refund_credits: Cents,
    refund_card: Cents,
    expired: ExpiredRefund,
    /** What is kept and was not paid. */
    owed: Cents,
    currency: Currency,
  })
  .meta({ id: 'Refund' })
export type Refund = z.infer<typeof Refund>

export const getRefund = endpoint({
  method: 'GET',
  path: '/api/orders/:orderId/refund',
  summary: 'What cancelling now would refund, and what would stay owed',
  params: orderParams,
  reply: Refund,
})

export const cancelOrder = endpoint({
  method: 'POST',
  path: '/api/orders/:orderId/cancel',
  summary: 'Cancel with the refund that was shown; refused if it, or what stays owed, has changed',
  params: orderParams,
  body: z.object({ refund: Cents, owed: Cents.optional() }),
  reply: OrderDetails,
})

export const OrderEventKind = z.enum([
  'booked',
  'started',
  'moved',
  'changed space',
  'went on',
  'came from',
  'paid',
  'payment failed',
  'released',
  'no-show',
  'door opened',
  'checked in',
  'checked out',
  'check-out undone',
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
     * With `moved`: to when. With `changed space`: where to, and to when if that changed, too. With `went on` and `came
     * from`: its number in the other office. With `paid` and `payment failed`: how much. With `cancelled` and `no-show`: the
     * refund, and what stays owed. With `door opened`: which door.
     */
    start: Instant.optional(),
    end: Instant.optional(),
    space: z.string().optional(),
    space_he: z.string().optional(),
    order_id: Id.optional(),
    amount: Cents.optional(),
    refund: Cents.optional(),
    owed: Cents.optional(),
    door: z.string().optional(),
  })
  .meta({ id: 'OrderEvent' })
export type OrderEvent = z.infer<typeof OrderEvent>

export const listOrderEvents = endpoint({
  method: 'GET',
  path: '/api/orders/:orderId/events',
  summary: 'What happened to an order, for its customer, the managers of its office and admins',
  params: orderParams,
  reply: z.array(OrderEvent),
})

export const getOrderCalendar = endpoint({
  method: 'GET',
  path: '/api/orders/:orderId/calendar.ics',
  summary: 'The order as a calendar file',
  params: orderParams,
  reply: z.string(),
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
  summary: 'One order, for its customer, the managers of its office and admins',
  params: z.object({ orderId: IdParam }),
  reply: OrderDetails,
})

/** Who an order belongs to, and how to reach them. */
export const OrderCustomer = z
  .object({ id: Id, name: z.string(), email: z.string(), phone: z.string().nullable() })
  .meta({ id: 'OrderCustomer' })
export type OrderCustomer = z.infer<typeof OrderCustomer>

export const getOrderCustomer = endpoint({
  method: 'GET',
  path: '/api/orders/:orderId/customer',
  summary: 'The customer of an order, for themselves, the managers of its office and admins',
  params: orderParams,
  reply: OrderCustomer,
})
