import type { SubOffice } from '@keyhour/contract/offices'
import { fitUnits } from '#server/features/admin-offices/fit-units.ts'
import { recordChange, refuseDeletedOffice } from '#server/features/admin-offices/office-changes.ts'
import {
  findSubOfficeRow,
  insertSubOffice,
  lockOffice,
  type SpaceKey,
} from '#server/features/admin-offices/office-queries.ts'
import { rentInParts } from '#server/features/admin-offices/rent-in-parts.ts'
import { copyOfSubOffice, unitsNeeded } from '#server/features/admin-offices/rules.ts'
import type { Actor } from '#server/features/audit/queries.ts'
import { findAdminSubOffice } from '#server/features/offices/office-queries.ts'
import { copyPictures } from '#server/features/pictures/copy-pictures.ts'
import { orMissing } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

export async function duplicateSubOffice(deps: Deps, key: SpaceKey, by: Actor): Promise<SubOffice> {
  const now = deps.now()
  const at = now.toISOString()
  const original = orMissing(await findSubOfficeRow(deps.db, key), 'This space does not exist.')
  const wanted = [{ folder: 'sub_office_images' as const, names: original.pictures }]
  return copyPictures(deps.files, wanted, ([pictures]) =>
    deps.db.transaction(async (db) => {
      const office = (await lockOffice(db, key.officeId))!
      refuseDeletedOffice(office)
      await rentInParts(db, office, now)
      const made = { ...copyOfSubOffice(original), office_id: office.id, pictures: pictures! }
      const stamps = { created_at: at, updated_at: at, updated_by: by.session.id }
      const { id } = await insertSubOffice(db, { ...made, ...stamps })
      await fitUnits(db, { office_id: office.id, sub_office_id: id }, unitsNeeded(original), now)
      const change = {
        action: 'duplicate sub-office',
        office_id: office.id,
        sub_office_id: id,
        details: { copy_of: original.id },
      }
      await recordChange(deps, db, by, change)
      return (await findAdminSubOffice(db, { officeId: office.id, subOfficeId: id }))!
    }),
  )
}
