import { z } from 'zod'
import { bothOrNone, HOURS_TOGETHER, hoursFields, priceFields } from './admin-offices.ts'
import { BlockClosure, Closure, StaffClosure } from './closures.ts'
import { endpoint } from './endpoint.ts'
import { RentType, SpaceType } from './offices.ts'
import { Holidays, keepOrders, WeekHours } from './opening-hours.ts'
import { OrderEvent } from './orders.ts'
import {
  Cents,
  Currency,
  HebrewName,
  Id,
  IdField,
  IdParam,
  Instant,
  Language,
  LocalDate,
  LocalTime,
  orBlank,
  Price,
  Version,
  wholeNumberParam,
} from './primitives.ts'

/** An owner sees the phone number of a customer from this long before a visit until its end. */
export const PHONE_MINUTES_BEFORE = 60

/** What an owner knows of a customer: what is needed at the door. */
const customer = {
  /** First name and initial, like `Maya C.`; null once the account is deleted. */
  customer: z.string().nullable(),
  /** Only shortly before and during the visit. */
  phone: z.string().nullable(),
}

/** How a space is used during one opening of its office. Time counts once for each unit. */
export const SpaceUse = z.object({
  open_ms: z.int(),
  /** By orders, and by events of outside calendars. */
  booked_ms: z.int(),
  closed_ms: z.int(),
  orders: z.int(),
})
export type SpaceUse = z.infer<typeof SpaceUse>

export const OwnerSpace = z
  .object({
    /** Null: the office as a whole, if it has no sub-offices. */
    sub_office_id: Id.nullable(),
    name: z.string(),
    name_he: HebrewName,
    type: SpaceType,
    /** Seats of an open space; 1 for a room. */
    units: z.int(),
    /** By orders, at this moment. */
    units_taken: z.int(),
    today: SpaceUse,
    rent_type: RentType,
    price_per_hour: Price,
    price_per_day: Price,
    price_per_week: Price,
    price_per_month: Price.nullable(),
    /** Of the sub-office, or of the office as a whole. */
    version: Version,
  })
  .meta({ id: 'OwnerSpace' })
export type OwnerSpace = z.infer<typeof OwnerSpace>

export const Arrival = z
  .object({
    order_id: Id,
    start: Instant,
    /** Null: the office as a whole. */
    sub_office_id: Id.nullable(),
    ...customer,
    /** Waits for its card payment. */
    waiting: z.boolean(),
  })
  .meta({ id: 'Arrival' })
export type Arrival = z.infer<typeof Arrival>

/** At most this many arrivals are listed. */
export const ARRIVALS_LISTED = 5

export const OwnerOffice = z
  .object({
    id: Id,
    name: z.string(),
    name_he: HebrewName,
    address: z.string(),
    address_he: HebrewName,
    time_zone: z.string(),
    currency: Currency,
    open_hours: LocalTime.nullable(),
    close_hours: LocalTime.nullable(),
    week_hours: WeekHours,
    holidays: Holidays,
    hidden: z.boolean(),
    coming_soon: z.boolean(),
    temporarily_closed: z.boolean(),
    version: Version,
    spaces: z.array(OwnerSpace),
    /** The next ones first. */
    arrivals: z.array(Arrival),
    /** When a visit starts or ends next, or a phone number may be shown; at most an hour from now. */
    changes_at: Instant,
  })
  .meta({ id: 'OwnerOffice' })
export type OwnerOffice = z.infer<typeof OwnerOffice>

export const listOwnerOffices = endpoint({
  method: 'GET',
  path: '/api/owner/offices',
  summary: "The caller's own offices, with how they are used today and who comes next",
  reply: z.array(OwnerOffice),
})

export const watchOwnerOffices = endpoint({
  method: 'GET',
  path: '/api/owner/live',
  summary:
    "Server-sent events: `changed` whenever one of the caller's own offices, or which offices those are, has changed",
  reply: z.string(),
})

const ofOffice = z.object({ officeId: IdParam })

/** Days on the office's calendar, both inclusive. */
const days = { from: LocalDate, to: LocalDate }

export const MOST_CALENDAR_DAYS = 14
export const MOST_SUMMED_DAYS = 42

/** Time that one or several units of a space are taken for the same reason. */
export const CalendarBlock = z
  .object({
    kind: z.enum(['order', 'cleaning', 'closure', 'event']),
    sub_office_id: Id.nullable(),
    start: Instant,
    end: Instant,
    units: z.int(),
    /** With `order` and `cleaning`. */
    order_id: Id.nullable(),
    ...customer,
    checked_in: z.boolean(),
    /** A visit without a booked end: the time is only reserved for it. */
    open_ended: z.boolean(),
    /** Waits for its card payment. */
    waiting: z.boolean(),
    /** With `closure`. */
    closure: BlockClosure.nullable(),
  })
  .meta({ id: 'CalendarBlock' })
export type CalendarBlock = z.infer<typeof CalendarBlock>

export const getOwnerCalendar = endpoint({
  method: 'GET',
  path: '/api/owner/offices/:officeId/calendar',
  summary: `When the spaces of an own office are taken, and by what; at most ${MOST_CALENDAR_DAYS} days`,
  params: ofOffice,
  query: z.object(days),
  reply: z.array(CalendarBlock),
})

export const SpaceDay = z
  .object({ date: LocalDate, sub_office_id: Id.nullable(), ...SpaceUse.shape })
  .meta({ id: 'SpaceDay' })
