import type { ComingOrder } from '@keyhour/contract/orders'
import { listComingRows } from '#server/features/orders/queries.ts'
import { refuseNonStaff } from '#server/features/orders/refuse-non-staff.ts'
import { findHours } from '#server/features/orders/space-queries.ts'
import type { Session } from '#server/http/guards.ts'
import type { Deps } from '#server/http/routes.ts'
import { daysLater, officeInstant } from '#server/time/office-time.ts'
import { type Hours, officeDayAt, openingOn } from '#server/time/opening-hours.ts'

type Place = { officeId: number; subOfficeId: number | undefined }

export async function listComingOrders(
  { db, now }: Deps,
  place: Place,
  watcher: Session,
): Promise<ComingOrder[]> {
  await refuseNonStaff(db, place.officeId, watcher)
  const until = endOfToday((await findHours(db, place.officeId))!, now())
  const rows = await listComingRows(db, { ...place, now: now(), until })
  return rows.map(({ user_id, user_name, office_name, sub_office_name, ...order }) => ({
    ...order,
    User: { id: user_id, name: user_name },
    Office:
      sub_office_name === null
        ? { type: 'Office', name: office_name }
        : { type: 'SubOffice', name: sub_office_name },
  }))
}

/** Midnight on the office's clock, or the closing where the night goes on past it. */
function endOfToday(hours: Hours, now: Date): Date {
  const today = officeDayAt(hours, now.getTime())
  const midnight = Date.parse(officeInstant(daysLater(today, 1), '00:00', hours.time_zone))
  return new Date(Math.max(midnight, openingOn(hours, today).to))
}
