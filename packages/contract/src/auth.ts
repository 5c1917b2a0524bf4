import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Email, Id } from './primitives.ts'

/** What a session token says. It is kept in the browser under `token`. */
export const SessionClaims = z.object({
  id: Id,
  email: z.string(),
  name: z.string(),
  admin: z.boolean(),
  /** Seconds since 1970, as JWT has it. */
  exp: z.number(),
})
export type SessionClaims = z.infer<typeof SessionClaims>

export const Credentials = z.object({ email: Email, password: z.string().min(1, 'Cannot be empty').max(200) })
export type Credentials = z.infer<typeof Credentials>

export const signIn = endpoint({
  method: 'POST',
  path: '/api/auth/sign_in',
  summary: 'Sign in with e-mail and password; answers the session token',
  body: Credentials,
  reply: z.string(),
})
