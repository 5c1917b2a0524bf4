import { createHash } from 'node:crypto'
import { SessionClaims } from '@keyhour/contract/auth'
import { decodeJwt } from 'jose'
import { findUserInSession } from '#server/features/auth/queries.ts'
import type { Session } from '#server/http/guards.ts'
import type { Deps } from '#server/http/routes.ts'
import {
  beginOfUnnamed,
  isSignedWith,
  isTokenExpired,
  type SignedIn,
  sessionKey,
} from '#server/secrets/session-token.ts'

/** Null for a token that is forged, expired, logged out, or whose user is deleted. */
export async function authenticate(
  { db, secrets, now }: Pick<Deps, 'db' | 'secrets' | 'now'>,
  token: string,
): Promise<Session | null> {
  const claims = readClaims(token)
  const signedIn = claims && sessionOf(claims, token)
  const user = signedIn && (await findUserInSession(db, claims.id, signedIn.sid))
  if (!user || isTokenExpired(claims.exp, now()) || !isSignedWith(sessionKey(secrets, user), token))
    return null
  // A former admin has to sign in again.
  return claims.admin && !user.admin ? null : { ...user, ...signedIn }
}

/** Unverified: the signature is checked later. */
function readClaims(token: string): SessionClaims | undefined {
  try {
    return SessionClaims.safeParse(decodeJwt(token)).data
  } catch {
    return undefined
  }
}

/** Tokens issued by the previous version name no session; each counts as its own. */
const sessionOf = ({ sid, auth_time, exp }: SessionClaims, token: string): SignedIn => ({
  sid: sid ?? createHash('sha256').update(token).digest('hex'),
  auth_time: auth_time ?? beginOfUnnamed(exp),
})
