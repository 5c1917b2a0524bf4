import type { AffectedOrder } from '@keyhour/contract/account-deletion'

export function countAffected(orders: AffectedOrder[]): { coming_orders: number; running_orders: number } {
  const running_orders = orders.filter(({ is_running }) => is_running).length
  return { coming_orders: orders.length - running_orders, running_orders }
}

export type Stretch = { offset: number; limit: number }

export const stretchOf = (page: number, page_size: number): Stretch => ({
  offset: (page - 1) * page_size,
  limit: page_size,
})

/** The same part of the reversed list. */
export function seenFromEnd({ offset, limit }: Stretch, total: number): Stretch {
  const end = Math.min(offset + limit, total)
  return { offset: total - end, limit: Math.max(0, end - offset) }
}
