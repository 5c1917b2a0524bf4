import type { AdminOffice } from '@keyhour/contract/admin-offices'
import { emptySpace } from '#server/features/admin-offices/empty-space.ts'
import { recordChange } from '#server/features/admin-offices/office-changes.ts'
import { lockOffice, updateOffice } from '#server/features/admin-offices/office-queries.ts'
import type { Actor } from '#server/features/audit/queries.ts'
import { followLinksIn } from '#server/features/calendars/follow-links.ts'
import { listAdminOffices } from '#server/features/offices/office-queries.ts'
import { orMissing } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

/** Deleting again keeps the first date. */
export function deleteOffice(deps: Deps, id: number, isWilling: boolean, by: Actor): Promise<AdminOffice> {
  return deps.db.transaction(async (db) => {
    const office = orMissing(await lockOffice(db, id), 'This office does not exist.')
    if (office.deleted_at === null) {
      const place = { office_id: id, sub_office_id: null }
      await emptySpace(deps, db, place, { isWilling, adminId: by.session.id })
      const at = deps.now().toISOString()
      await updateOffice(db, id, { deleted_at: at }, { id: by.session.id, at })
      await followLinksIn(deps, db, id, by)
      await recordChange(deps, db, by, { action: 'delete office', office_id: id })
    }
    return (await listAdminOffices(db, [id]))[0]!
  })
}
