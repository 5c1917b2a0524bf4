import type { AffectedOrder } from '@keyhour/contract/account-deletion'
import type { Membership, UserUpdate } from '@keyhour/contract/admin-users'

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

/** Sorted like `listMemberships`. */
export function membershipsAfter(
  known: Membership[],
  {
    officeIds = known.map(({ office_id }) => office_id),
    memberships,
  }: Pick<UserUpdate, 'officeIds' | 'memberships'>,
): Membership[] {
  const ids = [...new Set(officeIds)]
  const kept = memberships
    ? oneOfEachOffice(memberships).filter(({ office_id }) => ids.includes(office_id))
    : known.filter(({ office_id, role }) => role !== 'member' || ids.includes(office_id))
  const joined = ids
    .filter((id) => !kept.some(({ office_id }) => office_id === id))
    .map((office_id) => ({ office_id, role: 'member' as const }))
  return [...kept, ...joined].sort((a, b) => a.office_id - b.office_id || a.role.localeCompare(b.role))
}

const oneOfEachOffice = (memberships: Membership[]): Membership[] => [
  ...new Map(memberships.map((one) => [one.office_id, one])).values(),
]

/** Those of `some` that `others` lack. */
export const without = (some: Membership[], others: Membership[]): Membership[] =>
  some.filter((one) => !others.some((other) => one.office_id === other.office_id && one.role === other.role))

export const isStaff = ({ role }: Membership): boolean => role !== 'member'
