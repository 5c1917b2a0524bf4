import type { Settlement } from '@keyhour/contract/order-management'
import { isOver } from '@keyhour/contract/order-phase'
import type { OrderDetails } from '@keyhour/contract/orders'

export type Act = 'pay' | 'move' | 'cancel' | 'note'

export function actsOn(order: OrderDetails, { left }: Settlement, nowMs: number): Act[] {
  const isThere = order.cancelled_at === null && order.end !== null
  const all: [Act, boolean][] = [
    ['pay', order.end !== null && left > 0],
    ['move', isThere && order.pay_until === null && !isOver(order, nowMs)],
    ['cancel', isThere],
    ['note', true],
  ]
  return all.filter(([, can]) => can).map(([act]) => act)
}

export const REFUNDS = ['full', 'rule', 'none', 'amount'] as const
export type RefundChoice = (typeof REFUNDS)[number]

/** `59`, `59.5` and `59,50` in minor units; undefined if it is not an amount. */
export function readAmount(text: string): number | undefined {
  const trimmed = text.trim().replace(',', '.')
  return /^\d{1,9}(\.\d{1,2})?$/.test(trimmed) ? Math.round(Number(trimmed) * 100) : undefined
}

export function refundOf(
  choice: RefundChoice,
  { paid, by_rule }: Settlement,
  amount: string,
): number | undefined {
  const refund = { full: paid, rule: by_rule.refund, none: 0, amount: readAmount(amount) }[choice]
  return refund !== undefined && refund <= paid ? refund : undefined
}
