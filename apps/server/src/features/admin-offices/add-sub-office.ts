import type { SubOfficeForm } from '@keyhour/contract/admin-offices'
import type { SubOffice } from '@keyhour/contract/offices'
import { fitUnits } from '#server/features/admin-offices/fit-units.ts'
import {
  recordChange,
  refuseDeletedOffice,
  refuseForeignPictures,
} from '#server/features/admin-offices/office-changes.ts'
import { insertSubOffice, lockOffice } from '#server/features/admin-offices/office-queries.ts'
import { rentInParts } from '#server/features/admin-offices/rent-in-parts.ts'
import { unitsNeeded } from '#server/features/admin-offices/rules.ts'
import type { Actor } from '#server/features/audit/queries.ts'
import { followLinks } from '#server/features/calendars/follow-links.ts'
import { LINK_FIELDS } from '#server/features/calendars/link-queries.ts'
import { findAdminSubOffice } from '#server/features/offices/office-queries.ts'
import { keepPictures } from '#server/features/pictures/keep-pictures.ts'
import { orMissing } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

type NewSubOffice = { officeId: number; form: SubOfficeForm & { office_id?: number | undefined } }

export async function addSubOffice(
  deps: Deps,
  { officeId, form }: NewSubOffice,
  by: Actor,
): Promise<SubOffice> {
  const { pictures = [], office_id, ...fields } = form
  const now = deps.now()
  const at = now.toISOString()
  return keepPictures(deps.files, 'sub_office_images', pictures, (names) =>
    deps.db.transaction(async (db) => {
      const office = orMissing(await lockOffice(db, officeId), 'This office does not exist.')
      refuseDeletedOffice(office)
      refuseForeignPictures([], names, pictures)
      await rentInParts(db, office, now)
      const made = { ...fields, office_id: officeId, pictures: names }
      const stamps = { created_at: at, updated_at: at, updated_by: by.session.id }
      const space = await insertSubOffice(db, { ...made, ...stamps })
      await fitUnits(db, { office_id: officeId, sub_office_id: space.id }, unitsNeeded(space), now)
      await followLinks(deps, db, { office_id: officeId, sub_office_id: space.id }, by, [...LINK_FIELDS])
      const change = { action: 'add sub-office', office_id: officeId, sub_office_id: space.id }
      await recordChange(deps, db, by, change)
      return (await findAdminSubOffice(db, { officeId, subOfficeId: space.id }))!
    }),
  )
}
