import type { Availability, ClosedReason, MonthAvailability } from '@keyhour/contract/availability'
import { daysOfMonth, type Holiday, type Hours, holidayOn, openingOn } from '@keyhour/contract/office-clock'
import type { SpaceRef } from '@keyhour/contract/offices'
import type { Db } from '#server/db/connection.ts'
import { type Closure, readOccupancy } from '#server/features/availability/day-queries.ts'
import { latestDay } from '#server/features/availability/plan-stay.ts'
import { askOffice } from '#server/features/availability/remember-office.ts'
import {
  asAgreed,
  basePriceOf,
  isOnOffer,
  type Offer,
  offerOf,
  overlaps,
  type Situation,
} from '#server/features/availability/rules.ts'
import { findAgreedRate, type Space } from '#server/features/availability/space-queries.ts'
import { mayKnowOffice } from '#server/features/offices/office-queries.ts'
import type { Session } from '#server/http/guards.ts'
import { orMissing, Refusal } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'
import { dayOf } from '#server/time/day-slots.ts'
import { dayOrOpening, MINUTE, type Span } from '#server/time/opening-hours.ts'

/** Who asks, and which order they want to move. */
type Viewing = { caller: Session | null; orderId: number | undefined }

/** One day of a space in half-hours. The viewer's own hold, and the order they want to move, count as free. */
export async function getAvailability(
  deps: Deps,
  place: SpaceRef,
  date: string,
  viewing: Viewing,
): Promise<Availability> {
  const { space, situation, closures } = await lookAt(deps, place, viewing, (hours) =>
    dayOrOpening(hours, date),
  )
  return describeDay(space, date, situation, closureOf(space, closures, dayOrOpening(space, date)))
}

const TOO_FAR: Offer = { free: 0, reason: 'too_far' }

export function describeDay(
  space: Space,
  date: string,
  situation: Situation,
  closure: string | undefined,
): Availability {
  const { office_id, sub_office_id, time_zone, rent_type, currency, tax_percent } = space
  const { opening, slots: halfHours } = dayOf(space, date)
  const offerOn = date > latestDay(space, situation.now) ? () => TOO_FAR : offerOf
  const slots = halfHours.map((slot) => {
    const { free, reason } = offerOn(slot, situation)
    return { start: slot.start, end: slot.end, starts_at: slot.starts_at, free, reason }
  })
  // Spaces by the day are rented for whole days.
  const offered = rent_type === 'hour' ? slots : opening ? [offerOn(opening, situation)] : []
  return {
    office_id,
    sub_office_id,
    date,
    time_zone,
    rent_type,
    base_price: basePriceOf(space),
    currency,
    tax_percent,
    units: situation.units,
    reason: closedAsAWhole(space) ?? (opening ? whyNone(offered) : whyClosed(space, date)),
    closure: closure ?? null,
    holiday: namesOf(holidayOn(space, date)),
    slots,
  }
}

export async function getMonthAvailability(
  deps: Deps,
  place: SpaceRef,
  month: string,
  viewing: Viewing,
): Promise<MonthAvailability> {
  const dates = daysOfMonth(month)
  const { space, situation } = await lookAt(deps, place, viewing, (hours) => ({
    from: dayOrOpening(hours, dates[0]!).from,
    to: dayOrOpening(hours, dates.at(-1)!).to,
  }))
  const closed = closedAsAWhole(space)
  const latest = latestDay(space, situation.now)
  const offerOn = (date: string): Offer => {
    if (closed) return { free: 0, reason: closed }
    if (date > latest) return TOO_FAR
    const opening = openingOn(space, date)
    return opening ? offerOf(opening, situation) : { free: 0, reason: whyClosed(space, date) }
  }
  const days = dates.map((date) => ({ date, ...offerOn(date) }))
  return { ...place, month, units: situation.units, days }
}

type Seen = { space: Space; situation: Situation; closures: Closure[] }

/** A space, and what is taken of it during a span. */
async function lookAt(
  { db, now }: Deps,
  place: SpaceRef,
  { caller, orderId }: Viewing,
  spanOf: (hours: Hours) => Span,
): Promise<Seen> {
  const viewer = { now: now(), userId: caller?.id, orderId }
  const isAsked = ({ sub_office_id }: SpaceRef) => sub_office_id === place.sub_office_id
  const found = await askOffice(db, place.office_id, ({ spaces }) => {
    const space = spaces.find(isAsked)
    if (!space) return undefined
    const open = spanOf(space)
    const span = { from: open.from, to: open.to + space.cleaning_buffer_minutes * MINUTE }
    return readOccupancy(db, { office_id: place.office_id, units: space.units, span, open, viewer })
  })
  const { office, occupancy } = orMissing(found, 'This space cannot be booked.')
  const space = office.spaces.find(isAsked)!
  await refuseUnknown(db, space, caller)
  // A new stay needs cleaning before the next one begins.
  const cleaning_ms = space.cleaning_buffer_minutes * MINUTE
  const taken = occupancy.taken.map((one) => ({ ...one, from: one.from - cleaning_ms }))
  return {
    space: orderId === undefined ? space : await asBooked(db, space, orderId, caller),
    situation: { units: space.units.length, taken, now: viewer.now.getTime() },
    closures: occupancy.closures,
  }
}

/** A customer who moves an order keeps the rate they booked at. */
async function asBooked(db: Db, space: Space, orderId: number, caller: Session | null): Promise<Space> {
  return asAgreed(space, orMissing(await findAgreedRate(db, orderId, caller), 'This order does not exist.'))
}

/** The reason of a closure of the space, or of its whole office. */
export const closureOf = (space: Space, closures: Closure[], opening: Span): string | undefined =>
  closures.find(
    (one) =>
      (one.sub_office_id === null || one.sub_office_id === space.sub_office_id) && overlaps(one, opening),
  )?.reason

/** Only people who may know a hidden office learn that it exists. */
export async function refuseUnknown(db: Db, space: Space, caller: Session | null): Promise<void> {
  if (space.hidden && !(await mayKnowOffice(db, space.office_id, caller)))
    throw new Refusal('missing', 'This space cannot be booked.')
}

function closedAsAWhole(space: Space): ClosedReason | null {
  if (space.hidden) return 'hidden'
  if (space.coming_soon) return 'coming_soon'
  if (space.temporarily_closed) return 'temporarily_closed'
  return isOnOffer(space) ? null : 'no_price'
}

const whyClosed = (hours: Hours, date: string): ClosedReason => (holidayOn(hours, date) ? 'holiday' : 'hours')

const namesOf = (holiday: Holiday | undefined) =>
  holiday ? { name: holiday.name, name_he: holiday.name_he } : null

/** Why nothing is left of a day. Of several reasons, the one that may still change: a booking can be cancelled. */
function whyNone(offers: Offer[]): ClosedReason | null {
  if (offers.some(({ free }) => free > 0)) return null
  const reasons = offers.map(({ reason }) => reason)
  return (
    (['booked', 'closure', 'past', 'too_far'] as const).find((reason) => reasons.includes(reason)) ?? 'hours'
  )
}
