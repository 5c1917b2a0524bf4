import { type NoShowTerms, noShowTermsFor } from '@keyhour/contract/no-shows'
import { hasBegun } from '@keyhour/contract/order-phase'
import type { PaymentStatus } from '@keyhour/contract/orders'
import { percentOf, withTax } from '@keyhour/contract/price'
import type { CancelPolicy } from '#server/features/availability/rules.ts'
import { HOUR, MINUTE } from '#server/time/opening-hours.ts'

export const NO_ORDER = 'This order does not exist.'

export const NOT_PAID_YET = 'This booking is not paid yet.'
export const LEFT_CHANGED = 'The amount left to pay has changed in the meantime. Please check it again.'

type Cancellable = CancelPolicy &
  NoShowColumns & {
    date: string
    start: string
    end?: string | null
    checked_in_at: string | null
    pay_until?: string | null
  }

type Terms = Pick<CancelPolicy, 'free_cancel_hours' | 'free_cancel_minutes_after_booking'>

/** Until then cancelling costs nothing: some hours before the start, or some minutes after booking if that is later. */
export function freeUntil(order: Terms & { start: string; date: string }): string {
  const early = Date.parse(order.start) - order.free_cancel_hours * HOUR
  const fresh = Date.parse(order.date) + order.free_cancel_minutes_after_booking * MINUTE
  return new Date(Math.max(early, Math.min(fresh, Date.parse(order.start)))).toISOString()
}

/**
 * The percentage of the price that a cancellation does not charge now, by the terms of the order. One that waits for its
 * payment can always be given up.
 */
export function refundPercent(order: Cancellable, now: Date): number {
  if (order.pay_until) return 100
  const [booked, begins, moment] = [Date.parse(order.date), Date.parse(order.start), now.getTime()]
  if (hasBegun(order, moment)) return refundAfterStart(order, moment)
  const isEarly = moment <= begins - order.free_cancel_hours * HOUR
  const isFresh = moment <= booked + order.free_cancel_minutes_after_booking * MINUTE
  return isEarly || isFresh ? 100 : order.late_cancel_refund_percent
}

/** Orders in jobs and mails of earlier versions have none. */
export type NoShowColumns = {
  no_show_minutes?: number | null | undefined
  no_show_refund_percent?: number | null | undefined
}

/** Null: it is kept, even if nobody comes. */
export const noShowTerms = ({
  no_show_minutes: minutes = null,
  no_show_refund_percent: refund_percent = null,
  ...stay
}: NoShowColumns & { start: string; end: string | null }): NoShowTerms | null =>
  noShowTermsFor(minutes === null || refund_percent === null ? null : { minutes, refund_percent }, stay)

/** Who cancels before the booking would be released gets no less back than somebody who says nothing. */
function refundAfterStart(order: Cancellable, moment: number): number {
  const rule = noShowTerms({ ...order, end: order.end ?? null })
  if (rule === null || order.checked_in_at !== null) return 0
  return moment < Date.parse(order.start) + rule.minutes * MINUTE ? rule.refund_percent : 0
}

type Payments = {
  paid_with_credits: number
  paid_by_card: number
  paid_otherwise: number
  refunded: number
}

export const paidOf = ({ paid_with_credits, paid_by_card, paid_otherwise, refunded }: Payments): number =>
  paid_with_credits + paid_by_card + paid_otherwise - refunded

type Billed = {
  total_price: number | null
  tax_percent: number
  cancelled_at: string | null
  kept: number
}

/** What an order costs the customer, with tax: of a cancelled one, what its terms keep. */
export const dueOf = ({ total_price, tax_percent, cancelled_at, kept }: Billed): number =>
  cancelled_at === null ? withTax(total_price ?? 0, tax_percent) : kept

/** What is left to pay. `owed` on the server is the same in SQL. */
export const owedOf = (order: Billed & Payments): number => Math.max(0, dueOf(order) - paidOf(order))

/** What a cancellation keeps of the price and tax, how much of what was paid it refunds, and what stays owed. */
export function cancellationOf(
  { total_price, tax_percent, ...payments }: Payments & Pick<Billed, 'total_price' | 'tax_percent'>,
  percent: number,
): { kept: number; refund: number; owed: number } {
  const due = withTax(total_price ?? 0, tax_percent)
  const kept = due - percentOf(due, percent)
  const paid = paidOf(payments)
  return { kept, refund: Math.max(0, paid - kept), owed: Math.max(0, kept - paid) }
}

type PriceChange = {
  /** With what earlier changes kept. */
  total_price: number
  /** The price of the current time, and of the new time. */
  before: number
  after: number
  percent: number
}

export type NewPrice = { total_price: number; kept: number }

/**
 * The price of an order with another time. Giving time back is like cancelling it: what a cancellation would not refund
 * now stays in the price as `kept`.
 */
export function changePrice({ total_price, before, after, percent }: PriceChange): NewPrice {
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

/** Refunds that are not credits went to the card first. */
export function heldOf(order: Payments, credits: number): Held {
  const rest = paidOf(order) - credits
  const otherwise = Math.min(order.paid_otherwise, rest)
  return { credits, card: rest - otherwise, otherwise }
}

/** Once an admin has marked an order as paid, it is paid, whatever was paid before. */
export function statusOf(left: number, { credits, card, otherwise }: Held): PaymentStatus {
  if (left <= 0 && otherwise > 0) return 'paid'
  if (credits > 0) return left > 0 || card > 0 ? 'part credit' : 'credits'
  if (left > 0) return 'pending'
  return card > 0 ? 'full credit card' : 'paid'
}
