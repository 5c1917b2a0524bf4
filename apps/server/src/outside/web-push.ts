import {
  createCipheriv,
  createECDH,
  createPrivateKey,
  ECDH,
  generateKeyPairSync,
  hkdfSync,
  randomBytes,
} from 'node:crypto'
import type { PushSubscription } from '@keyhour/contract/push'
import { SignJWT } from 'jose'
import { findHubAddressProblem } from '#server/outside/hub-address.ts'
import { FetchFailed, type PublicFetch, publicFetch } from '#server/outside/public-fetch.ts'

/** Our key to all push services, a JSON Web Key on P-256. RFC 8292. */
export type PushKey = { x: string; y: string; d: string }

type Parcel = {
  subscription: PushSubscription
  payload: string
  /** How long the service may keep it for a device that is switched off. */
  ttlSeconds: number
  isUrgent: boolean
  /** Replaces an undelivered message with the same topic. */
  topic: string
}

/** `gone`: the device has unsubscribed, or the service does not know it. `busy`: again after so many seconds. */
type PushOutcome =
  | { kind: 'sent' | 'gone' }
  | { kind: 'busy'; retryAfterSeconds: number | undefined }
  | { kind: 'refused' | 'failed'; why: string }

export type WebPush = {
  mayBeSentTo: (endpoint: string) => boolean
  send: (key: PushKey, parcel: Parcel) => Promise<PushOutcome>
}

type Setting = {
  fetch: PublicFetch
  networks: Parameters<typeof findHubAddressProblem>[1]
  /** Whom a push service writes to when something is wrong. */
  contact: string
  now: () => Date
}

const CURVE = 'prime256v1'
const POINT_BYTES = 65
const SECRET_BYTES = 16
const RECORD_BYTES = 4096
const TOKEN_SECONDS = 12 * 3600

export function makePushKey(): PushKey {
  const { x, y, d } = generateKeyPairSync('ec', { namedCurve: CURVE }).privateKey.export({ format: 'jwk' })
  return { x: x!, y: y!, d: d! }
}

const bytesOf = (text: string): Buffer => Buffer.from(text, 'base64url')

/** As browsers and push services read it. */
export const publicKeyOf = ({ x, y }: PushKey): string =>
  Buffer.concat([Buffer.of(4), bytesOf(x), bytesOf(y)]).toString('base64url')

/** Whether messages can be encrypted for it. */
export function isUsable({ keys }: PushSubscription): boolean {
  const point = bytesOf(keys.p256dh)
  if (point.length !== POINT_BYTES || bytesOf(keys.auth).length !== SECRET_BYTES) return false
  try {
    ECDH.convertKey(point, CURVE)
    return true
  } catch {
    return false
  }
}

const derive = (key: Buffer, salt: Buffer, info: Buffer | string, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, info, length))

/** One record of `aes128gcm`, which only the device can read. RFC 8291. */
function encryptPush(payload: string, { keys }: Pick<PushSubscription, 'keys'>): Buffer {
  const [theirs, secret, salt] = [bytesOf(keys.p256dh), bytesOf(keys.auth), randomBytes(16)]
  const ecdh = createECDH(CURVE)
  const ours = ecdh.generateKeys()
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), theirs, ours])
  const key = derive(ecdh.computeSecret(theirs), secret, info, 32)
  const cipher = createCipheriv(
    'aes-128-gcm',
    derive(key, salt, 'Content-Encoding: aes128gcm\0', 16),
    derive(key, salt, 'Content-Encoding: nonce\0', 12),
  )
  // The byte 2 ends the last record.
  const record = Buffer.concat([cipher.update(payload), cipher.update(Buffer.of(2)), cipher.final()])
  const size = Buffer.alloc(4)
  size.writeUInt32BE(RECORD_BYTES)
  return Buffer.concat([salt, size, Buffer.of(ours.length), ours, record, cipher.getAuthTag()])
}

/** Only push services on public addresses by https are called; `networks` may allow more. */
const webPush = ({ fetch, networks, contact, now }: Setting): WebPush => ({
  mayBeSentTo: (endpoint) =>
    findHubAddressProblem(endpoint, networks) === undefined &&
    (networks === 'loopback' || endpoint.startsWith('https:')),

  async send(key, { subscription, payload, ttlSeconds, isUrgent, topic }) {
    const headers = {
      authorization: `vapid t=${await tokenFor(key, subscription.endpoint, { contact, now })}, k=${publicKeyOf(key)}`,
      'content-type': 'application/octet-stream',
      'content-encoding': 'aes128gcm',
      ttl: String(ttlSeconds),
      urgency: isUrgent ? 'high' : 'normal',
      topic,
    }
    try {
      const body = encryptPush(payload, subscription)
      const answer = await fetch(subscription.endpoint, { method: 'POST', headers, body })
      return outcomeOf(answer.status, answer.headers['retry-after'])
    } catch (error) {
      if (!(error instanceof FetchFailed)) throw error
      return { kind: error.reason === 'address_refused' ? 'refused' : 'failed', why: error.reason }
    }
  },
})

type Configured = { pushNetworks: Setting['networks']; contactEmail: string }

export const webPushOf = (
  { pushNetworks: networks, contactEmail: contact }: Configured,
  { now, ...patience }: { now: () => Date; ms?: number },
): WebPush => webPush({ fetch: publicFetch({ networks, ...patience }), networks, contact, now })

function tokenFor(
  key: PushKey,
  endpoint: string,
  { contact, now }: Pick<Setting, 'contact' | 'now'>,
): Promise<string> {
  return new SignJWT({})
    .setProtectedHeader({ typ: 'JWT', alg: 'ES256' })
    .setAudience(new URL(endpoint).origin)
    .setExpirationTime(Math.floor(now().getTime() / 1000) + TOKEN_SECONDS)
    .setSubject(`mailto:${contact}`)
    .sign(createPrivateKey({ key: { kty: 'EC', crv: 'P-256', ...key }, format: 'jwk' }))
}

function outcomeOf(status: number, retryAfter: string | undefined): PushOutcome {
  if (status >= 200 && status < 300) return { kind: 'sent' }
  if (status === 404 || status === 410) return { kind: 'gone' }
  const seconds = Number(retryAfter)
  if (status === 429)
    return { kind: 'busy', retryAfterSeconds: retryAfter && seconds >= 0 ? seconds : undefined }
  return { kind: status < 500 ? 'refused' : 'failed', why: `status ${status}` }
}
