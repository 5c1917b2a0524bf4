import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { RentType } from './offices.ts'
import { ShownPayment } from './order-row.ts'
import { BookingType, PaymentStatus } from './orders.ts'
import { Currency, Id, Instant, Language, LocalDate, Price, wholeNumberParam } from './primitives.ts'

/** The zone of the list's date filters: orders of offices all over the world need one calendar. */
export const HOME_TIME_ZONE = 'Asia/Jerusalem'

export const OrderDateType = z.enum(['order_date', 'service_start_date'])
export type OrderDateType = z.infer<typeof OrderDateType>

const part = z.string().trim().max(200).default('')

/** All given filters must match. */
export const OrderFilters = z.object({
  /** The date that `from` and `to` apply to. */
  date_type: OrderDateType.default('order_date'),
  /** Days of `HOME_TIME_ZONE`, inclusive. Ignored unless both are given. */
  from: LocalDate.optional(),
  to: LocalDate.optional(),
  /** Part of the name, ignoring case. */
  office: part,
  sub_office: part,
  /** Part of the digits of the id. */
  user_id: part,
  payment_status: ShownPayment.optional(),
})
export type OrderFilters = z.infer<typeof OrderFilters>

export const OrderSort = z.enum([
  'id',
  'date',
  'start',
  'office',
  'sub_office',
  'user_id',
  'billed',
  'payment_status',
])
export type OrderSort = z.infer<typeof OrderSort>

/**
 * With filters of several kinds, counting stops here or at the end of the page; `X-Total-More: true` says that there
 * are more.
 */
export const ORDERS_COUNTED = 2000

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
    /** As they were when the order was made. */
    tax_percent: z.int(),
    commission_percent: z.int(),
    currency: Currency,
    /** What is left to pay, with tax, in major units here. Of a cancelled order, what its terms keep. */
    owed: Price,
    /** Waits until then for its payment by card. */
    pay_until: Instant.nullable(),
    cancelled_at: Instant.nullable(),
    /** Cancelled because nobody came. */
    no_show: z.boolean(),
    /** Cancelled only because it continues in another office, under another number. */
    went_on: z.boolean(),
  })
  .meta({ id: 'AdminOrder' })
export type AdminOrder = z.infer<typeof AdminOrder>

export const listAllOrders = endpoint({
  method: 'GET',
  path: '/api/admin/all-orders',
  summary:
    'All orders, newest first, as a stream; with `page`, `page_size`, `sort` or `direction`, one page of at most 100 and the total in X-Total-Count, or with X-Total-More that there are more',
  query: z.object({
    /** If any of these four is given, the reply is one page; the defaults are the first twenty by `date`, `desc`. */
    page: wholeNumberParam().optional(),
    page_size: wholeNumberParam(100).optional(),
    sort: OrderSort.optional(),
    direction: z.enum(['asc', 'desc']).optional(),
    ...OrderFilters.shape,
  }),
  reply: z.array(AdminOrder),
})

export const ExportFormat = z.enum(['csv', 'xlsx'])
export type ExportFormat = z.infer<typeof ExportFormat>

export const exportOrders = endpoint({
  method: 'GET',
  path: '/api/admin/all-orders/export',
  summary:
    'The filtered orders as a file of the columns that the list shows, in the order of `sort`, newest first unless told, times on the clock of each office; the number of rows in X-Total-Count',
  query: z.object({
    format: ExportFormat,
    /** Of the headings and the text in the cells. */
    language: Language.default('en'),
    sort: OrderSort.default('date'),
    direction: z.enum(['asc', 'desc']).default('desc'),
    ...OrderFilters.shape,
  }),
  reply: z.string(),
})
