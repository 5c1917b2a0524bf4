import { daysAfter, type Hours, momentAt, officeDayAt } from '@keyhour/contract/office-clock'
import type { ComingOrder } from '@keyhour/contract/visits'
import { findHours } from '#server/features/availability/space-queries.ts'
import { listComingRows } from '#server/features/visits/queries.ts'
import { refuseNonStaff } from '#server/features/visits/refuse-non-staff.ts'
import type { Session } from '#server/http/guards.ts'
import type { Deps } from '#server/http/routes.ts'
import { openingOn } from '#server/time/opening-hours.ts'

type Scope = { officeId: number; subOfficeId: number | undefined }

export async function listComingOrders(
  { db, now }: Deps,
  place: Scope,
  watcher: Session,
): Promise<ComingOrder[]> {
  await refuseNonStaff(db, place.officeId, watcher)
  const until = endOfToday((await findHours(db, place.officeId))!, now())
  const rows = await listComingRows(db, { ...place, now: now(), until })
  return rows.map(({ user_id, user_name, office, sub_office, ...order }) => ({
    ...order,
    User: { id: user_id, name: user_name },
    Office: sub_office === null ? { type: 'Office', ...office } : { type: 'SubOffice', ...sub_office },
  }))
}

/** Midnight on the office clock, or the closing time if that is later. */
function endOfToday(hours: Hours, now: Date): Date {
  const today = officeDayAt(hours, now.getTime())
  const midnight = momentAt(daysAfter(today, 1), '00:00', hours.time_zone)
  return new Date(Math.max(midnight, openingOn(hours, today).to))
}
