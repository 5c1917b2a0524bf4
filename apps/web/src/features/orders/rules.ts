import { type OrderPhase, phaseOf } from '@keyhour/contract/order-phase'
import { type ShownPayment, shownPayment } from '@keyhour/contract/order-row'
import type { OrderDetails } from '@keyhour/contract/orders'

type PaymentLabel = 'credits' | 'pending' | 'partlyCredit' | 'fullCreditCard' | 'paid'

const LABELS: Record<ShownPayment, PaymentLabel> = {
  Credits: 'credits',
  Pending: 'pending',
  'Partly Credit': 'partlyCredit',
  'Full Credit Card': 'fullCreditCard',
  Paid: 'paid',
}

export const paymentLabel = (status: string): PaymentLabel => LABELS[shownPayment(status)]

export type Waiting<O extends Pick<OrderDetails, 'pay_until'>> = O & { pay_until: string }

/** Its space is kept for some minutes until the customer has paid by card. */
export const isWaiting = <O extends Pick<OrderDetails, 'pay_until' | 'cancelled_at'>>(
  order: O,
): order is Waiting<O> => order.pay_until !== null && order.cancelled_at === null

/** Running and coming orders by start; past ones latest first. */
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
