import { daysAfter } from '@keyhour/contract/office-clock'
import { MOST_SUMMED_DAYS, type SpaceDay } from '@keyhour/contract/owners'
import { findHours } from '#server/features/availability/space-queries.ts'
import { listSpaceFacts, sumOpenings } from '#server/features/owners/queries.ts'
import { type Days, refuseManyDays } from '#server/features/owners/refuse-many-days.ts'
import { refuseNonOwner } from '#server/features/owners/refuse-non-owner.ts'
import { spaceUse } from '#server/features/owners/rules.ts'
import type { Session } from '#server/http/guards.ts'
import type { Deps } from '#server/http/routes.ts'
import { openingOrNone } from '#server/time/opening-hours.ts'

/** Of each opening, named by the day on which it begins. */
export async function listSpaceDays(
  { db, now }: Deps,
  officeId: number,
  days: Days,
  owner: Session,
): Promise<SpaceDay[]> {
  await refuseNonOwner(db, officeId, owner)
  const count = refuseManyDays(days, MOST_SUMMED_DAYS)
  const hours = (await findHours(db, officeId))!
  const openings = Array.from({ length: count }, (_, at) => {
    const date = daysAfter(days.from, at)
    return { office_id: officeId, at, date, ...openingOrNone(hours, date) }
  })
  const [spaces, uses] = await Promise.all([listSpaceFacts(db, [officeId]), sumOpenings(db, openings, now())])
  const key = (at: number, space: number | null) => `${at} ${space}`
  const known = new Map(uses.map((use) => [key(use.at, use.sub_office_id), use]))
  return openings.flatMap((opening) =>
    spaces.map(({ sub_office_id, units }) => ({
      date: opening.date,
      sub_office_id,
      ...spaceUse(units, opening, known.get(key(opening.at, sub_office_id))),
    })),
  )
}
