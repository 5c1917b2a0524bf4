import { withoutDirectionSigns } from '@keyhour/contract/direction'
import { createRemoteJWKSet, errors, jwtVerify } from 'jose'
import { z } from 'zod'
import type { Config } from '#server/config.ts'
import { Refusal } from '#server/http/refusal.ts'

const ISSUERS = ['accounts.google.com', 'https://accounts.google.com']
/** An unknown key makes us fetch the keys again, but strangers must not trigger that endlessly. */
const PAUSE_BETWEEN_FETCHES_MS = 1000

const LONGEST_NAME = 200

const Claims = z.object({
  sub: z.string().min(1).max(255),
  email: z.email().max(254),
  email_verified: z.literal(true),
  name: z.string().optional(),
  hd: z.string().optional(),
})

export type GoogleAccount = {
  /** Google's id of the person. Unlike the address, it never changes hands. */
  subject: string
  email: string
  name: string
  /** Google itself runs the mailbox, so the account proves the address. */
  ownsAddress: boolean
}

export type Google = {
  /** Null unless Google issued the token, for us, still valid, with a confirmed address. */
  verify: (idToken: string, now: Date) => Promise<GoogleAccount | null>
}

export function googleIdentity({ googleClientId, googleKeysUrl }: Config): Google {
  if (!googleClientId) return { verify: refuseUnconfigured }
  const keys = createRemoteJWKSet(new URL(googleKeysUrl), { cooldownDuration: PAUSE_BETWEEN_FETCHES_MS })
  return {
    async verify(idToken, now) {
      try {
        const { payload } = await jwtVerify(idToken, keys, {
          issuer: ISSUERS,
          audience: googleClientId,
          algorithms: ['RS256'],
          requiredClaims: ['exp'],
          currentDate: now,
        })
        const claims = Claims.safeParse(payload)
        return claims.success ? accountOf(claims.data) : null
      } catch (error) {
        if (isBadToken(error)) return null
        throw new Refusal('unavailable', 'Google cannot be reached right now. Please try again in a moment.')
      }
    },
  }
}

const refuseUnconfigured = async (): Promise<never> => {
  throw new Refusal('unavailable', 'Google sign-in is not set up here.')
}

/** No answer in time, another answer, or no keys in it. */
const NO_KEYS = [errors.JWKSTimeout.code, errors.JWKSInvalid.code, errors.JOSEError.code]

/** Errors from outside jose come from the network. */
const isBadToken = (error: unknown): boolean =>
  error instanceof errors.JOSEError && !NO_KEYS.includes(error.code)

const accountOf = ({ sub, email, name, hd }: z.infer<typeof Claims>): GoogleAccount => ({
  subject: sub,
  email,
  name: (withoutDirectionSigns(name ?? '').trim() || email.slice(0, email.lastIndexOf('@'))).slice(
    0,
    LONGEST_NAME,
  ),
  ownsAddress: hd !== undefined || /@(gmail|googlemail)\.com$/i.test(email),
})
