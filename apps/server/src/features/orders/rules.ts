import type { ClosedReason } from '@keyhour/contract/availability'
import type { RentType } from '@keyhour/contract/offices'
import type { PaymentStatus } from '@keyhour/contract/orders'
import { percentOf } from '@keyhour/contract/primitives'
import { officeClock } from '#server/time/office-time.ts'
import { HALF_HOUR, HOUR, MINUTE, type Span } from '#server/time/opening-hours.ts'

/** In minor units. A rate of 0 is not offered. */
export type Rates = {
  rent_type: RentType
  price_per_hour: number
  price_per_day: number
  price_per_week: number
  price_per_month: number | null
}

type BaseRates = Pick<Rates, 'rent_type' | 'price_per_hour' | 'price_per_day'>

export const basePriceOf = ({ rent_type, price_per_hour, price_per_day }: BaseRates): number =>
  rent_type === 'day' ? price_per_day : price_per_hour

type Offered = BaseRates & { sub_office_id: number | null; coming_soon: boolean }

/** A sub-office always is, and may cost nothing; an office that is rented whole once it has a price or is announced. */
export const isOnOffer = (space: Offered): boolean =>
  space.sub_office_id !== null || space.coming_soon || basePriceOf(space) > 0

/** Whoever has booked keeps the price of an hour or a day that was asked then. */
export const asAgreed = <R extends Rates>(
  rates: R,
  { rent_type, base_price }: { rent_type: RentType; base_price: number },
): R => ({
  ...rates,
  rent_type,
  ...(rent_type === 'day' ? { price_per_day: base_price } : { price_per_hour: base_price }),
})

export const priceOfTime = ({ price_per_hour }: Rates, lengthMs: number): number =>
  Math.round((price_per_hour * lengthMs) / HOUR)

/** Of a visit without an end: each half hour that was begun, and at least one. */
export const priceOfVisit = (pricePerHour: number, lengthMs: number): number =>
  Math.round((pricePerHour * Math.max(1, Math.ceil(lengthMs / HALF_HOUR))) / 2)

export const withTax = (price: number, taxPercent: number): number => price + percentOf(price, taxPercent)

export type CancelPolicy = {
  free_cancel_hours: number
  free_cancel_minutes_after_booking: number
  late_cancel_refund_percent: number
}

/** How much of what was paid goes back to somebody who cancels at this moment. */
export function refundPercent(
  policy: CancelPolicy,
  { date, start }: { date: string; start: string },
  now: Date,
): number {
  const [booked, begins, moment] = [Date.parse(date), Date.parse(start), now.getTime()]
  if (moment >= begins) return 0
  const isEarly = moment <= begins - policy.free_cancel_hours * HOUR
  const isFresh = moment <= booked + policy.free_cancel_minutes_after_booking * MINUTE
  return isEarly || isFresh ? 100 : policy.late_cancel_refund_percent
}

type Payments = {
  paid_with_credits: number
  paid_by_card: number
  paid_otherwise: number
  refunded: number
}

export const paidOf = ({ paid_with_credits, paid_by_card, paid_otherwise, refunded }: Payments): number =>
  paid_with_credits + paid_by_card + paid_otherwise - refunded

type PriceChange = {
  /** What the order costs so far, with what was kept of earlier changes. */
  total_price: number
  /** The price of the time that it has, and of the time that it shall have. */
  before: number
  after: number
  percent: number
}

/**
 * What an order costs with another time. Time that is given back is like time that is cancelled, paid or not: what
 * cancelling at this moment would not give back stays in the price, and is `kept`.
 */
export function changePrice({ total_price, before, after, percent }: PriceChange): {
  total_price: number
  kept: number
} {
  // What was booked may have become dearer since; nobody gets back more than it cost.
  const less = Math.min(total_price, before) - after
  if (less <= 0) return { total_price: total_price - less, kept: 0 }
  const refund = percentOf(less, percent)
  return { total_price: total_price - refund, kept: less - refund }
}

