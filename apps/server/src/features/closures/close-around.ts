import type { Closure, StaffClosure } from '@keyhour/contract/closures'
import type { Actor } from '#server/features/audit/queries.ts'
import { addClosure } from '#server/features/closures/add-closure.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

/** Unlike an admin, staff are not told whose orders are in the way, and cannot cancel them. */
export async function closeAround(
  deps: Deps,
  officeId: number,
  closure: StaffClosure,
  by: Actor,
): Promise<Closure> {
  try {
    return await addClosure(deps, officeId, closure, by)
  } catch (error) {
    if (!(error instanceof Refusal) || !error.body.orders) throw error
    throw new Refusal('conflict', 'There are bookings during this time. You can close the rest of it.', {
      orders_in_the_way: error.body.orders_in_the_way,
    })
  }
}
