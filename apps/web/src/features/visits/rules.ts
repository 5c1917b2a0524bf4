import { MINUTES_BEFORE_START } from '@keyhour/contract/access'
import { phaseOf, UNDO_CHECK_OUT_SECONDS } from '@keyhour/contract/order-phase'
import type { OrderDetails } from '@keyhour/contract/orders'
import { HALF_HOUR_MS, type Half, isFree } from '#web/format/half-hours.ts'

const ACCESS_MS = MINUTES_BEFORE_START * 60_000

/** From this moment doors open and the customer can check in. */
export const accessFrom = ({ start }: OrderDetails): string =>
  new Date(Date.parse(start) - ACCESS_MS).toISOString()

const HOUR_MS = 3_600_000

/** Guests may ask for the customer from an hour before the start until the end. */
export const isExpected = (order: OrderDetails, nowMs: number): boolean =>
  ['active', 'coming'].includes(phaseOf(order, nowMs)) &&
  order.pay_until === null &&
  Date.parse(order.start) - HOUR_MS <= nowMs

/** How long a check-out can still be undone; 0 if it cannot. */
export function undoLeftMs(order: OrderDetails, nowMs: number): number {
  const { cancelled_at, checked_out_at, booking_type, end } = order
  if (cancelled_at !== null || checked_out_at === null) return 0
  const hasTimeLeft = booking_type === 'on_demand' || end === null || Date.parse(end) > nowMs
  return hasTimeLeft ? Math.max(0, Date.parse(checked_out_at) + UNDO_CHECK_OUT_SECONDS * 1000 - nowMs) : 0
}

const isFreeAt = (halves: Half[], ms: number): boolean =>
  halves.some((half) => {
    const from = Date.parse(half.slot.starts_at)
    return isFree(half) && from <= ms && ms < from + HALF_HOUR_MS
  })

/** A visit needs at least half an hour before the next booking or the closing time. */
export const canStartNow = (halves: Half[], nowMs: number): boolean =>
  isFreeAt(halves, nowMs) && isFreeAt(halves, nowMs + HALF_HOUR_MS - 1)

/** When the order is released if nobody has checked in by then; null: never. */
export function releasedAt({ start, checked_in_at, cancelled_at, terms }: OrderDetails): string | null {
  const rule = terms?.no_show
  if (!rule || checked_in_at !== null || cancelled_at !== null) return null
  return new Date(Date.parse(start) + rule.minutes * 60_000).toISOString()
}
