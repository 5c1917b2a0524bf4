import { randomUUID } from 'node:crypto'
import { SignJWT } from 'jose'
import type { Secrets } from '#server/secrets/secrets.ts'

export type SessionUser = { id: number; email: string; name: string; admin: boolean; session_epoch: number }

/** One sign-in, in the terms of OpenID Connect. A renewed token keeps it. */
export type SignedIn = {
  sid: string
  /** Seconds since 1970. */
  auth_time: number
}

const TOKEN_SECONDS = 12 * 3600
const SESSION_SECONDS = 30 * 24 * 3600

const secondsOf = (now: Date): number => Math.floor(now.getTime() / 1000)

/** Depends on the user's epoch: advancing it invalidates all their tokens. */
export const sessionKey = (secrets: Secrets, user: SessionUser): Uint8Array =>
  secrets.signingKey(`session of ${user.id} in epoch ${user.session_epoch}`)

/** Starts a session, or renews the token of one; either way it ends 30 days after it began. */
export function issueToken(
  secrets: Secrets,
  user: SessionUser,
  now: Date,
  { sid, auth_time }: SignedIn = { sid: randomUUID(), auth_time: secondsOf(now) },
): Promise<string> {
  const exp = Math.min(secondsOf(now) + TOKEN_SECONDS, auth_time + SESSION_SECONDS)
  const { id, email, name, admin } = user
  return new SignJWT({ id, email, name, admin, exp, sid, auth_time })
    .setProtectedHeader({ alg: 'HS256' })
    .sign(sessionKey(secrets, user))
}

/** For a token that names no session. */
export const beginOfUnnamed = (exp: number): number => exp - TOKEN_SECONDS
