import type { Availability, ClosedReason } from '@keyhour/contract/availability'
import type { RentType } from '@keyhour/contract/offices'
import type { Currency } from '@keyhour/contract/primitives'
import { billedLength, halfHoursOf } from '#server/time/half-hours.ts'
import { HALF_HOUR, type Span } from '#server/time/opening-hours.ts'

/** In minor units. A rate of 0 is not on offer. */
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

/** A sub-office may be free of charge; an office rented whole needs a price, unless it is coming soon. */
export const isOnOffer = (space: Offered): boolean =>
  space.sub_office_id !== null || space.coming_soon || basePriceOf(space) > 0

type Agreed = { rent_type: RentType; base_price: number; currency: Currency }

/** A customer keeps the rate they booked at. An order in another currency than its office has no other rate. */
export function asAgreed<R extends Rates & { currency: Currency }>(
  rates: R,
  { rent_type, base_price, currency }: Agreed,
): R {
  const agreed = rent_type === 'day' ? { price_per_day: base_price } : { price_per_hour: base_price }
  const known = currency === rates.currency ? rates : { ...rates, price_per_week: 0, price_per_month: null }
  return { ...known, rent_type, ...agreed }
}

export type CancelPolicy = {
  free_cancel_hours: number
  free_cancel_minutes_after_booking: number
  late_cancel_refund_percent: number
}

export type TakenUnit = Span & { unit_id: number; cause: string }

export const overlaps = (a: Span, b: Span): boolean => a.from < b.to && b.from < a.to

export function countFree(units: number, taken: TakenUnit[], span: Span): number {
  return units - new Set(taken.filter((one) => overlaps(one, span)).map(({ unit_id }) => unit_id)).size
}

/** `taken` is in the order of units. */
export type Situation = { units: number; taken: TakenUnit[]; now: number }

export type Offer = { free: number; reason: ClosedReason | null }

export function offerOf(span: Span, { units, taken, now }: Situation): Offer {
  if (span.to <= now) return { free: 0, reason: 'past' }
  let [busy, closed, lastBusy, lastClosed] = [0, 0, 0, 0]
  for (const one of taken) {
    if (!overlaps(one, span)) continue
    if (one.unit_id !== lastBusy) busy += 1
    lastBusy = one.unit_id
    if (one.cause !== 'closure') continue
    if (one.unit_id !== lastClosed) closed += 1
    lastClosed = one.unit_id
  }
  if (busy < units) return { free: units - busy, reason: null }
  return { free: 0, reason: closed >= units ? 'closure' : 'booked' }
}

/** The first free hour of a day, or half hour where there is no more; of a space rented by the day, the whole day. */
export function firstFreeSpan({ rent_type, reason, slots }: Availability, opening: Span): Span | undefined {
  if (reason !== null) return undefined
  if (rent_type === 'day') return opening
  const isFree = (at: number) => (slots[at]?.free ?? 0) > 0
  const hour = slots.findIndex((_, at) => isFree(at) && isFree(at + 1))
  const first = hour >= 0 ? hour : slots.findIndex((_, at) => isFree(at))
  if (first < 0) return undefined
  const from = Date.parse(slots[first]!.starts_at)
  return { from, to: from + (hour >= 0 ? 2 : 1) * HALF_HOUR }
}

/** Other times within the same opening at which a stay of this length fits, nearest first. */
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
  const count = Math.round(billedLength(wanted, timeZone) / HALF_HOUR)
  const halves = halfHoursOf(opening, timeZone)
  return halves
    .slice(0, Math.max(0, halves.length - count + 1))
    .map(({ from }, first) => ({ from, to: halves[first + count - 1]!.to }))
    .filter(({ from }) => from !== wanted.from && from >= notBefore)
    .filter((span) => countFree(units, taken, span) > 0)
    .sort((a, b) => Math.abs(a.from - wanted.from) - Math.abs(b.from - wanted.from))
}
