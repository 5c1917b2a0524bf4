import { MINUTES_BEFORE_START } from '@keyhour/contract/access'
import type { OrderDetails } from '@keyhour/contract/orders'
import type { Db } from '#server/db/connection.ts'
import { addEvent } from '#server/features/orders/add-event.ts'
import { auditForCustomer } from '#server/features/orders/audit-for-customer.ts'
import { findOrder } from '#server/features/orders/details-queries.ts'
import { lockVisit, refuseFinished } from '#server/features/orders/lock-own-order.ts'
import { type OrderRow, updateOrder } from '#server/features/orders/row-queries.ts'
import { NOT_PAID_YET } from '#server/features/orders/rules.ts'
import type { Session } from '#server/http/guards.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'
import { MINUTE } from '#server/time/opening-hours.ts'

/** `first` is done first in the transaction. */
export function checkIn(
  deps: Deps,
  orderId: number,
  caller: Pick<Session, 'id' | 'admin'>,
  first?: (db: Db) => Promise<void>,
): Promise<OrderDetails> {
  const now = deps.now()
  return deps.db.transaction(async (db) => {
    await first?.(db)
    const order = await lockVisit(db, orderId, caller)
    refuseFinished(order, now)
    if (order.pay_until !== null) throw new Refusal('conflict', NOT_PAID_YET)
    if (now.getTime() < Date.parse(order.start) - MINUTES_BEFORE_START * MINUTE)
      throw new Refusal('conflict', 'You can check in from 10 minutes before the start.')
    await arrive(deps, db, order, { by: caller.id, at: now })
    if (order.checked_in_at === null)
      await auditForCustomer(db, order, caller, { action: 'check in order', now })
    return (await findOrder(db, order.id))!
  })
}

/** Only the first arrival counts, and only in an order that was not cancelled while the door opened. */
export async function arrive(
  deps: Deps,
  db: Db,
  order: OrderRow,
  { by: actor_id, at }: { by: number; at: Date },
): Promise<void> {
  if (order.checked_in_at !== null || order.cancelled_at !== null) return
  await updateOrder(db, order, { checked_in_at: at.toISOString() })
  await addEvent(deps, db, order, { kind: 'checked in', actor_id, at })
}
