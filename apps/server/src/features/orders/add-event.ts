import type { OrderEventKind } from '@keyhour/contract/orders'
import type { WebhookKind } from '@keyhour/contract/webhooks'
import type { Db } from '#server/db/connection.ts'
import { tellCalendars } from '#server/features/calendar-sync/tell-calendars.ts'
import { findOrder } from '#server/features/orders/details-queries.ts'
import { insertEvent, type NewEvent, type OrderRow } from '#server/features/orders/row-queries.ts'
import { tellWebhooks } from '#server/features/webhooks/tell-webhooks.ts'
import type { Deps } from '#server/http/routes.ts'
import { DAY } from '#server/time/opening-hours.ts'

/** An order that moves to another office is cancelled there and booked here. Doors tell of themselves. */
const TOLD_AS: Record<OrderEventKind, WebhookKind[]> = {
  booked: ['order.booked'],
  started: ['order.booked', 'order.checked_in'],
  moved: ['order.changed'],
  'changed space': ['order.changed'],
  'went on': ['order.cancelled'],
  'came from': ['order.booked'],
  paid: ['order.paid'],
  'payment failed': ['order.payment_failed'],
  released: ['order.cancelled'],
  'no-show': ['order.cancelled'],
  'door opened': [],
  'checked in': ['order.checked_in'],
  'checked out': ['order.checked_out'],
  'check-out undone': ['order.changed'],
  cancelled: ['order.cancelled'],
}

type Timed = Pick<OrderRow, 'office_id' | 'id' | 'start' | 'end'>

/**
 * Adds to the timeline, notifies everyone who watches the office, and tells webhooks and outside calendars. Those get the
 * order as it is now, so change it first. `order` has the time that it had before.
 */
export async function addEvent(
  deps: Pick<Deps, 'enqueue' | 'now'>,
  db: Db,
  order: Timed,
  event: NewEvent,
): Promise<void> {
  const kinds = TOLD_AS[event.kind]
  const { byWebhook, byCalendar } = await insertEvent(db, order, event, kinds)
  if (byCalendar) await tellCalendars(deps, db, changeOf(order, event))
  if (!byWebhook) return
  const { order_id } = event.details ?? {}
  const other = {
    ...(event.kind === 'went on' && { continued_as: order_id }),
    ...(event.kind === 'came from' && { continues: order_id }),
  }
  await tellWebhooks(deps, db, kinds, { order: await findOrder(db, order.id), ...other })
}

const MOVES: OrderEventKind[] = ['moved', 'changed space', 'went on']
const FREES: OrderEventKind[] = [
  ...MOVES,
  'released',
  'no-show',
  'cancelled',
  'checked out',
  'check-out undone',
]

/** More than the two days that an office which never closes allows a visit without an end. */
const LONGEST_VISIT_MS = 3 * DAY

const changeOf = ({ office_id, id, start, end }: Timed, { kind, actor_id = null }: NewEvent) => ({
  office_id,
  order_id: id,
  freed: FREES.includes(kind)
    ? { from: Date.parse(start), to: end === null ? Date.parse(start) + LONGEST_VISIT_MS : Date.parse(end) }
    : null,
  ...(MOVES.includes(kind) && { movedBy: actor_id }),
})
