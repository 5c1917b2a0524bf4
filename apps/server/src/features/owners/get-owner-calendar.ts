import { daysAfter, momentAt } from '@keyhour/contract/office-clock'
import { type CalendarBlock, MOST_CALENDAR_DAYS } from '@keyhour/contract/owners'
import { findHours } from '#server/features/availability/space-queries.ts'
import { describeBlocks } from '#server/features/owners/describe-blocks.ts'
import { type Days, refuseManyDays } from '#server/features/owners/refuse-many-days.ts'
import { refuseNonOwner } from '#server/features/owners/refuse-non-owner.ts'
import { listTakenTimes } from '#server/features/schedule/queries.ts'
import type { Session } from '#server/http/guards.ts'
import type { Deps } from '#server/http/routes.ts'

/** From midnight to midnight on the clock of the office. */
export async function getOwnerCalendar(
  { db, now }: Deps,
  officeId: number,
  days: Days,
  owner: Session,
): Promise<CalendarBlock[]> {
  await refuseNonOwner(db, officeId, owner)
  refuseManyDays(days, MOST_CALENDAR_DAYS)
  const { time_zone } = (await findHours(db, officeId))!
  const at = now()
  const rows = await listTakenTimes(db, {
    office_id: officeId,
    from: new Date(momentAt(days.from, '00:00', time_zone)).toISOString(),
    to: new Date(momentAt(daysAfter(days.to, 1), '00:00', time_zone)).toISOString(),
    now: at.toISOString(),
  })
  return describeBlocks(rows, at.getTime(), { isAdmin: owner.admin })
}
