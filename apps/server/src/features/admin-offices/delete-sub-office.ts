import type { SubOffice } from '@keyhour/contract/offices'
import { type Admin, recordChange } from '#server/features/admin-offices/change-place.ts'
import { emptyPlace } from '#server/features/admin-offices/empty-place.ts'
import {
  lockOffice,
  lockSubOffice,
  type SpaceKey,
  updateSubOffice,
} from '#server/features/admin-offices/place-queries.ts'
import { rentWhole } from '#server/features/admin-offices/rent-in-parts.ts'
import { findAdminSubOffice } from '#server/features/offices/queries.ts'
import { orMissing } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

/** Nobody can book it from now on. Without its last one, the office is rented whole. */
export function deleteSubOffice(
  deps: Deps,
  key: SpaceKey,
  isWilling: boolean,
  by: Admin,
): Promise<SubOffice> {
  const now = deps.now()
  return deps.db.transaction(async (db) => {
    orMissing(await lockOffice(db, key.officeId), 'This office does not exist.')
    const space = orMissing(await lockSubOffice(db, key), 'This space does not exist.')
    if (space.deleted_at === null) {
      const place = { office_id: space.office_id, sub_office_id: space.id }
      await emptyPlace(deps, db, place, { isWilling, adminId: by.session.id })
      const at = now.toISOString()
      await updateSubOffice(db, key, { deleted_at: at }, { id: by.session.id, at })
      await rentWhole(db, space.office_id, now)
      const entry = { action: 'delete sub-office', subject: 'sub-office', subject_id: space.id } as const
      await recordChange(deps, db, space.office_id, { entry, by })
    }
    return (await findAdminSubOffice(db, key))!
  })
}
