import { MINUTES_BEFORE_START } from '@keyhour/contract/access'
import { daysAfter, momentAt, wallClock } from '@keyhour/contract/office-clock'
import type { SpaceNow } from '@keyhour/contract/panels'
import { together } from '#server/db/together.ts'
import { listUnits } from '#server/features/availability/occupancy-queries.ts'
import { refuseUnbookable, unlessRefused } from '#server/features/availability/plan-stay.ts'
import type { FoundSpace } from '#server/features/availability/space-queries.ts'
import { listSpaceTimes } from '#server/features/panels/queries.ts'
import { choicesOf, countFreeNow, nextOpening, takenTimes } from '#server/features/panels/rules.ts'
import type { Deps } from '#server/http/routes.ts'
import { MINUTE, openingAt } from '#server/time/opening-hours.ts'

const BEFORE_START_MS = MINUTES_BEFORE_START * MINUTE
const instant = (moment: number): string => new Date(moment).toISOString()

/** Whether a space is free, until when, and what follows. Says nothing about anybody. */
export async function describeSpace({ db, now: clock }: Deps, space: FoundSpace): Promise<SpaceNow> {
  const now = clock().getTime()
  const { office_id, sub_office_id, time_zone } = space
  const to = momentAt(daysAfter(wallClock(now, time_zone).date, 2), '00:00', time_zone)
  const when = { from: instant(now), to: instant(to), now: instant(now) }
  const [units, rows] = await together(
    listUnits(db, space),
    listSpaceTimes(db, { office_id, sub_office_id, ...when }),
  )
  const isOffered = !space.coming_soon && !space.temporarily_closed
  const opening = isOffered ? openingAt(space, now) : undefined
  const opens = isOffered && !opening ? nextOpening(space, now) : undefined
  return {
    now: instant(now),
    office: { id: office_id, name: space.office_name, name_he: space.office_name_he, time_zone },
    space: { id: sub_office_id, name: space.name, name_he: space.name_he },
    open_until: opening ? instant(opening.to) : null,
    opens_at: opens === undefined ? null : instant(opens),
    units: units.length,
    free_units: countFreeNow(rows, units.length, now),
    taken: takenTimes(rows, units.length),
    awaits_check_in: rows.some((row) => row.awaits_check_in && row.from - BEFORE_START_MS <= now),
    currency: space.currency,
    choices: isBookable(space) ? choicesOf(space, { rows, units, now }) : [],
  }
}

const isBookable = (space: FoundSpace): boolean =>
  unlessRefused(() => {
    refuseUnbookable(space)
    return true
  }) ?? false
