import type { SubOffice } from '@keyhour/contract/offices'
import { emptySpace } from '#server/features/admin-offices/empty-space.ts'
import { recordChange } from '#server/features/admin-offices/office-changes.ts'
import {
  lockOffice,
  lockSubOffice,
  type SpaceKey,
  updateSubOffice,
} from '#server/features/admin-offices/office-queries.ts'
import { rentWhole } from '#server/features/admin-offices/rent-in-parts.ts'
import type { Actor } from '#server/features/audit/queries.ts'
import { followLinks } from '#server/features/calendars/follow-links.ts'
import { findAdminSubOffice } from '#server/features/offices/office-queries.ts'
import { orMissing } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

/** Without its last sub-office, the office is rented whole. */
export function deleteSubOffice(
  deps: Deps,
  key: SpaceKey,
  isWilling: boolean,
  by: Actor,
): Promise<SubOffice> {
  const now = deps.now()
  return deps.db.transaction(async (db) => {
    orMissing(await lockOffice(db, key.officeId), 'This office does not exist.')
    const space = orMissing(await lockSubOffice(db, key), 'This space does not exist.')
    if (space.deleted_at === null) {
      const place = { office_id: space.office_id, sub_office_id: space.id }
      await emptySpace(deps, db, place, { isWilling, adminId: by.session.id })
      const at = now.toISOString()
      await updateSubOffice(db, key, { deleted_at: at }, { id: by.session.id, at })
      await followLinks(deps, db, place, by)
      await rentWhole(db, space.office_id, now)
      const change = { action: 'delete sub-office', office_id: space.office_id, sub_office_id: space.id }
      await recordChange(deps, db, by, change)
    }
    return (await findAdminSubOffice(db, key))!
  })
}
