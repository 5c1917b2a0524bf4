import { isOver, phaseOf } from '@keyhour/contract/order-phase'
import { amountsDue } from '@keyhour/contract/order-row'
import type { OwnerOrder } from '@keyhour/contract/owners'
import type { OrderListRow } from '#server/features/owners/order-queries.ts'
import { customerOf } from '#server/features/owners/rules.ts'

/** As the owner of its office sees it. */
export function describeOrder(order: OrderListRow, now: number): OwnerOrder {
  const { start, end } = order
  const visit = {
    start: Date.parse(start),
    end: end === null ? null : Date.parse(end),
    isOver: order.cancelled_at !== null || isOver(order, now),
  }
  return {
    id: order.id,
    start,
    end,
    sub_office_id: order.sub_office_id,
    sub_office_name: order.sub_office_name,
    sub_office_name_he: order.sub_office_name_he,
    ...customerOf(order, visit, now),
    state: stateOf(order, now),
    no_show: order.no_show,
    currency: order.currency,
    ...amountsDue(order),
    commission_percent: order.commission_percent,
    kept: order.kept,
  }
}

const stateOf = (order: OrderListRow, now: number): OwnerOrder['state'] =>
  order.cancelled_at === null && order.pay_until !== null ? 'waiting' : phaseOf(order, now)
