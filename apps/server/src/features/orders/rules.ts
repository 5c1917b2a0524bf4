import { hasBegun } from '@keyhour/contract/order-phase'
import type { PaymentStatus } from '@keyhour/contract/orders'
import { percentOf } from '@keyhour/contract/primitives'
import type { CancelPolicy } from '#server/features/availability/rules.ts'
import { HOUR, MINUTE } from '#server/time/opening-hours.ts'

export const withTax = (price: number, taxPercent: number): number => price + percentOf(price, taxPercent)

/** How much of what was paid goes back to somebody who cancels at this moment. */
export function refundPercent(
  policy: CancelPolicy,
  order: { date: string; start: string; checked_in_at: string | null },
  now: Date,
): number {
  const [booked, begins, moment] = [Date.parse(order.date), Date.parse(order.start), now.getTime()]
  if (hasBegun(order, moment)) return 0
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
