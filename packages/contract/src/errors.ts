import { z } from 'zod'
import { AffectedOrder } from './account-deletion.ts'
import { Alternative } from './availability.ts'
import { OrderInTheWay } from './closures.ts'
import { Instant } from './primitives.ts'

export const FieldError = z
  .object({
    /** Where it was: `['body', 'name']`. The second element is the field. */
    loc: z.array(z.string()),
    msg: z.string(),
    /** What was sent, for plain values only, and never for secrets. */
    input: z.unknown().optional(),
    type: z.string().optional(),
  })
  .meta({ id: 'FieldError' })
export type FieldError = z.infer<typeof FieldError>

/** The one shape of every failed call. */
export const ErrorBody = z
  .object({
    detail: z.union([z.string(), z.array(FieldError)]),
    /** Only with a 500, to be quoted to support. */
    request_id: z.string().optional(),
    /** Only with a 409 for a record that has moved on: who changed it, null for the product itself, and when. */
    changed_by: z.string().nullable().optional(),
    changed_at: Instant.optional(),
    /** Only with a 409 for a time that is no longer free: what could be booked instead. */
    alternatives: z.array(Alternative).optional(),
    /** Only with a 409 for a closure, a change or a deletion that orders stand in the way of: how many. */
    orders_in_the_way: z.int().optional(),
    /** With a closure: the first of them, and a key to all that could be cancelled. */
    orders: z.array(OrderInTheWay).optional(),
    orders_key: z.string().optional(),
    /** When the last of them ends. */
    orders_until: Instant.optional(),
    /** Only with a 409 for an account whose bookings are not as they were shown: how they are now. */
    affected_orders: z.array(AffectedOrder).optional(),
    /** Only with a 409 for what has codes of orders in its locks, which nothing could take out afterwards: how many. */
    codes_in_locks: z.int().optional(),
    /** With a 409 about those codes: an admin may answer that the new address is one of the same hub. */
    may_be_same_hub: z.boolean().optional(),
  })
  .meta({ id: 'Error' })
export type ErrorBody = z.infer<typeof ErrorBody>
