import type { Availability, ClosedReason, MonthAvailability } from '@keyhour/contract/availability'
import { daysOfMonth, wallClock, wallClockAtEnd } from '@keyhour/contract/office-clock'
import type { SpaceRef } from '@keyhour/contract/offices'
import type { Db } from '#server/db/connection.ts'
import { countUnits, findClosureReason, listTaken } from '#server/features/availability/occupancy-queries.ts'
import { latestDay } from '#server/features/availability/plan-stay.ts'
import {
  asAgreed,
  isOnOffer,
  type Offer,
  offerOf,
  type Situation,
} from '#server/features/availability/rules.ts'
import { findAgreedRate, findSpace, type Space } from '#server/features/availability/space-queries.ts'
import { mayKnowOffice } from '#server/features/offices/office-queries.ts'
import type { Session } from '#server/http/guards.ts'
import { orMissing, Refusal } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'
import { halfHoursOf } from '#server/time/half-hours.ts'
import { openingOn, type Span } from '#server/time/opening-hours.ts'

/** Who asks, and which order they want to move. */
type Viewing = { caller: Session | null; orderId: number | undefined }

/** One day of a space in half-hours. The viewer's own hold, and the order they want to move, count as free. */
export async function getAvailability(
  deps: Deps,
  place: SpaceRef,
  date: string,
  viewing: Viewing,
): Promise<Availability> {
  const space = await findSpaceFor(deps, place, viewing)
  const opening = openingOn(space, date)
  const situation = await findSituation(deps, space, opening, viewing)
  const closure = await findClosureReason(deps.db, space, opening)
  return describeDay(space, date, situation, closure)
}

const TOO_FAR: Offer = { free: 0, reason: 'too_far' }

export function describeDay(
  space: Space,
  date: string,
  situation: Situation,
  closure: string | undefined,
): Availability {
  const { office_id, sub_office_id, time_zone, rent_type } = space
  const opening = openingOn(space, date)
  const offerOn = date > latestDay(space, situation.now) ? () => TOO_FAR : offerOf
  const slots = halfHoursOf(opening, time_zone).map((span) => ({
    start: wallClock(span.from, time_zone).time,
    end: wallClockAtEnd(span.to, time_zone).time,
    starts_at: new Date(span.from).toISOString(),
    ...offerOn(span, situation),
  }))
  // Spaces by the day are rented for whole days.
  const offered = rent_type === 'day' ? [offerOn(opening, situation)] : slots
  return {
    office_id,
    sub_office_id,
    date,
    time_zone,
    rent_type,
    units: situation.units,
    reason: closedAsAWhole(space) ?? whyNone(offered),
    closure: closure ?? null,
    slots,
  }
}

export async function getMonthAvailability(
  deps: Deps,
  place: SpaceRef,
  month: string,
  viewing: Viewing,
): Promise<MonthAvailability> {
  const space = await findSpaceFor(deps, place, viewing)
  const openings = daysOfMonth(month).map((date) => ({ date, ...openingOn(space, date) }))
  const all = { from: openings[0]!.from, to: openings.at(-1)!.to }
  const situation = await findSituation(deps, space, all, viewing)
  const closed = closedAsAWhole(space)
  const latest = latestDay(space, situation.now)
  const offerOn = (date: string, opening: Span): Offer => {
    if (closed) return { free: 0, reason: closed }
    return date > latest ? TOO_FAR : offerOf(opening, situation)
  }
  const days = openings.map(({ date, ...opening }) => ({ date, ...offerOn(date, opening) }))
  return { ...place, month, units: situation.units, days }
}

/** A customer who moves an order keeps the rate they booked at. */
async function findSpaceFor({ db }: Deps, place: SpaceRef, { caller, orderId }: Viewing): Promise<Space> {
  const space = orMissing(await findSpace(db, place), 'This space cannot be booked.')
  await refuseUnknown(db, space, caller)
  if (orderId === undefined) return space
  return asAgreed(space, orMissing(await findAgreedRate(db, orderId, caller), 'This order does not exist.'))
}

/** Only people who may know a hidden office learn that it exists. */
export async function refuseUnknown(db: Db, space: Space, caller: Session | null): Promise<void> {
  if (space.hidden && !(await mayKnowOffice(db, space.office_id, caller)))
    throw new Refusal('missing', 'This space cannot be booked.')
}

async function findSituation(
  { db, now }: Deps,
  space: Space,
  span: Span,
  { caller, orderId }: Viewing,
): Promise<Situation> {
  const viewer = { now: now(), userId: caller?.id, orderId }
  return {
    units: await countUnits(db, space),
    taken: await listTaken(db, space, span, viewer),
    now: now().getTime(),
  }
}

function closedAsAWhole(space: Space): ClosedReason | null {
  if (space.hidden) return 'hidden'
  if (space.coming_soon) return 'coming_soon'
  if (space.temporarily_closed) return 'temporarily_closed'
  return isOnOffer(space) ? null : 'no_price'
}

/** Why nothing is left of a day. Of several reasons, the one that may still change: a booking can be cancelled. */
function whyNone(offers: Offer[]): ClosedReason | null {
  if (offers.some(({ free }) => free > 0)) return null
  const reasons = offers.map(({ reason }) => reason)
  return (
    (['booked', 'closure', 'past', 'too_far'] as const).find((reason) => reasons.includes(reason)) ?? 'hours'
  )
}
