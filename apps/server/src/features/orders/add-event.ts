import type { OrderEventKind } from '@keyhour/contract/orders'
import type { WebhookKind } from '@keyhour/contract/webhooks'
import type { Db } from '#server/db/connection.ts'
import { tellCalendars } from '#server/features/calendar-sync/tell-calendars.ts'
import { findOrder } from '#server/features/orders/details-queries.ts'
import { insertEvent, type NewEvent, type OrderRow } from '#server/features/orders/row-queries.ts'
import { tellWebhooks } from '#server/features/webhooks/tell-webhooks.ts'
import type { Deps } from '#server/http/routes.ts'

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
  'door opened': [],
  'checked in': ['order.checked_in'],
  'checked out': ['order.checked_out'],
  'check-out undone': ['order.changed'],
  cancelled: ['order.cancelled'],
}

/**
 * Adds to the timeline, notifies everyone who watches the office, and tells webhooks and outside calendars. Those get the
 * order as it is now, so change it first.
 */
export async function addEvent(
  deps: Pick<Deps, 'enqueue' | 'now'>,
  db: Db,
  order: Pick<OrderRow, 'office_id' | 'id'>,
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
const FREES: OrderEventKind[] = [...MOVES, 'released', 'cancelled', 'checked out', 'check-out undone']

const changeOf = (
  { office_id, id }: Pick<OrderRow, 'office_id' | 'id'>,
  { kind, actor_id = null }: NewEvent,
) => ({
  office_id,
  order_id: id,
  frees: FREES.includes(kind),
  ...(MOVES.includes(kind) && { movedBy: actor_id }),
})
