import type { Availability, ClosedReason, MonthAvailability } from '@keyhour/contract/availability'
import { findOwnOrder } from '#server/features/orders/lock-own-order.ts'
import {
  asAgreed,
  halfHoursOf,
  isOnOffer,
  type Offer,
  offerOf,
  type Situation,
} from '#server/features/orders/rules.ts'
import {
  countUnits,
  findClosure,
  findSpace,
  listTaken,
  type Place,
  type Space,
} from '#server/features/orders/space-queries.ts'
import type { Session } from '#server/http/guards.ts'
import { orMissing } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'
import { daysOfMonth, officeClock } from '#server/time/office-time.ts'
import { openingOn, type Span } from '#server/time/opening-hours.ts'

/** Who looks, and which of their orders would be moved. */
type Looking = { caller: Session | null; orderId: number | undefined }

/** One day of a space, half an hour at a time. What the viewer holds, and the order they move, is free for them. */
export async function getAvailability(
  deps: Deps,
  place: Place,
  date: string,
  looking: Looking,
): Promise<Availability> {
  const space = await findSpaceFor(deps, place, looking)
  const opening = openingOn(space, date)
  const situation = await lookAt(deps, space, opening, looking)
  const closure = await findClosure(deps.db, space, opening)
  return describeDay(space, date, situation, closure?.reason)
}

/** One day of a space as it is while something takes some of it. */
export function describeDay(
  space: Space,
  date: string,
  situation: Situation,
  closure: string | undefined,
): Availability {
  const { office_id, sub_office_id, time_zone, rent_type } = space
  const opening = openingOn(space, date)
  const slots = halfHoursOf(opening, time_zone).map((span) => ({
    start: officeClock(span.from, time_zone).time,
    end: officeClock(span.to, time_zone).time,
    starts_at: new Date(span.from).toISOString(),
    ...offerOf(span, situation),
  }))
  // Days are taken whole.
  const offered = rent_type === 'day' ? [offerOf(opening, situation)] : slots
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

/** A month of a space, one whole day at a time. */
export async function getMonthAvailability(
  deps: Deps,
  place: Place,
  month: string,
  looking: Looking,
): Promise<MonthAvailability> {
  const space = await findSpaceFor(deps, place, looking)
  const openings = daysOfMonth(month).map((date) => ({ date, ...openingOn(space, date) }))
  const all = { from: openings[0]!.from, to: openings.at(-1)!.to }
  const situation = await lookAt(deps, space, all, looking)
  const closed = closedAsAWhole(space)
  const days = openings.map(({ date, ...opening }) => ({
    date,
    ...(closed ? { free: 0, reason: closed } : offerOf(opening, situation)),
  }))
  return { ...place, month, units: situation.units, days }
}

/** Whoever would move an order sees the space as they have booked it. */
async function findSpaceFor({ db }: Deps, place: Place, { caller, orderId }: Looking): Promise<Space> {
  const space = orMissing(await findSpace(db, place), 'This space cannot be booked.')
  return orderId === undefined ? space : asAgreed(space, await findOwnOrder(db, orderId, caller))
}

async function lookAt(
  { db, now }: Deps,
  space: Space,
  span: Span,
  { caller, orderId }: Looking,
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

/** Why nothing of a day is left; where there are several reasons, the one that somebody could still undo. */
function whyNone(offers: Offer[]): ClosedReason | null {
  if (offers.some(({ free }) => free > 0)) return null
  const reasons = offers.map(({ reason }) => reason)
  return (['booked', 'closure', 'past'] as const).find((reason) => reasons.includes(reason)) ?? 'hours'
}
