import { z } from 'zod'
import { inOrder, Quote, shownPrice, times } from './bookings.ts'
import { BlockClosure, Closure, StaffClosure } from './closures.ts'
import { endpoint } from './endpoint.ts'
import { SpaceType } from './offices.ts'
import { PaymentMethod, REFERENCE_LENGTH } from './order-management.ts'
import { OrderDetails } from './orders.ts'
import { Email, HebrewName, Id, IdField, IdParam, Instant, LocalDate, orBlank } from './primitives.ts'
import { requiredLine, typedLine } from './typed-text.ts'

/** `visit`: an order that runs now. Holds last a few minutes. */
export const BlockKind = z.enum(['order', 'visit', 'hold', 'cleaning', 'closure', 'event'])
export type BlockKind = z.infer<typeof BlockKind>

/** Time that one or several units of a space are taken for the same reason. */
export const BoardBlock = z
  .object({
    kind: BlockKind,
    start: Instant,
    end: Instant,
    /** How many units it takes. */
    units: z.int(),
    /** With `order`, `visit` and `cleaning`. */
    order_id: Id.nullable(),
    /** Whose order or hold it is. For owners first name and initial, and nobody with a hold. Null once the account is deleted. */
    customer: z.string().nullable(),
    checked_in: z.boolean(),
    checked_out: z.boolean(),
    /** A visit without a booked end: the time is only reserved for it. */
    open_ended: z.boolean(),
    /** Waits for its card payment. */
    waiting: z.boolean(),
    /** With `closure`. */
    closure: BlockClosure.nullable(),
    /** With `hold`: when it is given up. */
    held_until: Instant.nullable(),
    /** Of a booking that the caller may move: all of it, the part that is over included. */
    movable: z
      .object({
        start: Instant,
        end: Instant,
        /** Null if it is booked by the hour. */
        days: z.int().nullable(),
      })
      .nullable(),
  })
  .meta({ id: 'BoardBlock' })
export type BoardBlock = z.infer<typeof BoardBlock>

export const BoardSpace = z
  .object({
    /** Null: the office as a whole, if it has no sub-offices. */
    sub_office_id: Id.nullable(),
    name: z.string(),
    name_he: HebrewName,
    type: SpaceType,
    /** Seats of an open space; 1 for a room. */
    units: z.int(),
    /** The first to start comes first. */
    blocks: z.array(BoardBlock),
  })
  .meta({ id: 'BoardSpace' })
export type BoardSpace = z.infer<typeof BoardSpace>

const span = { start: Instant, end: Instant }

export const BoardDay = z
  .object({
    date: LocalDate,
    /** From midnight to midnight on the clock of the office; 23 or 25 hours when the clocks change. */
    ...span,
    /** The part of the opening hours within the day, that of the night before included. */
    openings: z.array(z.object(span)),
    holiday: z.object({ name: z.string(), name_he: HebrewName }).nullable(),
  })
  .meta({ id: 'BoardDay' })
export type BoardDay = z.infer<typeof BoardDay>

export const ScheduleBoard = z
  .object({
    office: z.object({ id: Id, name: z.string(), name_he: HebrewName, time_zone: z.string() }),
    /** What the caller may do here depends on it. Admins are managers of every office. */
    roles: z.array(z.enum(['manager', 'owner'])),
    days: z.array(BoardDay),
    /** By name. */
    spaces: z.array(BoardSpace),
  })
  .meta({ id: 'ScheduleBoard' })
export type ScheduleBoard = z.infer<typeof ScheduleBoard>

export const BOARD_DAYS = { day: 1, week: 7 } as const

export const getBoard = endpoint({
  method: 'GET',
  path: '/api/offices/:officeId/board',
  summary:
    'For staff: what takes the spaces of an office on one day, or one space in the seven days from a date on, with the opening hours',
  params: z.object({ officeId: IdParam }),
  query: z.object({
    /** The first day, on the calendar of the office. */
    date: LocalDate,
    /** A week is of one space. */
    length: z.enum(['day', 'week']).default('day'),
    /** Left out: all spaces; for a week, the office as a whole. */
    sub_office_id: IdParam.optional(),
  }),
  reply: ScheduleBoard,
})

const ofOffice = z.object({ officeId: IdParam })

export const closeStretch = endpoint({
  method: 'POST',
  path: '/api/offices/:officeId/board/closures',
  summary: 'For staff: close the office or one of its spaces for a time; over bookings only around them',
  params: ofOffice,
  body: StaffClosure,
  reply: Closure,
  status: 201,
})

export const BoardCustomer = z
  .object({ id: Id, name: z.string(), email: z.string() })
  .meta({ id: 'BoardCustomer' })
export type BoardCustomer = z.infer<typeof BoardCustomer>

export const MOST_CUSTOMERS_FOUND = 10

export const findCustomers = endpoint({
  method: 'GET',
  path: '/api/offices/:officeId/board/customers',
  summary:
    'For managers: people who belong to the office or have booked there, by part of their name or email address; for admins everybody',
  params: ofOffice,
  query: z.object({ q: z.string().trim().min(2).max(200) }),
  reply: z.array(BoardCustomer),
})

/** Somebody who is known, or a guest: whoever has no account yet gets one, with a link by mail to set a password. */
export const BookedFor = z.union([
  z.object({ user_id: IdField, email: z.undefined().optional() }),
  z.object({ user_id: z.undefined().optional(), name: requiredLine(100), email: Email }),
])
export type BookedFor = z.infer<typeof BookedFor>

/**
 * `credits`: the customer's own, for all of it. `pending`: the customer owes it. `paid`: outside the product; only admins
 * say so, here as on the page of an order.
 */
export const StaffPayment = z.enum(['credits', 'pending', 'paid'])
export type StaffPayment = z.infer<typeof StaffPayment>

const staffStay = { sub_office_id: orBlank(IdField).default(null), ...times }

export const StaffBooking = inOrder(
  z.object({
    ...staffStay,
    ...shownPrice,
    customer: BookedFor,
    payment: StaffPayment,
    /** With `paid`. */
    method: PaymentMethod.default('cash'),
    /** With `paid`; for example in the books. */
    reference: typedLine().max(REFERENCE_LENGTH, 'Should have at most 200 characters').default(''),
  }),
)
export type StaffBooking = z.infer<typeof StaffBooking>

export const quoteForCustomer = endpoint({
  method: 'POST',
  path: '/api/offices/:officeId/board/quote',
  summary: 'For managers: what a stay of a customer would cost, and how much of it their credits cover',
  params: ofOffice,
  body: inOrder(z.object({ ...staffStay, user_id: IdField.optional() })),
  reply: Quote,
})

export const bookForCustomer = endpoint({
  method: 'POST',
  path: '/api/offices/:officeId/board/orders',
  summary:
    'For managers: book for a customer or a guest; written to the audit log. Refused with the new quote if the price is not `expected_total`',
  takesKey: true,
  params: ofOffice,
  body: StaffBooking,
  reply: OrderDetails,
  status: 201,
})
