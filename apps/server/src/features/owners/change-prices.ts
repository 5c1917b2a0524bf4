import type { OwnerOffice, SpacePrices } from '@keyhour/contract/owners'
import { changeOffice } from '#server/features/admin-offices/change-office.ts'
import { changeSubOffice } from '#server/features/admin-offices/change-sub-office.ts'
import type { Actor } from '#server/features/audit/queries.ts'
import { findSpace } from '#server/features/availability/space-queries.ts'
import { describeOffice } from '#server/features/owners/list-owner-offices.ts'
import { refuseNonOwner } from '#server/features/owners/refuse-non-owner.ts'
import { orMissing } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

/** Orders keep the price they were made at. */
export async function changePrices(
  deps: Deps,
  officeId: number,
  { sub_office_id, ...prices }: SpacePrices,
  by: Actor,
): Promise<OwnerOffice> {
  await refuseNonOwner(deps.db, officeId, by.session)
  orMissing(await findSpace(deps.db, { office_id: officeId, sub_office_id }), 'This space does not exist.')
  if (sub_office_id === null) await changeOffice(deps, officeId, prices, by)
  else await changeSubOffice(deps, { officeId, subOfficeId: sub_office_id }, prices, by)
  return describeOffice(deps, officeId)
}
