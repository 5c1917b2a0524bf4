import type { OfficeHours, OwnerOffice } from '@keyhour/contract/owners'
import { changeOffice } from '#server/features/admin-offices/change-office.ts'
import type { Actor } from '#server/features/audit/queries.ts'
import { describeOffice } from '#server/features/owners/list-owner-offices.ts'
import { refuseNonOwner } from '#server/features/owners/refuse-non-owner.ts'
import type { Deps } from '#server/http/routes.ts'

/** By the same rules as for admins. */
export async function changeHours(
  deps: Deps,
  officeId: number,
  hours: OfficeHours,
  by: Actor,
): Promise<OwnerOffice> {
  await refuseNonOwner(deps.db, officeId, by.session)
  await changeOffice(deps, officeId, hours, by)
  return describeOffice(deps, officeId)
}
