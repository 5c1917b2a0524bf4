import type { Db } from '#server/db/connection.ts'
import { cancelOrders } from '#server/features/admin-offices/cancel-orders.ts'
import { refuseStranding, strandedBy } from '#server/features/admin-offices/change-place.ts'
import { deleteHoldsIn, findDeletion } from '#server/features/admin-offices/order-queries.ts'
import { findHours, lockPlaces, type Place } from '#server/features/orders/space-queries.ts'
import type { Deps } from '#server/http/routes.ts'

/** What has to be so before a place is deleted, and what becomes of its orders once it is. */
export async function emptyPlace(
  deps: Deps,
  db: Db,
  place: Place,
  { isWilling, adminId }: { isWilling: boolean; adminId: number },
): Promise<void> {
  await lockPlaces(db, place)
  const { time_zone } = (await findHours(db, place.office_id))!
  const deletion = await findDeletion(db, place, deps.now())
  if (deletion.running_orders > 0)
    refuseStranding(
      strandedBy({ ...deletion, coming_orders: 0, last_end: deletion.last_end ?? deps.now().toISOString() }),
      time_zone,
      (count) => `Nothing is deleted while somebody is in: ${count}. Please wait until they have left.`,
    )
  if (!isWilling)
    refuseStranding(
      strandedBy(deletion),
      time_zone,
      (count, day) =>
        `Orders are to come: ${count}, the last on ${day}. They would be cancelled and paid back in full.`,
    )
  await deleteHoldsIn(db, place)
  if (deletion.coming_orders > 0) await deps.enqueue(db, cancelOrders, { ...place, admin_id: adminId })
}
