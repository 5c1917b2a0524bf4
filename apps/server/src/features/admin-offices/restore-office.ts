import type { AdminOffice } from '@keyhour/contract/admin-offices'
import { type Admin, recordChange } from '#server/features/admin-offices/change-place.ts'
import { lockOffice, updateOffice } from '#server/features/admin-offices/place-queries.ts'
import { followOrdersIn } from '#server/features/grants/follow-order.ts'
import { listAdminOffices } from '#server/features/offices/queries.ts'
import { orMissing } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

/** With its sub-offices, but for those that were deleted by themselves. What is not deleted stays as it is. */
export function restoreOffice(deps: Deps, id: number, by: Admin): Promise<AdminOffice> {
  return deps.db.transaction(async (db) => {
    const office = orMissing(await lockOffice(db, id), 'This office does not exist.')
    if (office.deleted_at !== null) {
      await updateOffice(db, id, { deleted_at: null }, { id: by.session.id, at: deps.now().toISOString() })
      await followOrdersIn(deps, db, id)
      const entry = { action: 'restore office', subject: 'office', subject_id: id } as const
      await recordChange(deps, db, id, { entry, by })
    }
    return (await listAdminOffices(db, [id]))[0]!
  })
}
