import { z } from 'zod'
import { shownPrice, spaceFields, withSavedCard } from './bookings.ts'
import { endpoint } from './endpoint.ts'
import { OrderDetails, orderParams } from './orders.ts'
import { Cents, Currency, HebrewName, Id, IdParam, Instant } from './primitives.ts'

/** A visit that is going on in the space. */
export const ActiveSession = z
  .object({
    id: Id,
    /** The check-in, or the booked start before it. */
    start: Instant,
    /** Later than `start` for a customer who came a few minutes early. */
    booked_start: Instant,
    /** Null for a visit without a booked end. */
    end: Instant.nullable(),
    User: z.object({
      id: Id,
      name: z.string().nullable(),
      /** Base64 JPEG. */
      profile: z.object({ passport_image: z.string().nullable() }),
    }),
    /** The sub-office when `type` is `SubOffice`, else the office as a whole. */
    Office: z.object({ type: z.enum(['Office', 'SubOffice']), name: z.string(), name_he: HebrewName }),
  })
  .meta({ id: 'ActiveSession' })
export type ActiveSession = z.infer<typeof ActiveSession>

export const VISIT_MINUTES = [15, 30, 60] as const
export const VisitMinutes = z.literal(VISIT_MINUTES)
export type VisitMinutes = z.infer<typeof VisitMinutes>

/**
 * A saved card is charged at check-out. With `minutes` the visit ends by itself after that time, and is refused if the
 * space is not free for so long.
 */
export const VisitRequest = z.object({
  ...spaceFields,
  ...withSavedCard,
  minutes: VisitMinutes.optional(),
})
export type VisitRequest = z.infer<typeof VisitRequest>

export const startVisit = endpoint({
  method: 'POST',
  path: '/api/orders/start_now',
  summary:
    'Start a visit without an end: reserved until closing time or the next booking, or for some minutes, and priced at check-out. The same Idempotency-Key returns the same order',
  takesKey: true,
  body: VisitRequest,
  reply: OrderDetails,
  status: 201,
})

export const checkIn = endpoint({
  method: 'POST',
  path: '/api/orders/:orderId/check_in',
  summary: 'Check in',
  params: orderParams,
  reply: OrderDetails,
})

export const checkOut = endpoint({
  method: 'POST',
  path: '/api/orders/:orderId/check_out',
  summary:
    'Check out: frees the rest of the time and prices a visit without an end; refused with the new cost if it is not `expected_total`',
  params: orderParams,
  body: z.object(shownPrice).nullish(),
  reply: OrderDetails,
})

/** What checking out now would cost. */
export const CheckOutCost = z
  .object({
    currency: Currency,
    /** Price and tax of the whole order, and the unpaid part: taken from credits now, and left to pay. */
    due: Cents,
    with_credits: Cents,
    left: Cents,
    /** What is left is charged to the saved card. */
    on_saved_card: z.boolean(),
    /** Until then others can book the time given back. It is not refunded. */
    free_until: Instant,
  })
  .meta({ id: 'CheckOutCost' })
export type CheckOutCost = z.infer<typeof CheckOutCost>

export const getCheckOutCost = endpoint({
  method: 'GET',
  path: '/api/orders/:orderId/check_out',
  summary: 'What checking out now would cost, and how much time it would free',
  params: orderParams,
  reply: CheckOutCost,
})

export const tellWaiting = endpoint({
  method: 'POST',
  path: '/api/orders/:orderId/waiting',
  summary:
    'Tell the customer, by mail and on their devices, that somebody waits in the lobby; for staff of the office',
  params: orderParams,
  reply: z.object({ msg: z.string() }),
})

export const undoCheckOut = endpoint({
  method: 'POST',
  path: '/api/orders/:orderId/check_out/undo',
  summary: 'Undo a check-out within a minute, unless somebody has booked the time since',
  params: orderParams,
  reply: OrderDetails,
})

export const listActiveSessions = endpoint({
  method: 'GET',
  path: '/api/orders/active/:officeId',
  summary: 'Who is in an office, or in one of its sub-offices, right now',
  params: z.object({ officeId: IdParam }),
  query: z.object({ sub_office_id: IdParam.optional() }),
  reply: z.array(ActiveSession),
})
