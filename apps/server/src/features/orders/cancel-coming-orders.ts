import type { Db } from '#server/db/connection.ts'
import { followOrder } from '#server/features/grants/follow-order.ts'
import { endVisit } from '#server/features/orders/check-out.ts'
import { leaveUnit } from '#server/features/orders/leave-unit.ts'
import { cancelled } from '#server/features/orders/mails.ts'
import { addEvent, lockUnfinishedOrders, updateOrder } from '#server/features/orders/order-queries.ts'
import { deleteHoldsOf } from '#server/features/orders/space-queries.ts'
import { cancelInFull } from '#server/features/orders/withdraw-order.ts'
import type { Deps } from '#server/http/routes.ts'

/**
 * For somebody who leaves: what they had booked is free again, and where they are in, they are out. Whom an admin sends
 * away gets all back and a mail; who is gone for good gets nothing.
 */
export async function cancelComingOrders(
  deps: Deps,
  db: Db,
  userId: number,
  adminId: number | null,
): Promise<void> {
  const now = deps.now()
  await deleteHoldsOf(db, userId)
  for (const order of await lockUnfinishedOrders(db, userId, now)) {
    if (Date.parse(order.start) < now.getTime()) {
      await endVisit(deps, db, order, { at: now, by: adminId })
      continue
    }
    if (adminId !== null) {
      await cancelInFull(deps, db, order, { by: adminId, letter: cancelled })
      continue
    }
    await leaveUnit(db, order, now)
    await updateOrder(db, order, { cancelled_at: now.toISOString() })
    await addEvent(db, order, { kind: 'cancelled', actor_id: null, details: { refund: 0 } }, now)
    await followOrder(deps, db, order)
  }
}
