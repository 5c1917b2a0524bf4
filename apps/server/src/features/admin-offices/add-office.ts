import { type AdminOffice, MASKED_PASSWORD, type OfficeForm } from '@keyhour/contract/admin-offices'
import { fitUnits } from '#server/features/admin-offices/fit-units.ts'
import { recordChange, refuseForeignPictures } from '#server/features/admin-offices/office-changes.ts'
import { insertOffice } from '#server/features/admin-offices/office-queries.ts'
import { refuseUnknownZone } from '#server/features/admin-offices/refuse-unknown-zone.ts'
import type { Actor } from '#server/features/audit/queries.ts'
import { listAdminOffices } from '#server/features/offices/office-queries.ts'
import { keepPictures } from '#server/features/pictures/keep-pictures.ts'
import type { Deps } from '#server/http/routes.ts'

/** A mask copied from another office is not a password. */
const isPassword = (sent: string | null | undefined): sent is string =>
  Boolean(sent) && sent !== MASKED_PASSWORD

/** Without sub-offices it is rented whole, so it starts with one unit. */
export async function addOffice(deps: Deps, form: OfficeForm, by: Actor): Promise<AdminOffice> {
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
        wifi_password_sealed: isPassword(wifi_password) ? deps.secrets.seal(wifi_password) : null,
        createdAt: at,
        updated_at: at,
        updated_by: by.session.id,
      })
      await fitUnits(db, { office_id: id, sub_office_id: null }, 1, now)
      await recordChange(deps, db, by, { action: 'add office', office_id: id })
      return (await listAdminOffices(db, [id]))[0]!
    }),
  )
}
