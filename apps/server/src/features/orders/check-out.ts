import type { OrderDetails } from '@keyhour/contract/orders'
import type { Db } from '#server/db/connection.ts'
import { followOrder } from '#server/features/grants/follow-order.ts'
import { auditForCustomer } from '#server/features/orders/audit-for-customer.ts'
import { leaveUnit } from '#server/features/orders/leave-unit.ts'
import { lockOwnOrder, refuseFinished } from '#server/features/orders/lock-own-order.ts'
import { addEvent, type OrderRow, updateOrder } from '#server/features/orders/order-queries.ts'
import { payOrder } from '#server/features/orders/pay-order.ts'
import { findOrder } from '#server/features/orders/queries.ts'
import { priceOfVisit } from '#server/features/orders/rules.ts'
import type { Session } from '#server/http/guards.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

export function checkOut(deps: Deps, orderId: number, caller: Session): Promise<OrderDetails> {
  const now = deps.now()
  return deps.db.transaction(async (db) => {
    const order = await lockOwnOrder(db, orderId, caller)
    if (order.checked_out_at === null) {
      refuseFinished(order, now)
      if (Date.parse(order.start) >= now.getTime())
        throw new Refusal('conflict', 'This order has not begun yet. You can cancel it.')
      await endVisit(deps, db, order, { at: now, by: caller.id })
      await auditForCustomer(db, order, caller, { action: 'check out order', now })
    }
    return (await findOrder(db, order.id))!
  })
}

/** Frees what is left of the time. A visit without an end gets one at that moment, and its price. */
export async function endVisit(
  deps: Deps,
  db: Db,
  order: OrderRow,
  { at: now, by: actor_id }: { at: Date; by: number | null },
): Promise<void> {
  await leaveUnit(db, order, now)
  const at = now.toISOString()
  if (order.end === null) {
    const total_price = priceOfVisit(order.base_price, now.getTime() - Date.parse(order.start))
    await updateOrder(db, order, { checked_out_at: at, end: at, total_price })
    await payOrder(db, { ...order, total_price }, now)
  } else await updateOrder(db, order, { checked_out_at: at })
  await addEvent(db, order, { kind: 'checked out', actor_id }, now)
  await followOrder(deps, db, order)
}
