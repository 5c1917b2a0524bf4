import type { AdminOffice, OfficeForm } from '@keyhour/contract/admin-offices'
import {
  type Admin,
  recordChange,
  refuseForeignPictures,
} from '#server/features/admin-offices/change-place.ts'
import { fitUnits } from '#server/features/admin-offices/fit-units.ts'
import { insertOffice } from '#server/features/admin-offices/place-queries.ts'
import { refuseUnknownZone } from '#server/features/admin-offices/refuse-unknown-zone.ts'
import { listAdminOffices } from '#server/features/offices/queries.ts'
import { keepPictures } from '#server/features/pictures/keep-pictures.ts'
import type { Deps } from '#server/http/routes.ts'

/** As long as it has no sub-offices it is rented whole, so it begins with one unit. */
export async function addOffice(deps: Deps, form: OfficeForm, by: Admin): Promise<AdminOffice> {
  const { pictures = [], wifi_password, ...fields } = form
  const now = deps.now()
  const at = now.toISOString()
  if (fields.time_zone !== undefined) await refuseUnknownZone(deps.db, fields.time_zone)
  return keepPictures(deps.files, 'office_images', pictures, (names) =>
    deps.db.transaction(async (db) => {
      refuseForeignPictures([], names, pictures)
      const { id } = await insertOffice(db, {
        ...fields,
        pictures: names,
        wifi_password_sealed: wifi_password ? deps.secrets.seal(wifi_password) : null,
        createdAt: at,
        updated_at: at,
        updated_by: by.session.id,
      })
      await fitUnits(db, { office_id: id, sub_office_id: null }, 1, now)
      const entry = { action: 'add office', subject: 'office', subject_id: id } as const
      await recordChange(deps, db, id, { entry, by })
      return (await listAdminOffices(db, [id]))[0]!
    }),
  )
}
