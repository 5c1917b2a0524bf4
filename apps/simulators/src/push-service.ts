import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  hkdfSync,
  randomBytes,
  randomUUID,
  verify,
} from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

const CURVE = 'prime256v1'
const LONGEST_TOKEN_S = 24 * 3600
const LARGEST = 4096

type Answer = { status: number; headers?: Record<string, string> }

type Device = {
  ecdh: ReturnType<typeof createECDH>
  auth: Buffer
  /** The key that it subscribed with, as base64url: no other sender is let through. */
  applicationServerKey: string
  answer: Answer | undefined
}

export type Delivered = {
  endpoint: string
  /** As the device reads it. */
  message: Record<string, unknown>
  ttl: number
  urgency: string | undefined
  topic: string | undefined
  subject: string
}

/**
 * A push service with its devices, as strict as the real ones: it checks the token of the sender (RFC 8292) and the
 * headers (RFC 8030), and decrypts what arrives with the keys of the device (RFC 8291).
 */
export async function startPushService({ now }: { now: () => Date }) {
  const devices = new Map<string, Device>()
  const delivered: Delivered[] = []
  const answers: number[] = []
  let origin = ''

  function take(request: IncomingMessage, body: Buffer): Answer {
    const device = devices.get(request.url ?? '')
    if (request.method !== 'POST' || !device) return { status: 404 }
    if (device.answer) return device.answer
    const subject = subjectOf(request.headers.authorization, device, { origin, now: now() })
    if (subject === undefined) return { status: 403 }
    const headers = readHeaders(request.headers)
    if (!headers) return { status: 400 }
    if (body.length > LARGEST) return { status: 413 }
    const endpoint = `${origin}${request.url}`
    delivered.push({ endpoint, message: JSON.parse(decrypt(body, device)), ...headers, subject })
    return { status: 201, headers: { location: `${endpoint}/${delivered.length}` } }
  }

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    let answer: Answer = { status: 400 }
    try {
      answer = take(request, Buffer.concat(chunks))
    } catch {
      // What cannot be decrypted is a bad request.
    }
    answers.push(answer.status)
    response.writeHead(answer.status, answer.headers).end()
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    url: origin,
    /** What devices have shown, oldest first. */
    delivered,
    /** Every status that was answered. */
    answers,
    /** A browser that subscribes, as `PushSubscription.toJSON()` shows it. */
    subscribe(applicationServerKey: string) {
      const path = `/push/${randomUUID()}`
      const ecdh = createECDH(CURVE)
      const p256dh = ecdh.generateKeys('base64url')
      const auth = randomBytes(16)
      devices.set(path, { ecdh, auth, applicationServerKey, answer: undefined })
      return { endpoint: `${origin}${path}`, keys: { p256dh, auth: auth.toString('base64url') } }
    },
    /** From now on, or until told otherwise. */
    answer(endpoint: string, answer: Answer | undefined) {
      devices.get(new URL(endpoint).pathname)!.answer = answer
    },
    close: () =>
      new Promise<void>((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
}

const URGENCIES = ['very-low', 'low', 'normal', 'high']

/** Undefined for headers that RFC 8030 does not allow. */
function readHeaders({ ttl, urgency, topic, 'content-encoding': encoding }: IncomingHttpHeaders) {
  const isGood =
    encoding === 'aes128gcm' &&
    /^\d+$/.test(String(ttl)) &&
    URGENCIES.includes(String(urgency ?? 'normal')) &&
    /^[\w-]{1,32}$/.test(String(topic ?? 'none'))
  return isGood ? { ttl: Number(ttl), urgency: urgency?.toString(), topic: topic?.toString() } : undefined
}

type Claims = { aud?: string; exp?: number; sub?: string }

/** Whom to write to about the sender; undefined for a token that is forged, expired, too long-lived or for others. */
function subjectOf(
  authorization: string | undefined,
  { applicationServerKey }: Device,
  { origin, now }: { origin: string; now: Date },
): string | undefined {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization ?? '') ?? []
  const { aud, exp = 0, sub = '' } = key === applicationServerKey ? claimsOf(token, key) : {}
  const left = exp - now.getTime() / 1000
  if (aud !== origin || left <= 0 || left > LONGEST_TOKEN_S) return undefined
  return /^(mailto:.+@|https:\/\/)/.test(sub) ? sub : undefined
}

/** Empty for a token that the key has not signed. */
function claimsOf(token: string, key: string): Claims {
  const [head = '', body = '', signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'))
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: x!, y: y! }, format: 'jwk' })
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${body}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  return isSigned && read(head).alg === 'ES256' ? read(body) : {}
}

const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString())

function decrypt(body: Buffer, { ecdh, auth }: Device): string {
  const salt = body.subarray(0, 16)
  const idLength = body.readUInt8(20)
  const sender = body.subarray(21, 21 + idLength)
  const record = body.subarray(21 + idLength)
  const derive = (key: Buffer, from: Buffer, info: Buffer | string, length: number) =>
    Buffer.from(hkdfSync('sha256', key, from, info, length))
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), sender])
  const key = derive(ecdh.computeSecret(sender), auth, info, 32)
  const decipher = createDecipheriv(
    'aes-128-gcm',
    derive(key, salt, 'Content-Encoding: aes128gcm\0', 16),
    derive(key, salt, 'Content-Encoding: nonce\0', 12),
  )
  decipher.setAuthTag(record.subarray(-16))
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  const end = padded.lastIndexOf(2)
  if (end < 0 || padded.subarray(end + 1).some((byte) => byte !== 0)) throw new Error('no end of the record')
  return padded.subarray(0, end).toString()
}
