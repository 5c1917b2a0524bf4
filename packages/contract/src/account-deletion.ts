import { z } from 'zod'
import { Told } from './auth.ts'
import { endpoint } from './endpoint.ts'
import { Cents, Currency, Email, HebrewName, Id, Instant } from './primitives.ts'

/** After this the data is permanently deleted. */
export const GRACE_DAYS = 7

export const DeletionRequest = z.object({ email: Email })

export const requestDeletion = endpoint({
  method: 'POST',
  path: '/api/user-profile/delete-account',
  summary: 'Request an email with a link that deletes the account; nothing happens until it is used',
  body: DeletionRequest,
  reply: Told,
})

const Link = z.object({ token: z.string().min(1, 'Cannot be empty').max(2000) })

/** An order that ends or is cancelled with the account. */
export const AffectedOrder = z
  .object({
    id: Id,
    office: z.string(),
    office_he: HebrewName,
    sub_office: z.string().nullable(),
    sub_office_he: HebrewName,
    time_zone: z.string(),
    start: Instant,
    end: Instant.nullable(),
    /** A running order ends immediately, as by a check-out. Others are cancelled. */
    is_running: z.boolean(),
    /** The refund, of which `refund_credits` in credits. */
    refund: Cents,
    refund_credits: Cents,
    /** For a cancelled order: what was not paid yet. `owed` is what the terms keep of it, `waived` the rest. */
    owed: Cents,
    waived: Cents,
    /** For a running order, as at a check-out: price and tax, the part taken from credits, and what is left to pay. */
    due: Cents,
    with_credits: Cents,
    left: Cents,
    currency: Currency,
  })
  .meta({ id: 'AffectedOrder' })
export type AffectedOrder = z.infer<typeof AffectedOrder>

/** What the person saw before they agreed. If it has changed, nothing happens; left out, it is not checked. */
export const ShownOrders = z
  .array(
    AffectedOrder.pick({ id: true, is_running: true, refund: true, owed: true, due: true }).partial({
      owed: true,
    }),
  )
  .max(10_000)
export type ShownOrders = z.infer<typeof ShownOrders>

export const previewDeletion = endpoint({
  method: 'POST',
  path: '/api/user-profile/delete-account/preview',
  summary: 'What would happen to the bookings if the link in the email were used now; changes nothing',
  body: Link,
  reply: z.object({ orders: z.array(AffectedOrder) }),
})

export const confirmDeletion = endpoint({
  method: 'POST',
  path: '/api/user-profile/delete-account/confirm',
  summary:
    'Deactivate the account with the link in the email, and cancel its bookings under their terms; using it again gives the same answer. Refused if they are no longer the given `orders`',
  body: Link.extend({ orders: ShownOrders.optional() }),
  reply: Told.extend({ purge_after: Instant }),
})

export const undoDeletion = endpoint({
  method: 'POST',
  path: '/api/user-profile/delete-account/undo',
  summary:
    'Keep the account after all, with the link in the second email; using it again gives the same answer',
  body: Link,
  reply: Told,
})
