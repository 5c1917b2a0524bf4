import { z } from 'zod'
import { CalendarProvider } from './calendars.ts'
import { endpoint } from './endpoint.ts'
import { Cents, Currency, Id, IdParam, Instant, wholeNumberParam } from './primitives.ts'

export const CONFLICT_PAGE = 50
/** More open conflicts are not counted. */
export const CONFLICTS_COUNTED = 100

/**
 * `ours`: the order stays. `theirs`: it was cancelled with a full refund. `moved`: it was moved out of the way. `over`:
 * it ended by itself.
 */
export const ConflictAnswer = z.enum(['ours', 'theirs', 'moved', 'over'])
export type ConflictAnswer = z.infer<typeof ConflictAnswer>

/** An order and something in an outside calendar that want the same time. */
export const Conflict = z
  .object({
    id: Id,
    /** `overlap`: an event came in. `refused`: the service did not take the order. */
    kind: z.enum(['overlap', 'refused']),
    provider: CalendarProvider,
    calendar_name: z.string().nullable(),
    event_title: z.string().nullable(),
    /** Null if the service refused the order and does not say why. */
    event_start: Instant.nullable(),
    event_end: Instant.nullable(),
    order_id: Id,
    order_start: Instant,
    /** Null during a visit without an end. */
    order_end: Instant.nullable(),
    is_cancelled: z.boolean(),
    customer_name: z.string(),
    /** What the customer gets back if the order is cancelled, in minor units. */
    paid: Cents,
    currency: Currency,
    office_name: z.string(),
    office_name_he: z.string().nullable(),
    name: z.string(),
    name_he: z.string().nullable(),
    time_zone: z.string(),
    found_at: Instant,
    answer: ConflictAnswer.nullable(),
    answered_at: Instant.nullable(),
    answered_by_name: z.string().nullable(),
  })
  .meta({ id: 'Conflict' })
export type Conflict = z.infer<typeof Conflict>

export const ConflictFilter = z.object({
  state: z.enum(['open', 'answered']).default('open'),
  /** Conflicts that come after this one in the list. */
  after: wholeNumberParam().optional(),
})
export type ConflictFilter = z.infer<typeof ConflictFilter>

const conflictParams = z.object({ id: IdParam })

export const listConflicts = endpoint({
  method: 'GET',
  path: '/api/admin/conflicts',
  summary: 'Orders that collide with outside calendars: open ones oldest first, answered ones latest first',
  query: ConflictFilter,
  reply: z.array(Conflict),
})

export const countConflicts = endpoint({
  method: 'GET',
  path: '/api/admin/conflicts/count',
  summary: 'How many conflicts are open, up to 100',
  reply: z.object({ open: z.int().nonnegative() }),
})

export const keepOurs = endpoint({
  method: 'POST',
  path: '/api/admin/conflicts/:id/keep_ours',
  summary: 'Keep the order; the event in the outside calendar stays as it is',
  params: conflictParams,
  reply: Conflict,
})

export const keepTheirs = endpoint({
  method: 'POST',
  path: '/api/admin/conflicts/:id/keep_theirs',
  summary: 'Cancel the order with a full refund and a mail; the event takes its time',
  params: conflictParams,
  /** What was shown as paid, so that a payment meanwhile is noticed. */
  body: z.object({ paid: Cents }),
  reply: Conflict,
})
