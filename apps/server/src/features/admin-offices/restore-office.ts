import type { Db } from '#server/db/connection.ts'
import { recordChange } from '#server/features/admin-offices/office-changes.ts'
import { type OfficeRow, updateOffice } from '#server/features/admin-offices/office-queries.ts'
import type { Actor } from '#server/features/audit/queries.ts'
import { followLinksIn } from '#server/features/calendars/follow-links.ts'
import { followOrdersIn } from '#server/features/grants/follow-order.ts'
import type { Deps } from '#server/http/routes.ts'

/**
 * Restores its sub-offices too, except those that were deleted on their own. Does nothing for an office that is not
 * deleted.
 */
export async function restoreOffice(deps: Deps, db: Db, office: OfficeRow, by: Actor): Promise<void> {
  if (office.deleted_at === null) return
  const at = deps.now().toISOString()
  await updateOffice(db, office.id, { deleted_at: null }, { id: by.session.id, at })
  await followOrdersIn(deps, db, office.id)
  await followLinksIn(deps, db, office.id, by)
  await recordChange(deps, db, by, { action: 'restore office', office_id: office.id })
}
