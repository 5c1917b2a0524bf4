import type { DayOrder, OfficeDay } from '@keyhour/contract/front-desk'
import { noShowTermsOf } from '@keyhour/contract/no-shows'
import { daysAfter, momentAt, officeDayAt } from '@keyhour/contract/office-clock'
import { MOST_DAYS } from '@keyhour/contract/price'
import { together } from '#server/db/together.ts'
import { findHours } from '#server/features/availability/space-queries.ts'
import {
  type DayOrderRow,
  type DeskClosureRow,
  type DeskDoorRow,
  findNoShowPolicy,
  listDeskClosures,
  listDeskDoors,
  listNoShowsFrom,
  listOrdersFrom,
  listOrdersStillThere,
} from '#server/features/front-desk/queries.ts'
import { endOfOfficeDay } from '#server/features/front-desk/rules.ts'
import { describeFailure } from '#server/features/grants/describe-failure.ts'
import { isOfficeManager } from '#server/features/offices/office-queries.ts'
import { placeIn } from '#server/features/orders/details-queries.ts'
import { shortName } from '#server/features/users/rules.ts'
import { refuseNonStaff } from '#server/features/visits/refuse-non-staff.ts'
import type { Session } from '#server/http/guards.ts'
import type { Deps } from '#server/http/routes.ts'
import { DAY } from '#server/time/opening-hours.ts'

type Scope = { officeId: number; subOfficeId: number | undefined }

/** Owners learn who comes as far as it is needed at the door; the desk is for managers and admins. */
export async function getOfficeDay(deps: Deps, scope: Scope, reader: Session): Promise<OfficeDay> {
  const { db } = deps
  await refuseNonStaff(db, scope.officeId, reader)
  const isManager = reader.admin || (await isOfficeManager(db, scope.officeId, reader.id))
  const hours = (await findHours(db, scope.officeId))!
  const now = deps.now()
  const day = officeDayAt(hours, now.getTime())
  const from = momentAt(day, '00:00', hours.time_zone)
  const until = endOfOfficeDay(hours, day)
  const place = { office_id: scope.officeId, sub_office_id: scope.subOfficeId ?? null }
  const dayOf = { ...place, from: instant(from), to: instant(until) }
  const [earlier, today, noShows, [policy], tomorrow, doors, closures] = await together(
    listOrdersStillThere(db, {
      ...place,
      from: instant(from),
      to: now.toISOString(),
      since: instant(from - (MOST_DAYS + 1) * DAY),
    }),
    listOrdersFrom(db, dayOf),
    listNoShowsFrom(db, dayOf),
    findNoShowPolicy(db, { office_id: scope.officeId }),
    listOrdersFrom(db, {
      ...place,
      from: instant(until),
      to: instant(Math.max(until, endOfOfficeDay(hours, daysAfter(day, 1)))),
    }),
    isManager ? listDeskDoors(db, { office_id: scope.officeId }) : Promise.resolve([]),
    isManager
      ? listDeskClosures(db, { office_id: scope.officeId, from: now.toISOString(), to: instant(until) })
      : Promise.resolve([]),
  )
  const forReader = (row: DayOrderRow) => describeOrder(row, isManager)
  return {
    until: instant(until),
    today: [...earlier, ...today].map(forReader),
    no_shows: noShows.map(forReader),
    no_show_rule: noShowTermsOf(policy!),
    tomorrow: tomorrow.map(forReader),
    desk: isManager
      ? {
          doors: doors.map(describeDoor),
          closures: closures.map((closure) => describeClosure(closure, reader)),
        }
      : null,
  }
}

const instant = (moment: number): string => new Date(moment).toISOString()

function describeOrder(row: DayOrderRow, knowsPeople: boolean): DayOrder {
  const { user_id, user_name, email, phone, office, sub_office, ...order } = row
  return {
    ...order,
    User: knowsPeople
      ? { id: user_id, name: user_name, email, phone }
      : { id: null, name: shortName(user_name), email: null, phone: null },
    Office: placeIn({ office, sub_office }),
  }
}

const describeDoor = ({ id, name, shared, reason, since }: DeskDoorRow) => ({
  id,
  name,
  shared,
  trouble: reason === null || since === null ? null : { reason, since, failure: describeFailure(reason)! },
})

const describeClosure = ({ by_admin, by_manager, ...closure }: DeskClosureRow, { admin }: Session) => ({
  ...closure,
  may_open: admin || (by_manager && !by_admin),
})
