import type { Settlement } from '@keyhour/contract/order-actions'
import type { OrderDetails } from '@keyhour/contract/orders'

export type Act = 'pay' | 'move' | 'cancel' | 'note'

/** What an admin can do with an order now. */
export function actsOn(order: OrderDetails, { left }: Settlement, nowMs: number): Act[] {
  const { cancelled_at, checked_out_at, end } = order
  const isThere = cancelled_at === null && end !== null
  const isOver = checked_out_at !== null || (end !== null && Date.parse(end) <= nowMs)
  const all: [Act, boolean][] = [
    ['pay', isThere && left > 0],
    ['move', isThere && !isOver],
    ['cancel', isThere],
    ['note', true],
  ]
  return all.filter(([, can]) => can).map(([act]) => act)
}

export const REFUNDS = ['full', 'rule', 'none', 'amount'] as const
export type RefundChoice = (typeof REFUNDS)[number]

/** `59`, `59.5` and `59,50` in minor units; undefined for what is no amount. */
export function readAmount(text: string): number | undefined {
  const trimmed = text.trim().replace(',', '.')
  return /^\d{1,9}(\.\d{1,2})?$/.test(trimmed) ? Math.round(Number(trimmed) * 100) : undefined
}

/** What goes back with this choice; undefined while the amount is none that could. */
export function refundOf(
  choice: RefundChoice,
  { paid, by_rule }: Settlement,
  amount: string,
): number | undefined {
  const refund = { full: paid, rule: by_rule.refund, none: 0, amount: readAmount(amount) }[choice]
  return refund !== undefined && refund <= paid ? refund : undefined
}
