import type { Closure } from '@keyhour/contract/closures'
import type { DeskClosing } from '@keyhour/contract/front-desk'
import { findMoment, type Hours, officeDayAt } from '@keyhour/contract/office-clock'
import type { Actor } from '#server/features/audit/queries.ts'
import { findHours } from '#server/features/availability/space-queries.ts'
import { closeSpan } from '#server/features/closures/add-closure.ts'
import { refuseNonManager } from '#server/features/front-desk/refuse-non-manager.ts'
import { endOfOfficeDay, wallDates } from '#server/features/front-desk/rules.ts'
import { badField, orMissing } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

/** For the rest of the day or until a time of it. Managers are told which orders are in the way, and close around them. */
export async function closeFromNow(
  deps: Deps,
  officeId: number,
  { until, ...closure }: DeskClosing,
  by: Actor,
): Promise<Closure> {
  await refuseNonManager(deps.db, officeId, by.session)
  const hours = orMissing(await findHours(deps.db, officeId), 'This office does not exist.')
  const from = deps.now().getTime()
  const last = endOfOfficeDay(hours, officeDayAt(hours, from))
  const to = until === undefined ? last : momentOf(hours, { from, last, until })
  return closeSpan(deps, { officeId, span: { from, to }, closure }, by)
}

function momentOf(
  hours: Hours,
  { from, last, until }: { from: number; last: number; until: string },
): number {
  const moments = wallDates(hours, from).map((date) => findMoment(date, until, hours.time_zone))
  const found = moments.find((moment) => moment !== undefined && from < moment && moment <= last)
  if (found === undefined) throw badField('until', 'This time has already passed')
  return found
}