export type SpaceDay = z.infer<typeof SpaceDay>

export const listSpaceDays = endpoint({
  method: 'GET',
  path: '/api/owner/offices/:officeId/days',
  summary: `How the spaces of an own office are used, day by day; at most ${MOST_SUMMED_DAYS} days`,
  params: ofOffice,
  query: z.object(days),
  reply: z.array(SpaceDay),
})

/** Owners close around orders; only admins cancel the orders of others. */
export const addOwnerClosure = endpoint({
  method: 'POST',
  path: '/api/owner/offices/:officeId/closures',
  summary: 'Close an own office or one of its spaces for a time; over orders only around them',
  params: ofOffice,
  body: StaffClosure,
  reply: Closure,
  status: 201,
})

export const removeOwnerClosure = endpoint({
  method: 'DELETE',
  path: '/api/owner/offices/:officeId/closures/:closureId',
  summary: 'Open again; what an admin has closed, only admins open',
  params: z.object({ officeId: IdParam, closureId: IdParam }),
  reply: z.object({}),
})

/** As it was read: refused when there is a newer one. */
const version = { version: Version }

export const OfficeHours = z
  .object({ ...hoursFields, ...keepOrders, ...version })
  .refine(bothOrNone, HOURS_TOGETHER)
export type OfficeHours = z.infer<typeof OfficeHours>

export const changeOfficeHours = endpoint({
  method: 'PUT',
  path: '/api/owner/offices/:officeId/hours',
  summary:
    'Change the opening hours and holidays of an own office; with upcoming orders outside them only with `keep_orders`',
  params: ofOffice,
  body: OfficeHours,
  reply: OwnerOffice,
})

export const SpacePrices = z.object({ sub_office_id: orBlank(IdField), ...priceFields, ...version })
export type SpacePrices = z.infer<typeof SpacePrices>

export const changeSpacePrices = endpoint({
  method: 'PUT',
  path: '/api/owner/offices/:officeId/prices',
  summary: 'Change the prices of a space in an own office; orders keep the price they were made at',
  params: ofOffice,
  body: SpacePrices,
  reply: OwnerOffice,
})

/** `coming` has running ones, too. `past` has cancelled ones. */
export const OwnerOrderList = z.enum(['coming', 'past'])
export type OwnerOrderList = z.infer<typeof OwnerOrderList>

/**
 * Amounts by the rates that are stored with the order, as in the list of all orders and in statements: of a cancelled one,
 * what its terms keep.
 */
export const OwnerOrder = z
  .object({
    id: Id,
    start: Instant,
    /** Null while a visit without an end goes on; it is priced at check-out. */
    end: Instant.nullable(),
    sub_office_id: Id.nullable(),
    sub_office_name: z.string().nullable(),
    sub_office_name_he: HebrewName,
    ...customer,
    state: z.enum(['waiting', 'coming', 'active', 'past', 'cancelled']),
    /** Cancelled because nobody came. */
    no_show: z.boolean(),
    currency: Currency,
    price: Cents,
    tax: Cents,
    commission: Cents,
    commission_percent: z.int(),
    net: Cents,
    /** What the terms keep of a cancelled order, with tax. */
    kept: Cents,
  })
  .meta({ id: 'OwnerOrder' })
export type OwnerOrder = z.infer<typeof OwnerOrder>

/** What happened to an order, without who did it and what was paid. */
export const OwnerOrderEvent = OrderEvent.pick({
  at: true,
  kind: true,
  start: true,
  end: true,
  space: true,
  space_he: true,
  door: true,
})
  .extend({ kind: OrderEvent.shape.kind.exclude(['paid', 'payment failed']) })
  .meta({ id: 'OwnerOrderEvent' })
export type OwnerOrderEvent = z.infer<typeof OwnerOrderEvent>

export const OwnerOrderDetails = OwnerOrder.extend({
  /** When it was booked. */
  date: Instant,
  events: z.array(OwnerOrderEvent),
}).meta({ id: 'OwnerOrderDetails' })
export type OwnerOrderDetails = z.infer<typeof OwnerOrderDetails>

/** Counting stops here or at the end of the page; `X-Total-More: true` says that there are more. */
export const OWNER_ORDERS_COUNTED = 2000

const orderList = { list: OwnerOrderList.default('coming'), sub_office_id: IdParam.optional() }

export const listOwnerOrders = endpoint({
  method: 'GET',
  path: '/api/owner/offices/:officeId/orders',
  summary: 'Orders in an own office: the next first, or the latest first; the total in X-Total-Count',
  params: ofOffice,
  query: z.object({
    page: wholeNumberParam().default(1),
    page_size: wholeNumberParam(100).default(20),
    ...orderList,
  }),
  reply: z.array(OwnerOrder),
})

export const exportOwnerOrders = endpoint({
  method: 'GET',
  path: '/api/owner/offices/:officeId/orders/export',
  summary: 'The same orders as a CSV file, times on the clock of the office',
  params: ofOffice,
  query: z.object({ ...orderList, language: Language.default('en') }),
  reply: z.string(),
})

export const getOwnerOrder = endpoint({
  method: 'GET',
  path: '/api/owner/offices/:officeId/orders/:orderId',
  summary: 'One order in an own office, with what happened to it',
  params: z.object({ officeId: IdParam, orderId: IdParam }),
  reply: OwnerOrderDetails,
})
