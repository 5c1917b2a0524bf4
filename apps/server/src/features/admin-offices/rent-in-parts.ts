import type { Db } from '#server/db/connection.ts'
import { fitUnits } from '#server/features/admin-offices/fit-units.ts'
import { refuseStranding } from '#server/features/admin-offices/office-changes.ts'
import { countSubOffices, type OfficeRow } from '#server/features/admin-offices/office-queries.ts'

/**
 * Run before the first sub-office is added: the office can no longer be booked as a whole. The caller holds the lock.
 */
export async function rentInParts(db: Db, office: OfficeRow, now: Date): Promise<void> {
  refuseStranding(
    await fitUnits(db, { office_id: office.id, sub_office_id: null }, 0, now),
    office.time_zone,
    (count, day) =>
      `The whole office is booked: ${count}, the last on ${day}. Move or cancel these orders first.`,
  )
}

/** Run after the last sub-office is deleted. The caller holds the lock. */
export async function rentWhole(db: Db, officeId: number, now: Date): Promise<void> {
  if ((await countSubOffices(db, officeId)) === 0)
    await fitUnits(db, { office_id: officeId, sub_office_id: null }, 1, now)
}
