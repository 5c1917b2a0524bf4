import type { Deletion } from '@keyhour/contract/admin-offices'
import type { SpaceRef } from '@keyhour/contract/offices'
import { findOfficeRow, findSubOfficeRow } from '#server/features/admin-offices/office-queries.ts'
import { countAffectedOrders } from '#server/features/admin-offices/order-queries.ts'
import { orMissing } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

export async function previewDeletion({ db, now }: Deps, place: SpaceRef): Promise<Deletion> {
  const { office_id: officeId, sub_office_id: subOfficeId } = place
  orMissing(await findOfficeRow(db, officeId), 'This office does not exist.')
  if (subOfficeId !== null)
    orMissing(await findSubOfficeRow(db, { officeId, subOfficeId }), 'This space does not exist.')
  return countAffectedOrders(db, place, now())
}
