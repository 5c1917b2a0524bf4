import type { Closure, StaffClosure } from '@keyhour/contract/closures'
import type { Actor } from '#server/features/audit/queries.ts'
import { closeAround } from '#server/features/closures/close-around.ts'
import { refuseNonOwner } from '#server/features/owners/refuse-non-owner.ts'
import type { Deps } from '#server/http/routes.ts'

export async function closeTime(
  deps: Deps,
  officeId: number,
  closure: StaffClosure,
  by: Actor,
): Promise<Closure> {
  await refuseNonOwner(deps.db, officeId, by.session)
  return closeAround(deps, officeId, closure, by)
}
