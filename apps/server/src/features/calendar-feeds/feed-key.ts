import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Secrets } from '#server/secrets/secrets.ts'

const signatureOf = (secrets: Secrets, feedId: number): Buffer =>
  createHmac('sha256', secrets.signingKey('calendar feed')).update(String(feedId)).digest()

/** Cannot be guessed, and not be found out from the database alone. */
export const feedKeyOf = (secrets: Secrets, feedId: number): string =>
  `${feedId}.${signatureOf(secrets, feedId).toString('base64url')}`

/** The id of the feed; undefined for a key that is not ours. */
export function readKey(secrets: Secrets, key: string): number | undefined {
  const [, digits, signed] = /^([1-9]\d{0,14})\.([\w-]{43})$/.exec(key) ?? []
  if (!digits || !signed) return undefined
  const id = Number(digits)
  const isOurs = timingSafeEqual(Buffer.from(signed, 'base64url'), signatureOf(secrets, id))
  return isOurs ? id : undefined
}
