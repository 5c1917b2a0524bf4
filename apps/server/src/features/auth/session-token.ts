import { SessionClaims } from '@keyhour/contract/auth'
import { decodeJwt, jwtVerify } from 'jose'
import type { Db } from '#server/db/connection.ts'
import { findSessionUser } from '#server/features/auth/queries.ts'
import type { Session } from '#server/http/guards.ts'
import type { Secrets } from '#server/secrets/secrets.ts'
import { type SessionUser, sessionKey } from '#server/secrets/session-token.ts'

export { issueToken } from '#server/secrets/session-token.ts'

/** Null for a token that is forged, expired, or no longer backed by the user it names. */
export async function authenticate(
  { db, secrets, now }: { db: Db; secrets: Secrets; now: () => Date },
  token: string,
): Promise<Session | null> {
  const user = await claimedUser(db, token)
  if (!user) return null
  try {
    await jwtVerify(token, sessionKey(secrets, user), { algorithms: ['HS256'], currentDate: now() })
  } catch {
    return null
  }
  const { id, email, name, admin } = user
  return { id, email, name, admin }
}

/** Says who the token claims to be: nothing is proven before its signature is checked. */
async function claimedUser(db: Db, token: string): Promise<SessionUser | undefined> {
  try {
    const claims = SessionClaims.safeParse(decodeJwt(token))
    return claims.success ? await findSessionUser(db, claims.data.id) : undefined
  } catch (error) {
    if (error instanceof TypeError || (error as { code?: string }).code === 'ERR_JWT_INVALID')
      return undefined
    throw error
  }
}
