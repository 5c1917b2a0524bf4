import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
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
    .setProtectedHeader(HEADER)
    .sign(sessionKey(secrets, user))
}

const HEADER = { alg: 'HS256' }
const HEADER_TEXT = Buffer.from(JSON.stringify(HEADER)).toString('base64url')

/** Only for tokens of `issueToken`, which all have the same header. */
export function isSignedWith(key: Uint8Array, token: string): boolean {
  const end = token.lastIndexOf('.')
  if (!token.startsWith(`${HEADER_TEXT}.`)) return false
  const expected = createHmac('sha256', key).update(token.slice(0, end)).digest('base64url')
  const [a, b] = [Buffer.from(expected), Buffer.from(token.slice(end + 1))]
  return a.length === b.length && timingSafeEqual(a, b)
}

export const isTokenExpired = (exp: number, now: Date): boolean => exp <= secondsOf(now)

/** For a token that names no session. */
export const beginOfUnnamed = (exp: number): number => exp - TOKEN_SECONDS
