import { z } from 'zod'
import { inOrder, times } from './bookings.ts'
import { endpoint } from './endpoint.ts'
import { Cents, Currency, HebrewName, Id, IdField, IdParam, Instant, orBlank } from './primitives.ts'
import { typedLine } from './typed-text.ts'

export const Closure = z
  .object({
    id: Id,
    office_id: Id,
    /** Null: the whole office. */
    sub_office_id: Id.nullable(),
    sub_office_name: z.string().nullable(),
    sub_office_name_he: HebrewName,
    start: Instant,
    end: Instant,
    /** Shown to everyone who views that day. */
    reason: z.string(),
    /** Null when the product closed it by itself. */
    created_by_name: z.string().nullable(),
    created_at: Instant,
  })
  .meta({ id: 'Closure' })
export type Closure = z.infer<typeof Closure>

/** An order within a planned closure. */
export const OrderInTheWay = z
  .object({
    id: Id,
    user_name: z.string(),
    user_email: z.string(),
    /** Null: the office as a whole. */
    sub_office_name: z.string().nullable(),
    sub_office_name_he: HebrewName,
    start: Instant,
    end: Instant.nullable(),
    /** It has begun, so it stays whatever happens to the others. */
    is_running: z.boolean(),
    /** The refund if it is cancelled: everything that was paid. */
    refund: Cents,
    currency: Currency,
  })
  .meta({ id: 'OrderInTheWay' })
export type OrderInTheWay = z.infer<typeof OrderInTheWay>

/** At most this many are listed; a number says how many there are. */
export const MOST_ORDERS_LISTED = 50

/** Without `start` and `end`: from the opening of the first day to the closing of the last. */
export const closureFields = {
  sub_office_id: orBlank(IdField),
  ...times,
  reason: typedLine().min(1, 'Cannot be empty').max(200, 'Should have at most 200 characters'),
}

export const NewClosure = inOrder(
  z.object({
    ...closureFields,
    /**
     * What happens to orders in this time; left out, a closure over orders is refused with a list of them. `keep`
     * closes the time around them. `cancel` cancels those that have not begun, refunds them in full and mails their
     * customers.
     */
    orders: z.enum(['keep', 'cancel']).optional(),
    /** With `cancel`: identifies the listed orders. If they have changed since, the refusal lists the new ones. */
    orders_key: z.string().max(100).optional(),
  }),
)
export type NewClosure = z.infer<typeof NewClosure>

/** Of a block on a board or calendar: all of the closure, in this space or in the whole office. */
export const BlockClosure = z.object({
  id: Id,
  reason: z.string(),
  start: Instant,
  end: Instant,
  whole_office: z.boolean(),
  /** Staff do not open what an admin has closed. */
  may_open: z.boolean(),
})

/** By staff who cannot cancel the orders of others: refused with how many there are, unless they are kept. */
export const StaffClosure = inOrder(z.object({ ...closureFields, orders: z.literal('keep').optional() }))
export type StaffClosure = z.infer<typeof StaffClosure>

const ofOffice = z.object({ officeId: IdParam })

export const listClosures = endpoint({
  method: 'GET',
  path: '/api/admin/offices/:officeId/closures',
  summary: 'When an office or one of its spaces is closed, the latest first',
  params: ofOffice,
  reply: z.array(Closure),
})

export const addClosure = endpoint({
  method: 'POST',
  path: '/api/admin/offices/:officeId/closures',
  summary: 'Close an office or one of its spaces for a time; over orders only with a decision about them',
  params: ofOffice,
  body: NewClosure,
  reply: Closure,
  status: 201,
})

export const removeClosure = endpoint({
  method: 'DELETE',
  path: '/api/admin/offices/:officeId/closures/:closureId',
  summary: 'Open again',
  params: z.object({ officeId: IdParam, closureId: IdParam }),
  reply: z.object({}),
})
