import type { AdminOffice } from '@keyhour/contract/admin-offices'
import { fitUnits } from '#server/features/admin-offices/fit-units.ts'
import { recordChange } from '#server/features/admin-offices/office-changes.ts'
import {
  findOfficeRow,
  insertOffice,
  insertSubOffice,
  listSubOfficeRows,
} from '#server/features/admin-offices/office-queries.ts'
import { copyOfOffice, copyOfSubOffice, unitsNeeded } from '#server/features/admin-offices/rules.ts'
import type { Actor } from '#server/features/audit/queries.ts'
import { listAdminOffices } from '#server/features/offices/office-queries.ts'
import { copyPictures } from '#server/features/pictures/copy-pictures.ts'
import { orMissing } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

/** Copies its sub-offices too, except deleted ones. The copy is hidden until an admin shows it. */
export async function duplicateOffice(deps: Deps, id: number, by: Actor): Promise<AdminOffice> {
  const now = deps.now()
  const at = now.toISOString()
  const original = orMissing(await findOfficeRow(deps.db, id), 'This office does not exist.')
  const spaces = await listSubOfficeRows(deps.db, id)
  const wanted = [
    { folder: 'office_images' as const, names: original.pictures },
    ...spaces.map(({ pictures }) => ({ folder: 'sub_office_images' as const, names: pictures })),
  ]
  return copyPictures(deps.files, wanted, ([own, ...theirs]) =>
    deps.db.transaction(async (db) => {
      const by_whom = { updated_at: at, updated_by: by.session.id }
      const copy = { ...copyOfOffice(original), pictures: own!, createdAt: at, ...by_whom }
      const office = await insertOffice(db, copy)
      for (const [index, space] of spaces.entries()) {
        const made = { ...copyOfSubOffice(space), name: space.name, office_id: office.id }
        const pictures = theirs[index]!
        const { id } = await insertSubOffice(db, { ...made, pictures, created_at: at, ...by_whom })
        await fitUnits(db, { office_id: office.id, sub_office_id: id }, unitsNeeded(space), now)
      }
      if (spaces.length === 0) await fitUnits(db, { office_id: office.id, sub_office_id: null }, 1, now)
      const change = { action: 'duplicate office', office_id: office.id, details: { copy_of: id } }
      await recordChange(deps, db, by, change)
      return (await listAdminOffices(db, [office.id]))[0]!
    }),
  )
}
