import {
  countAttempt,
  deleteAttempts,
  hasAttemptSince,
  uncountAttempt,
} from '#server/features/attempts/queries.ts'
import { networkOf } from '#server/http/network-of.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

/** `who` is an account, an address, or a combination. */
export type Limit = { what: string; who: string; most: number; minutes: number }

const MINUTE_MS = 60_000

/** The table stores only a hash, so it names nobody. */
const keyOf = ({ secrets }: Deps, { what, who }: Pick<Limit, 'what' | 'who'>): string =>
  `${what} ${Buffer.from(secrets.signingKey(`attempts of ${who.toLowerCase()}`)).toString('base64url')}`

/** Counts this attempt across all servers, and refuses it when it is one too many. */
export async function limitAttempts(deps: Deps, limits: Limit[]): Promise<void> {
  const now = deps.now().getTime()
  let waitMs = 0
  for (const limit of limits) {
    const windowMs = limit.minutes * MINUTE_MS
    const counted = await countAttempt(deps.db, keyOf(deps, limit), deps.now(), new Date(now - windowMs))
    if (counted.count > limit.most)
      waitMs = Math.max(waitMs, Date.parse(counted.window_started_at) + windowMs - now)
  }
  if (waitMs > 0) {
    const sentence = 'Too many attempts. Please wait a few minutes and try again.'
    throw new Refusal('too_many', sentence, {}, { 'retry-after': Math.ceil(waitMs / 1000) })
  }
}

/** Counts this attempt too, but only tells whether it is one too many. */
export async function isWithinLimit(deps: Deps, limit: Limit): Promise<boolean> {
  const since = new Date(deps.now().getTime() - limit.minutes * MINUTE_MS)
  const { count } = await countAttempt(deps.db, keyOf(deps, limit), deps.now(), since)
  return count <= limit.most
}

/** For requests that anyone can make and that send a mail. */
export const limitMails = (deps: Deps, what: string, { email, ip }: { email: string; ip: string }) =>
  limitAttempts(deps, [
    { what: `${what}, network`, who: networkOf(ip), most: 20, minutes: 60 },
    { what: `${what}, address`, who: email, most: 5, minutes: 60 },
  ])

/** Successful attempts do not count. */
export async function forgiveAttempts(deps: Deps, limits: Limit[]): Promise<void> {
  for (const limit of limits) await uncountAttempt(deps.db, keyOf(deps, limit))
}

export async function forgetAttempts(deps: Deps, limits: Limit[]): Promise<void> {
  await deleteAttempts(
    deps.db,
    limits.map((limit) => keyOf(deps, limit)),
  )
}

/** Stored as an attempt, so that its name is hashed and it expires. */
export async function remember(deps: Deps, what: string, who: string): Promise<void> {
  await countAttempt(deps.db, keyOf(deps, { what, who }), deps.now(), deps.now())
}

export function isRemembered(deps: Deps, what: string, who: string, days: number): Promise<boolean> {
  const since = new Date(deps.now().getTime() - days * 24 * 60 * MINUTE_MS)
  return hasAttemptSince(deps.db, keyOf(deps, { what, who }), since)
}
