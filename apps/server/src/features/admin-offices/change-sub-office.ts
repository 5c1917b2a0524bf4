import type { SubOfficeUpdate } from '@keyhour/contract/admin-offices'
import type { SubOffice } from '@keyhour/contract/offices'
import type { Db } from '#server/db/connection.ts'
import { fitUnits } from '#server/features/admin-offices/fit-units.ts'
import {
  recordChange,
  refuseForeignPictures,
  refuseStranding,
  strandedBy,
} from '#server/features/admin-offices/office-changes.ts'
import {
  lockOffice,
  lockSubOffice,
  type SpaceKey,
  type SubOfficeRow,
  updateSubOffice,
} from '#server/features/admin-offices/office-queries.ts'
import { countAffectedOrders } from '#server/features/admin-offices/order-queries.ts'
import { restoreSubOffice } from '#server/features/admin-offices/restore-sub-office.ts'
import { unitsNeeded } from '#server/features/admin-offices/rules.ts'
import type { Actor } from '#server/features/audit/queries.ts'
import { differencesOf, namesOf } from '#server/features/audit/rules.ts'
import { findHours } from '#server/features/availability/space-queries.ts'
import { settled } from '#server/features/bookings/claim-unit.ts'
import { followLinks } from '#server/features/calendars/follow-links.ts'
import { LINK_FIELDS } from '#server/features/calendars/link-queries.ts'
import { findAdminSubOffice } from '#server/features/offices/office-queries.ts'
import { dropPictures } from '#server/features/pictures/drop-pictures.ts'
import { keepPictures } from '#server/features/pictures/keep-pictures.ts'
import { refuseStale } from '#server/features/users/refuse-stale.ts'
import { orMissing } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

/** Sending equal values is no change. */
export async function changeSubOffice(
  deps: Deps,
  key: SpaceKey,
  update: SubOfficeUpdate,
  by: Actor,
): Promise<SubOffice> {
  const { version, deleted_at, pictures, ...fields } = update
  return keepPictures(deps.files, 'sub_office_images', pictures ?? [], (names) =>
    // Changing the time of an order locks the order before its space, so the two may deadlock; one is then retried.
    settled(() =>
      deps.db.transaction(async (db) => {
        // Restoring a space changes how its office is rented, and an office is locked before its spaces.
        const office = deleted_at === null ? await lockOffice(db, key.officeId) : undefined
        const space = orMissing(await lockSubOffice(db, key), 'This space does not exist.')
        await refuseStale(db, space, version)
        if (office) await restoreSubOffice(deps, db, { office, space }, by)
        if (pictures) refuseForeignPictures(space.pictures, names, pictures)
        const wanted = { ...fields, ...(pictures && { pictures: names }) } as Partial<SubOfficeRow>
        await saveChanges(deps, db, space, { changed: differencesOf(space, wanted), by })
        return (await findAdminSubOffice(db, key))!
      }),
    ),
  )
}

type Saving = { changed: Partial<SubOfficeRow>; by: Actor }

async function saveChanges(deps: Deps, db: Db, space: SubOfficeRow, { changed, by }: Saving): Promise<void> {
  if (Object.keys(changed).length === 0) return
  const after = { ...space, ...changed }
  const key = { officeId: space.office_id, subOfficeId: space.id }
  await changeUnits(db, space, after, deps.now())
  await updateSubOffice(db, key, changed, { id: by.session.id, at: deps.now().toISOString() })
  const pictures = { before: space.pictures, after: after.pictures, now: deps.now() }
  await dropPictures(db, 'sub_office_images', pictures)
  const chosen = LINK_FIELDS.filter((field) => field in changed)
  if (chosen.length > 0)
    await followLinks(deps, db, { office_id: space.office_id, sub_office_id: space.id }, by, chosen)
  const change = {
    action: 'change sub-office',
    office_id: space.office_id,
    sub_office_id: space.id,
    details: namesOf(changed),
  }
  await recordChange(deps, db, by, change)
}

/**
 * An order for a room is never turned into a seat in an open space, or the other way round; seats are interchangeable.
 */
async function changeUnits(db: Db, before: SubOfficeRow, after: SubOfficeRow, now: Date): Promise<void> {
  const place = { office_id: before.office_id, sub_office_id: before.id }
  const { time_zone } = (await findHours(db, before.office_id))!
  if ((before.type === 'open_space') !== (after.type === 'open_space'))
    refuseStranding(
      strandedBy(await countAffectedOrders(db, place, now), now),
      time_zone,
      (count, day) =>
        `A room cannot become an open space, or the other way round, while there are upcoming orders: ${count}, the last on ${day}.`,
    )
  if (unitsNeeded(before) === unitsNeeded(after)) return
  refuseStranding(
    await fitUnits(db, place, unitsNeeded(after), now),
    time_zone,
    (count, day) =>
      `There would be no seats for some orders: ${count}, the last on ${day}. Move or cancel them first.`,
  )
}