/** What is wanted on top of what was paid, or what goes back of it. */
export function differenceOf(order: Payments, due: number): { more: number; back: number } {
  const paid = paidOf(order)
  return { more: Math.max(0, due - paid), back: Math.max(0, paid - due) }
}

/** What an order holds: paid, and not given back. */
type Held = { credits: number; card: number; otherwise: number }

/** Of what was not paid in credits, that which came last has gone back first. */
export function heldOf(order: Payments, credits: number): Held {
  const rest = paidOf(order) - credits
  const card = Math.min(order.paid_by_card, rest)
  return { credits, card, otherwise: rest - card }
}

/** How somebody has paid of whom so much is still wanted. What an admin has seen paid is paid, whatever was before. */
export function statusOf(left: number, { credits, card, otherwise }: Held): PaymentStatus {
  if (left <= 0 && otherwise > 0) return 'paid'
  if (credits > 0) return left > 0 || card > 0 ? 'part credit' : 'credits'
  if (left > 0) return 'pending'
  return card > 0 ? 'full credit card' : 'paid'
}

type Begin = { start: string; checked_in_at: string | null }
type End = { end: string | null; checked_out_at: string | null }

/** From then on its customer may be in the office. */
export const hasBegun = ({ start, checked_in_at }: Begin, now: Date): boolean =>
  checked_in_at !== null || Date.parse(start) <= now.getTime()

/** Its customer has left, or had to. */
export const isOver = ({ end, checked_out_at }: End, now: Date): boolean =>
  checked_out_at !== null || (end !== null && Date.parse(end) <= now.getTime())

/** One unit is taken from one moment to another. */
export type TakenUnit = Span & { unit_id: number }

const overlaps = (a: Span, b: Span): boolean => a.from < b.to && b.from < a.to

/** How many of so many units nothing takes at any moment of this time. */
export function countFree(units: number, taken: TakenUnit[], span: Span): number {
  return units - new Set(taken.filter((one) => overlaps(one, span)).map(({ unit_id }) => unit_id)).size
}

/** What there is at a moment, and what takes some of it. */
export type Situation = { units: number; taken: (TakenUnit & { cause: string })[]; now: number }

export type Offer = { free: number; reason: ClosedReason | null }

/** How many could still have this time, or why nobody can. */
export function offerOf(span: Span, { units, taken, now }: Situation): Offer {
  if (span.to <= now) return { free: 0, reason: 'past' }
  const during = taken.filter((one) => overlaps(one, span))
  const free = countFree(units, during, span)
  if (free > 0) return { free, reason: null }
  const closed = during.filter(({ cause }) => cause === 'closure')
  return { free: 0, reason: countFree(units, closed, span) <= 0 ? 'closure' : 'booked' }
}

/** The half-hours of an opening as the clock on the wall shows them: whole ones, from the first that fits. */
export function halfHoursOf({ from, to }: Span, timeZone: string): Span[] {
  const minutes = Number(officeClock(from, timeZone).time.slice(3))
  const first = from + ((60 - minutes) % 30) * MINUTE
  const count = Math.max(0, Math.floor((to - first) / HALF_HOUR))
  return Array.from({ length: count }, (_, at) => {
    const start = first + at * HALF_HOUR
    return { from: start, to: start + HALF_HOUR }
  })
}

/** When else in an opening a stay of the same length would fit, nearest first. */
export function nearestTimes(
  wanted: Span,
  {
    opening,
    timeZone,
    units,
    taken,
    notBefore,
  }: { opening: Span; timeZone: string; units: number; taken: TakenUnit[]; notBefore: number },
): Span[] {
  const length = wanted.to - wanted.from
  return halfHoursOf(opening, timeZone)
    .map(({ from }) => ({ from, to: from + length }))
    .filter(({ from, to }) => from !== wanted.from && from >= notBefore && to <= opening.to)
    .filter((span) => countFree(units, taken, span) > 0)
    .sort((a, b) => Math.abs(a.from - wanted.from) - Math.abs(b.from - wanted.from))
}
