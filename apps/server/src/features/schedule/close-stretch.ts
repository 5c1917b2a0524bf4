import type { Closure, StaffClosure } from '@keyhour/contract/closures'
import type { Actor } from '#server/features/audit/queries.ts'
import { closeAround } from '#server/features/closures/close-around.ts'
import { refuseNonStaff } from '#server/features/visits/refuse-non-staff.ts'
import type { Deps } from '#server/http/routes.ts'

export async function closeStretch(
  deps: Deps,
  officeId: number,
  closure: StaffClosure,
  by: Actor,
): Promise<Closure> {
  await refuseNonStaff(deps.db, officeId, by.session)
  return closeAround(deps, officeId, closure, by)
}
