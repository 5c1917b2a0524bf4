import { GRACE_DAYS } from '@keyhour/contract/account-deletion'

const HOUR_MS = 3_600_000

export const LINK_HOURS = 24

type Request = {
  requested_at: string
  confirmed_at: string | null
  undone_at: string | null
  purge_after: string | null
  purged_at: string | null
}

/** A confirmed request can be confirmed again, with the same answer. */
export function canBeConfirmed(request: Request, now: Date): boolean {
  if (request.undone_at !== null || request.purged_at !== null) return false
  const isFresh = now.getTime() < Date.parse(request.requested_at) + LINK_HOURS * HOUR_MS
  return request.confirmed_at !== null || isFresh
}

export function canBeUndone(request: Request, now: Date): boolean {
  const { purge_after, undone_at, purged_at } = request
  return (
    purge_after !== null &&
    undone_at === null &&
    purged_at === null &&
    now.getTime() < Date.parse(purge_after)
  )
}

export const purgeAfter = (confirmed: Date): Date => new Date(confirmed.getTime() + GRACE_DAYS * 24 * HOUR_MS)
