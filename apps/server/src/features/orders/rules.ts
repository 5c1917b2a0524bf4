import { hasBegun } from '@keyhour/contract/order-phase'
import type { PaymentStatus } from '@keyhour/contract/orders'
import { percentOf } from '@keyhour/contract/primitives'
import type { CancelPolicy } from '#server/features/availability/rules.ts'
import { HOUR, MINUTE } from '#server/time/opening-hours.ts'

export const NO_ORDER = 'This order does not exist.'

export const withTax = (price: number, taxPercent: number): number => price + percentOf(price, taxPercent)

/** The percentage of what was paid that a cancellation refunds now. */
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
  /** With what earlier changes kept. */
  total_price: number
  /** The price of the current time, and of the new time. */
  before: number
  after: number
  percent: number
}

/**
 * The price of an order with another time. Giving time back is like cancelling it: what a cancellation would not refund
 * now stays in the price as `kept`.
 */
export function changePrice({ total_price, before, after, percent }: PriceChange): {
  total_price: number
  kept: number
} {
  // The rate may have gone up since; nobody gets back more than they paid.
  const less = Math.min(total_price, before) - after
  if (less <= 0) return { total_price: total_price - less, kept: 0 }
  const refund = percentOf(less, percent)
  return { total_price: total_price - refund, kept: less - refund }
}

/** What is still to pay, or what is to be refunded. */
export function differenceOf(order: Payments, due: number): { more: number; back: number } {
  const paid = paidOf(order)
  return { more: Math.max(0, due - paid), back: Math.max(0, paid - due) }
}

/** Paid and not refunded. */
type Held = { credits: number; card: number; otherwise: number }

/** Refunds that are not credits came out of the latest payments first. */
export function heldOf(order: Payments, credits: number): Held {
  const rest = paidOf(order) - credits
  const card = Math.min(order.paid_by_card, rest)
  return { credits, card, otherwise: rest - card }
}

/** Once an admin has marked an order as paid, it is paid, whatever was paid before. */
export function statusOf(left: number, { credits, card, otherwise }: Held): PaymentStatus {
  if (left <= 0 && otherwise > 0) return 'paid'
  if (credits > 0) return left > 0 || card > 0 ? 'part credit' : 'credits'
  if (left > 0) return 'pending'
  return card > 0 ? 'full credit card' : 'paid'
}
