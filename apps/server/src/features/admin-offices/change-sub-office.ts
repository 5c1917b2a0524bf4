import type { SubOfficeUpdate } from '@keyhour/contract/admin-offices'
import type { SubOffice } from '@keyhour/contract/offices'
import type { Db } from '#server/db/connection.ts'
import {
  type Admin,
  dropPictures,
  recordChange,
  refuseForeignPictures,
  refuseStale,
  refuseStranding,
  strandedBy,
} from '#server/features/admin-offices/change-place.ts'
import { fitUnits } from '#server/features/admin-offices/fit-units.ts'
import { findDeletion } from '#server/features/admin-offices/order-queries.ts'
import {
  lockSubOffice,
  type SpaceKey,
  type SubOfficeRow,
  updateSubOffice,
} from '#server/features/admin-offices/place-queries.ts'
import { restoreSubOffice } from '#server/features/admin-offices/restore-sub-office.ts'
import { auditDetails, differencesOf, unitsNeeded } from '#server/features/admin-offices/rules.ts'
import { findAdminSubOffice } from '#server/features/offices/queries.ts'
import { settled } from '#server/features/orders/claim-unit.ts'
import { findHours } from '#server/features/orders/space-queries.ts'
import { keepPictures } from '#server/features/pictures/keep-pictures.ts'
import { orMissing } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

/** What is so already is no change. */
export async function changeSubOffice(
  deps: Deps,
  key: SpaceKey,
  update: SubOfficeUpdate,
  by: Admin,
): Promise<SubOffice> {
  if (update.deleted_at === null) return restoreSubOffice(deps, key, by)
  const { version, deleted_at, pictures, ...fields } = update
  return keepPictures(deps.files, 'sub_office_images', pictures ?? [], (names) =>
    // Who changes the time of an order locks it before its space: one of the two is sent back, and comes again.
    settled(() =>
      deps.db.transaction(async (db) => {
        const space = orMissing(await lockSubOffice(db, key), 'This space does not exist.')
        await refuseStale(db, space, version)
        if (pictures) refuseForeignPictures(space.pictures, names, pictures)
        const wanted = { ...fields, ...(pictures && { pictures: names }) } as Partial<SubOfficeRow>
        await saveChanges(deps, db, space, { changed: differencesOf(space, wanted), by })
        return (await findAdminSubOffice(db, key))!
      }),
    ),
  )
}

type Saving = { changed: Partial<SubOfficeRow>; by: Admin }

async function saveChanges(deps: Deps, db: Db, space: SubOfficeRow, { changed, by }: Saving): Promise<void> {
  if (Object.keys(changed).length === 0) return
  const after = { ...space, ...changed }
  const key = { officeId: space.office_id, subOfficeId: space.id }
  await changeUnits(db, space, after, deps.now())
  await updateSubOffice(db, key, changed, { id: by.session.id, at: deps.now().toISOString() })
  await dropPictures(deps, db, 'sub_office_images', { before: space.pictures, after: after.pictures })
  const entry = {
    action: 'change sub-office',
    subject: 'sub-office',
    subject_id: space.id,
    details: auditDetails(changed),
  } as const
  await recordChange(deps, db, space.office_id, { entry, by })
}

/** Who has booked a room gets no seat in an open space for it, nor the other way round; seats are as good as others. */
async function changeUnits(db: Db, before: SubOfficeRow, after: SubOfficeRow, now: Date): Promise<void> {
  const place = { office_id: before.office_id, sub_office_id: before.id }
  const { time_zone } = (await findHours(db, before.office_id))!
  if ((before.type === 'open_space') !== (after.type === 'open_space'))
    refuseStranding(
      strandedBy(await findDeletion(db, place, now), now),
      time_zone,
      (count, day) =>
        `A room cannot become an open space, or the other way round, while orders are to come: ${count}, the last on ${day}.`,
    )
  if (unitsNeeded(before) === unitsNeeded(after)) return
  refuseStranding(
    await fitUnits(db, place, unitsNeeded(after), now),
    time_zone,
    (count, day) =>
      `There would be no seats for some orders: ${count}, the last on ${day}. Move or cancel them first.`,
  )
}
