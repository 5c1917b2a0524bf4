import { findPlacedOrder } from '#server/features/orders/calendar-queries.ts'
import { describeEntry } from '#server/features/orders/describe-entry.ts'
import { getOrder } from '#server/features/orders/get-order.ts'
import { writeCalendar } from '#server/features/orders/write-calendar.ts'
import type { Session } from '#server/http/guards.ts'
import type { Deps } from '#server/http/routes.ts'

/** For everyone who may see the order, so without the customer as attendee. */
export async function getOrderCalendar(deps: Deps, orderId: number, reader: Session): Promise<string> {
  const { id } = await getOrder(deps.db, orderId, reader)
  return writeCalendar('PUBLISH', describeEntry(deps, (await findPlacedOrder(deps.db, id))!))
}
