import type { SpaceRef } from '@keyhour/contract/offices'
import type { Db } from '#server/db/connection.ts'
import { cancelOrders } from '#server/features/admin-offices/cancel-orders.ts'
import { refuseStranding, strandedBy } from '#server/features/admin-offices/office-changes.ts'
import { countAffectedOrders, deleteHoldsIn } from '#server/features/admin-offices/order-queries.ts'
import { findHours, lockSpaces } from '#server/features/availability/space-queries.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

/** Refuses a deletion during a visit, or without consent while orders are to come; then cancels those orders. */
export async function emptySpace(
  deps: Deps,
  db: Db,
  place: SpaceRef,
  { isWilling, adminId }: { isWilling: boolean; adminId: number },
): Promise<void> {
  await lockSpaces(db, place)
  const now = deps.now()
  const deletion = await countAffectedOrders(db, place, now)
  const { coming_orders, running_orders } = deletion
  if (running_orders > 0)
    throw new Refusal(
      'conflict',
      `Visits in progress: ${running_orders}. You can delete this once they have ended.`,
      { orders_in_the_way: running_orders },
    )
  if (!isWilling)
    refuseStranding(
      strandedBy(deletion, now),
      (await findHours(db, place.office_id))!.time_zone,
      (count, day) =>
        `There are upcoming orders: ${count}, the last on ${day}. They would be cancelled and refunded in full.`,
    )
  await deleteHoldsIn(db, place)
  if (coming_orders > 0) await deps.enqueue(db, cancelOrders, { ...place, admin_id: adminId })
}
