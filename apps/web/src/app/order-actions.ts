import { phaseOf } from '@keyhour/contract/order-phase'
import type { OrderDetails } from '@keyhour/contract/orders'
import { accessFrom, releasedAt } from '#web/features/visits/rules.ts'

export type OrderAction = 'checkIn' | 'checkOut' | 'cancel' | 'changeTime'

export function actionsOf(order: OrderDetails, nowMs: number): OrderAction[] {
  const phase = phaseOf(order, nowMs)
  if (phase === 'past' || phase === 'cancelled') return []
  const canCheckIn = order.checked_in_at === null && Date.parse(accessFrom(order)) <= nowMs
  // Until then, cancelling a running booking costs no more than not coming.
  const released = releasedAt(order)
  const all: [OrderAction, boolean][] = [
    ['checkIn', canCheckIn],
    ['checkOut', phase === 'active'],
    ['changeTime', order.end !== null],
    ['cancel', phase === 'coming' || (released !== null && nowMs < Date.parse(released))],
  ]
  return all.filter(([, can]) => can).map(([action]) => action)
}
