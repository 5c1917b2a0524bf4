import { z } from 'zod'
import { inOrder, shownPrice, TimeQuote, times } from './bookings.ts'
import { endpoint } from './endpoint.ts'
import { OrderDetails } from './orders.ts'
import { Cents, Id, IdField, IdParam, Instant, orBlank } from './primitives.ts'

const space = { sub_office_id: orBlank(IdField).default(null) }

/** To another time, or another space of the same office, or both. The times are on the clock of the office. */
export const BoardMove = inOrder(
  z.object({
    ...space,
    ...times,
    ...shownPrice,
    /** Where the booking was on the board. If it is elsewhere by now, the move is refused. */
    from: z.object({ ...space, start: Instant, end: Instant }),
  }),
)
export type BoardMove = z.infer<typeof BoardMove>

/** `left` is what the customer owes afterwards. */
export const MoveQuote = TimeQuote.extend({
  sub_office_id: Id.nullable(),
  start: Instant,
  end: Instant,
  /** Price and tax now. */
  due_before: Cents,
}).meta({ id: 'MoveQuote' })
export type MoveQuote = z.infer<typeof MoveQuote>

const params = z.object({ officeId: IdParam, orderId: IdParam })

export const quoteMove = endpoint({
  method: 'POST',
  path: '/api/offices/:officeId/board/orders/:orderId/move/quote',
  summary:
    'For managers: what moving a booking to another time or space would cost or refund; refused with alternatives if it is not free. Changes nothing',
  params,
  body: BoardMove,
  reply: MoveQuote,
})

export const moveOnBoard = endpoint({
  method: 'PUT',
  path: '/api/offices/:officeId/board/orders/:orderId/move',
  summary:
    'For managers: move a booking to another time or space of the office; the customer gets an email. Refused if it has moved since `from`, if it is not free there, and with the new quote if the price is not `expected_total`',
  params,
  body: BoardMove,
  reply: OrderDetails,
})
