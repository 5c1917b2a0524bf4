import { SessionClaims } from '@keyhour/contract/auth'
import { decodeJwt, jwtVerify } from 'jose'
import { findSessionUser } from '#server/features/auth/queries.ts'
import type { Session } from '#server/http/guards.ts'
import type { Deps } from '#server/http/routes.ts'
import { type SessionUser, sessionKey } from '#server/secrets/session-token.ts'

/** Null for a token that is forged, expired, or no longer backed by the user it names. */
export async function authenticate(
  { db, secrets, now }: Pick<Deps, 'db' | 'secrets' | 'now'>,
  token: string,
): Promise<Session | null> {
  const user = await findClaimedUser(db, token)
  if (!user) return null
  try {
    const key = sessionKey(secrets, user)
    const { payload } = await jwtVerify(token, key, { algorithms: ['HS256'], currentDate: now() })
    // Whoever was an admin then and is none now has to sign in anew.
    return payload.admin && !user.admin ? null : user
  } catch {
    return null
  }
}

/** Says who the token claims to be: nothing is proven before its signature is checked. */
async function findClaimedUser(db: Deps['db'], token: string): Promise<SessionUser | undefined> {
  try {
    const claims = SessionClaims.safeParse(decodeJwt(token))
    return claims.success ? await findSessionUser(db, claims.data.id) : undefined
  } catch (error) {
    if (error instanceof TypeError || (error as { code?: string }).code === 'ERR_JWT_INVALID')
      return undefined
    throw error
  }
}
