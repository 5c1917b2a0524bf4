import type { AdminOffice } from '@keyhour/contract/admin-offices'
import { type Admin, recordChange } from '#server/features/admin-offices/change-place.ts'
import { emptyPlace } from '#server/features/admin-offices/empty-place.ts'
import { lockOffice, updateOffice } from '#server/features/admin-offices/place-queries.ts'
import { listAdminOffices } from '#server/features/offices/queries.ts'
import { orMissing } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

/** Nobody can book it from now on. What is deleted already stays so since then. */
export function deleteOffice(deps: Deps, id: number, isWilling: boolean, by: Admin): Promise<AdminOffice> {
  return deps.db.transaction(async (db) => {
    const office = orMissing(await lockOffice(db, id), 'This office does not exist.')
    if (office.deleted_at === null) {
      const place = { office_id: id, sub_office_id: null }
      await emptyPlace(deps, db, place, { isWilling, adminId: by.session.id })
      const at = deps.now().toISOString()
      await updateOffice(db, id, { deleted_at: at }, { id: by.session.id, at })
      const entry = { action: 'delete office', subject: 'office', subject_id: id } as const
      await recordChange(deps, db, id, { entry, by })
    }
    return (await listAdminOffices(db, [id]))[0]!
  })
}
