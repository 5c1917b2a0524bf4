import type { SubOffice } from '@keyhour/contract/offices'
import { type Admin, recordChange } from '#server/features/admin-offices/change-place.ts'
import {
  lockOffice,
  lockSubOffice,
  type SpaceKey,
  updateSubOffice,
} from '#server/features/admin-offices/place-queries.ts'
import { rentInParts } from '#server/features/admin-offices/rent-in-parts.ts'
import { findAdminSubOffice } from '#server/features/offices/queries.ts'
import { orMissing } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

/** What is not deleted stays as it is. */
export function restoreSubOffice(deps: Deps, key: SpaceKey, by: Admin): Promise<SubOffice> {
  const now = deps.now()
  return deps.db.transaction(async (db) => {
    const office = orMissing(await lockOffice(db, key.officeId), 'This office does not exist.')
    const space = orMissing(await lockSubOffice(db, key), 'This space does not exist.')
    if (space.deleted_at !== null) {
      await rentInParts(db, office, now)
      await updateSubOffice(db, key, { deleted_at: null }, { id: by.session.id, at: now.toISOString() })
      const entry = { action: 'restore sub-office', subject: 'sub-office', subject_id: space.id } as const
      await recordChange(deps, db, office.id, { entry, by })
    }
    return (await findAdminSubOffice(db, key))!
  })
}
