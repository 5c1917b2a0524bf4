import type { Office } from '@keyhour/contract/offices'
import { phaseOf } from '@keyhour/contract/order-phase'
import type { OrderDetails } from '@keyhour/contract/orders'
import { useEffect } from 'react'
import { useUser } from '#web/api/session.ts'
import { nowMs } from '#web/clock.ts'
import {
  dropBooking,
  findKeptBooking,
  isUnreachable,
  type KeptBooking,
  keepUnlessLater,
} from '#web/features/visits/kept-booking.ts'

type Asked = { data: unknown; error: Error | null; failureReason: Error | null }

/** What can be shown instead of a query that has no data because the server cannot be reached. */
export function useKeptBooking(query: Asked, orderId?: number): KeptBooking | undefined {
  const userId = useUser()?.id
  if (query.data !== undefined || !isUnreachable(query.error ?? query.failureReason)) return undefined
  const kept = findKeptBooking(userId)
  return orderId === undefined || kept?.order.id === orderId ? kept : undefined
}

/** Keeps an own order that somebody looks at, as long as it can still open doors. */
export function useKeepForOffline(order: OrderDetails, office: Office | undefined): void {
  const userId = useUser()?.id
  useEffect(() => {
    if (order.user_id !== userId) return
    const isAhead = ['active', 'coming'].includes(phaseOf(order, nowMs()))
    if (isAhead && order.pay_until === null) keepUnlessLater(order, office ?? null)
    else dropBooking(order.id, order.user_id)
  }, [order, office, userId])
}
