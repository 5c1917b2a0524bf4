import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { RentType } from './offices.ts'
import {
  Cents,
  Currency,
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

/** `date`, `start` and `end` are read off the clock on the office wall, not the visitor's. */
export const BookingRequest = z
  .object({
    office_id: Id,
    sub_office_id: Id.nullable(),
    date: LocalDate,
    start: LocalTime,
    end: LocalTime,
  })
  .refine((booking) => booking.start < booking.end, {
    path: ['end'],
    message: 'End time must be after start time',
  })
export type BookingRequest = z.infer<typeof BookingRequest>

/** Somebody who is in the space now. */
export const ActiveSession = z
  .object({
    id: Id,
    /** The check-in, or the booked start while nobody has checked in. */
    start: Instant,
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
    start: Instant,
    /** Null while the visit is still going on. */
    end: Instant.nullable(),
    time_zone: z.string(),
    Office: z.object({ id: Id, type: z.enum(['Office', 'SubOffice']), name: z.string() }),
    SubOffice: z.object({ id: Id, name: z.string() }).nullable(),
    /** Before tax. */
    total_price: Cents,
    currency: Currency,
    payment_status: PaymentStatus,
    booking_type: BookingType,
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
  })
  .meta({ id: 'AdminOrder' })
export type AdminOrder = z.infer<typeof AdminOrder>

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

export const listAllOrders = endpoint({
  method: 'GET',
  path: '/api/admin/all-orders',
  summary: 'All orders, newest first, as a stream; with `page`, that page and the total in X-Total-Count',
  query: z.object({
    page: wholeNumberParam().optional(),
    page_size: wholeNumberParam(100).default(20),
  }),
  reply: z.array(AdminOrder),
})
