import { type ShownPayment, shownPayment } from '@keyhour/contract/order-row'
import type { OrderDetails } from '@keyhour/contract/orders'

export type PaymentLabel = 'credits' | 'pending' | 'partlyCredit' | 'fullCreditCard' | 'paid'

const LABELS: Record<ShownPayment, PaymentLabel> = {
  Credits: 'credits',
  Pending: 'pending',
  'Partly Credit': 'partlyCredit',
  'Full Credit Card': 'fullCreditCard',
  Paid: 'paid',
}

export const paymentLabel = (status: string): PaymentLabel => LABELS[shownPayment(status)]

export type OrderPhase = 'cancelled' | 'coming' | 'active' | 'past'

export function phaseOf(
  { cancelled_at, checked_out_at, start, end }: OrderDetails,
  nowMs: number,
): OrderPhase {
  if (cancelled_at !== null) return 'cancelled'
  if (checked_out_at !== null) return 'past'
  if (Date.parse(start) > nowMs) return 'coming'
  return end === null || Date.parse(end) > nowMs ? 'active' : 'past'
}

/** What runs, what comes with the next one first, and what lies behind with the latest first. */
export function splitOrders(orders: readonly OrderDetails[], nowMs: number) {
  const inPhase = (...phases: OrderPhase[]) =>
    orders.filter((order) => phases.includes(phaseOf(order, nowMs)))
  const byStart = (a: OrderDetails, b: OrderDetails) => Date.parse(a.start) - Date.parse(b.start)
  return {
    running: inPhase('active').toSorted(byStart),
    coming: inPhase('coming').toSorted(byStart),
    behind: inPhase('past', 'cancelled').toSorted((a, b) => byStart(b, a)),
  }
}

/** Of price and tax, after what was paid and what went back. */
export function leftToPay(order: OrderDetails): number {
  const paid = order.paid_with_credits + order.paid_by_card + order.paid_otherwise - order.refunded
  return Math.max(0, order.total_price + order.tax - paid)
}

const ACCESS_MS = 600_000

/** From this moment doors open and somebody can check in. */
export const accessFrom = ({ start }: OrderDetails): string =>
  new Date(Date.parse(start) - ACCESS_MS).toISOString()

export type OrderAction = 'checkIn' | 'checkOut' | 'cancel' | 'changeTime'

/** What can be done with an order now, by whom it is for. */
export function actionsOf(order: OrderDetails, nowMs: number): OrderAction[] {
  const phase = phaseOf(order, nowMs)
  if (phase === 'past' || phase === 'cancelled') return []
  const canCheckIn = order.checked_in_at === null && Date.parse(accessFrom(order)) <= nowMs
  const all: [OrderAction, boolean][] = [
    ['checkIn', canCheckIn],
    ['checkOut', phase === 'active'],
    ['changeTime', order.end !== null],
    ['cancel', phase === 'coming'],
  ]
  return all.filter(([, can]) => can).map(([action]) => action)
}
