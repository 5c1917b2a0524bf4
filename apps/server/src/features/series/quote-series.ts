import { noShowTermsFor, noShowTermsOf } from '@keyhour/contract/no-shows'
import type { SeriesDate, SeriesQuote, SeriesRequest } from '@keyhour/contract/series'
import { refuseUnbookable } from '#server/features/availability/plan-stay.ts'
import type { Space } from '#server/features/availability/space-queries.ts'
import { findPurse } from '#server/features/series/find-purse.ts'
import { findSwaps } from '#server/features/series/find-swaps.ts'
import {
  claimOf,
  findSpaces,
  listDates,
  type PlannedDate,
  planDate,
  spaceIn,
} from '#server/features/series/plan-dates.ts'
import { listTakenDuring } from '#server/features/series/queries.ts'
import { assignUnits, timesOn, whyTaken } from '#server/features/series/rules.ts'
import type { Deps } from '#server/http/routes.ts'

/** A handful of statements, however many dates there are. */
export async function quoteSeries(deps: Deps, request: SeriesRequest, userId: number): Promise<SeriesQuote> {
  const { db } = deps
  const now = deps.now()
  const spaces = await findSpaces(db, request.office_id)
  const space = spaceIn(spaces, request.sub_office_id)
  refuseUnbookable(space)
  const dates = listDates(space, request, now)
  const planned = dates.map((date) => planDate(space, timesOn(request, date), now))

  const claims = planned.flatMap(({ stay }) => (stay ? [claimOf(space, stay)] : []))
  const spans = claims.map(({ span }) => span)
  const taken = await listTakenDuring(db, { ...space, spans, userId, now })
  const units = assignUnits(claims, taken)
  const own = claims.flatMap(({ span }, at) => {
    const unit_id = units[at]
    return unit_id === undefined ? [] : [{ unit_id, cause: 'order' as const, ...span }]
  })
  const reasons = planned.map((one) => {
    if (!one.stay) return one.reason
    const claim = claims.shift()!
    return units.shift() === undefined ? whyTaken(claim, taken) : null
  })

  const inConflict = planned.filter((_, at) => reasons[at] !== null)
  const swaps = await findSwaps(db, { spaces, space, planned: inConflict, own, userId, now })
  // A night may end in another month, whose limit then counts.
  const possible = [...dates, ...swaps.flat().map(({ date }) => date)]
  return {
    time_zone: space.time_zone,
    currency: space.currency,
    dates: planned.map((one, at) => {
      const reason = reasons[at] ?? null
      return describeDate(one, reason === null ? null : { reason, alternatives: swaps.shift()! })
    }),
    no_show: noShowRuleOf(space, planned),
    purse: await findPurse(deps, { space, userId, business_id: request.business_id, dates: possible }),
  }
}

/** All dates have the same times, so what holds for one holds for all. */
function noShowRuleOf(space: Space, planned: PlannedDate[]): SeriesQuote['no_show'] {
  const stay = planned.find((one) => one.stay)?.stay
  if (!stay) return null
  const times = { start: new Date(stay.from).toISOString(), end: new Date(stay.to).toISOString() }
  return noShowTermsFor(noShowTermsOf(space), times)
}

const describeDate = (planned: PlannedDate, conflict: SeriesDate['conflict']): SeriesDate => ({
  ...planned.times,
  due: planned.stay ? planned.due : null,
  conflict,
})
