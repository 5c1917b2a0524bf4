import type { Db } from '#server/db/connection.ts'
import { recordChange } from '#server/features/admin-offices/office-changes.ts'
import {
  type OfficeRow,
  type SubOfficeRow,
  updateSubOffice,
} from '#server/features/admin-offices/office-queries.ts'
import { rentInParts } from '#server/features/admin-offices/rent-in-parts.ts'
import type { Actor } from '#server/features/audit/queries.ts'
import { followLinks } from '#server/features/calendars/follow-links.ts'
import type { Deps } from '#server/http/routes.ts'

type Deleted = { office: OfficeRow; space: SubOfficeRow }

/** The caller holds both locks. Does nothing for a sub-office that is not deleted. */
export async function restoreSubOffice(
  deps: Deps,
  db: Db,
  { office, space }: Deleted,
  by: Actor,
): Promise<void> {
  if (space.deleted_at === null) return
  const now = deps.now()
  const key = { officeId: office.id, subOfficeId: space.id }
  await rentInParts(db, office, now)
  await updateSubOffice(db, key, { deleted_at: null }, { id: by.session.id, at: now.toISOString() })
  await followLinks(deps, db, { office_id: office.id, sub_office_id: space.id }, by)
  const change = { action: 'restore sub-office', office_id: office.id, sub_office_id: space.id }
  await recordChange(deps, db, by, change)
}
