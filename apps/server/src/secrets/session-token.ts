import { SignJWT } from 'jose'
import type { Secrets } from '#server/secrets/secrets.ts'

/** What a token is made of. */
export type SessionUser = { id: number; email: string; name: string; admin: boolean; session_epoch: number }

const SESSION_HOURS = 12

/** The key hangs on the user's epoch: when that moves on, every token of theirs is void. */
export const sessionKey = (secrets: Secrets, user: SessionUser): Uint8Array =>
  secrets.signingKey(`session of ${user.id} in epoch ${user.session_epoch}`)

export function issueToken(secrets: Secrets, user: SessionUser, now: Date): Promise<string> {
  const exp = Math.floor(now.getTime() / 1000) + SESSION_HOURS * 3600
  const { id, email, name, admin } = user
  return new SignJWT({ id, email, name, admin, exp })
    .setProtectedHeader({ alg: 'HS256' })
    .sign(sessionKey(secrets, user))
}
