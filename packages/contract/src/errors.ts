import { z } from 'zod'
import { AffectedOrder } from './account-deletion.ts'
import { Alternative } from './availability.ts'
import { Quote, TimeQuote } from './bookings.ts'
import { OrderInTheWay } from './closures.ts'
import { OrderOutside } from './opening-hours.ts'
import { Id, Instant, LocalDate } from './primitives.ts'
import { CheckOutCost } from './visits.ts'

export const FieldError = z
  .object({
    /** For example `['body', 'name']`. The second element is the field. */
    loc: z.array(z.string()),
    msg: z.string(),
    /** What was sent; only plain values, and never secrets. */
    input: z.unknown().optional(),
    type: z.string().optional(),
  })
  .meta({ id: 'FieldError' })
export type FieldError = z.infer<typeof FieldError>

/** The shape of every failed call. */
export const ErrorBody = z
  .object({
    detail: z.union([z.string(), z.array(FieldError)]),
    /** Only with a 500, to be quoted to support. */
    request_id: z.string().optional(),
    /** Only with a 409 for a stale version: who changed the record (null for the product itself), and when. */
    changed_by: z.string().nullable().optional(),
    changed_at: Instant.optional(),
    /** Only with a 409 for a time that is no longer free: what could be booked instead. */
    alternatives: z.array(Alternative).optional(),
    /** Only with a 409 for a series: the dates that cannot be booked any more. */
    taken_dates: z.array(LocalDate).optional(),
    /** Only with a 409 for a price that is not `expected_total`: the current one of a booking, a new time or a check-out. */
    quote: Quote.optional(),
    time_quote: TimeQuote.optional(),
    check_out_cost: CheckOutCost.optional(),
    /** Only with a 409 because the customer owes too much in the office: the orders that are not paid. */
    unpaid_orders: z.array(Id).optional(),
    /** Only with a 409 for a closure, a change or a deletion that orders prevent: how many. */
    orders_in_the_way: z.int().optional(),
    /** For a closure: the first of them, and a key for all that could be cancelled. */
    orders: z.array(OrderInTheWay).optional(),
    orders_key: z.string().optional(),
    /** For a change of opening hours: the first of them. */
    orders_outside: z.array(OrderOutside).optional(),
    /** When the last of them ends. */
    orders_until: Instant.optional(),
    /** Only with a 409 for an account whose orders have changed since they were shown: the current ones. */
    affected_orders: z.array(AffectedOrder).optional(),
    /** Only with a 409 because codes are still in locks that nothing could remove later: how many. */
    codes_in_locks: z.int().optional(),
    /** With a 409 about those codes: an admin may confirm that the new address belongs to the same hub. */
    may_be_same_hub: z.boolean().optional(),
  })
  .meta({ id: 'Error' })
export type ErrorBody = z.infer<typeof ErrorBody>
