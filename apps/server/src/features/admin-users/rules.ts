import type { UserUpdate } from '@keyhour/contract/admin-users'

type Known = { name: string; email: string; admin: boolean; officeIds: number[] }
type Field = keyof Known

const sorted = (ids: number[]): string => [...new Set(ids)].sort((a, b) => a - b).join()

/** What of an update is not so already. */
export function differencesOf(known: Known, update: UserUpdate): Partial<Known> {
  const { name = known.name, email = known.email, admin = known.admin } = update
  const { officeIds = known.officeIds } = update
  return {
    ...(name !== known.name && { name }),
    ...(email !== known.email && { email }),
    ...(admin !== known.admin && { admin }),
    ...(sorted(officeIds) !== sorted(known.officeIds) && { officeIds }),
  }
}

/** For the audit log, which knows fields and states but no words of people. */
export const auditDetails = (changed: Partial<Known>): Record<string, string | boolean> => ({
  changed: (Object.keys(changed) as Field[]).join(', '),
  ...(changed.admin !== undefined && { admin: changed.admin }),
})

/** Part of a list that is in order. */
export type Stretch = { offset: number; limit: number }

export const stretchOf = (page: number, page_size: number): Stretch => ({
  offset: (page - 1) * page_size,
  limit: page_size,
})

/** The same part of a list of so many, in the opposite order. */
export function seenFromEnd({ offset, limit }: Stretch, total: number): Stretch {
  const end = Math.min(offset + limit, total)
  return { offset: total - end, limit: Math.max(0, end - offset) }
}
