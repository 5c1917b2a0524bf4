import type { Db } from '#server/db/connection.ts'
import { sumSpentOn } from '#server/features/credits/ledger-queries.ts'
import { refundCredits } from '#server/features/credits/spend-credits.ts'
import { followOrder } from '#server/features/grants/follow-order.ts'
import { leaveUnit } from '#server/features/orders/leave-unit.ts'
import { mailOrder } from '#server/features/orders/mail-order.ts'
import { type Back, type WriteLetter, withdrawn } from '#server/features/orders/mails.ts'
import { addEvent, lockOrder, type OrderRow, updateOrder } from '#server/features/orders/order-queries.ts'
import { paidOf } from '#server/features/orders/rules.ts'
import type { Deps } from '#server/http/routes.ts'

/** Cancelled by us, since its place is gone: all that was paid goes back. Doing it again changes nothing. */
export function withdrawOrder(deps: Deps, orderId: number, adminId: number): Promise<void> {
  return deps.db.transaction(async (db) => {
    const order = await lockOrder(db, orderId)
    if (!order || order.cancelled_at !== null || order.checked_out_at !== null) return
    await cancelInFull(deps, db, order, { by: adminId, letter: withdrawn })
  })
}

type Cancelling = { by: number; letter: (back: Back) => WriteLetter }

/** All that was paid goes back, whatever the rules of the office say. */
export async function cancelInFull(
  deps: Deps,
  db: Db,
  order: OrderRow,
  { by, letter }: Cancelling,
): Promise<void> {
  const now = deps.now()
  await leaveUnit(db, order, now)
  const credits = await refundCredits(db, order, await sumSpentOn(db, order), now)
  const refund = paidOf(order)
  const refunded = order.refunded + refund
  await updateOrder(db, order, { cancelled_at: now.toISOString(), cancelled_by: by, refunded })
  await addEvent(db, order, { kind: 'cancelled', actor_id: by, details: { refund } }, now)
  await followOrder(deps, db, order)
  await mailOrder(deps, db, order.id, letter({ credits, rest: refund - credits }))
}
