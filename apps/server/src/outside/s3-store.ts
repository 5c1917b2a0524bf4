import { createHash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import { type FileStore, storeAway } from '#server/outside/file-store.ts'

export type S3Place = {
  /** Such as `https://s3.eu-central-1.amazonaws.com`. */
  endpoint: string
  bucket: string
  /** Starts every path: empty, or ends with a slash. */
  prefix: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

const SAFE_PATH = /^\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])((?:\/[A-Za-z0-9_.-]+)*)\/?$/

/** Reads `s3://KEY:SECRET@host:port/bucket/prefix?region=…&tls=off`. Undefined when something is missing or wrong. */
export function parseS3Url(text: string): S3Place | undefined {
  if (!URL.canParse(text)) return undefined
  const { protocol, username, password, host, pathname, searchParams } = new URL(text)
  const [, bucket, prefix] = SAFE_PATH.exec(pathname) ?? []
  const tls = searchParams.get('tls') ?? 'on'
  if (protocol !== 's3:' || !username || !password || !host || !bucket || !/^(on|off)$/.test(tls))
    return undefined
  try {
    return {
      endpoint: `${tls === 'on' ? 'https' : 'http'}://${host}`,
      bucket,
      prefix: prefix ? `${prefix.slice(1)}/` : '',
      region: searchParams.get('region') ?? 'us-east-1',
      accessKeyId: decodeURIComponent(username),
      secretAccessKey: decodeURIComponent(password),
    }
  } catch {
    return undefined
  }
}

/**
 * `pauseMs`: before the second try; the third waits four times as long. `awaitedMs`: for all tries together, when a
 * person is waiting.
 */
type Patience = { answerMs: number; pauseMs: number; awaitedMs: number }
const PATIENCE: Patience = { answerMs: 5000, pauseMs: 200, awaitedMs: 3000 }
const TRIES = 3
const NAMES_A_PAGE = '200'
const MOST_BYTES = 64 * 1024 * 1024

type Call = {
  method: 'GET' | 'PUT' | 'DELETE'
  path: string
  query?: Record<string, string>
  body?: Uint8Array
  isAwaited?: boolean
}
type Answer = { status: number; body: Buffer }

/** Any S3-compatible store, with buckets addressed by path. */
export function openS3Store(place: S3Place, patience = PATIENCE): FileStore {
  const { endpoint, bucket, prefix, region, accessKeyId, secretAccessKey } = place
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3' })
  const shown = `${new URL(endpoint).host}/${bucket}${prefix && `/${prefix.slice(0, -1)}`}`

  /** Every call can be repeated: a path is written once and its content never changes. */
  async function call(wanted: Call): Promise<Answer> {
    const until = wanted.isAwaited ? performance.now() + patience.awaitedMs : Number.POSITIVE_INFINITY
    for (let tried = 1; ; tried += 1) {
      try {
        const answer = await callOnce(wanted, Math.min(patience.answerMs, until - performance.now()))
        if (!isPassing(answer)) return answer
        throw new Error(`answered ${explain(answer)}`)
      } catch (error) {
        const pause_ms = patience.pauseMs * 4 ** (tried - 1)
        if (tried === TRIES || performance.now() + pause_ms > until) throw away(wanted, error as Error)
        await setTimeout(pause_ms)
      }
    }
  }

  async function callOnce({ method, path, query = {}, body }: Call, limit_ms: number): Promise<Answer> {
    const url = new URL(`${endpoint}/${bucket}${path && `/${prefix}${path}`}`)
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    const hash = createHash('sha256')
      .update(body ?? '')
      .digest('hex')
    const signed = await client.sign(url.href, {
      method,
      headers: { 'x-amz-content-sha256': hash },
      ...(body && { body: body as Uint8Array<ArrayBuffer> }),
    })
    const reply = await fetch(signed, { signal: AbortSignal.timeout(Math.max(1, Math.floor(limit_ms))) })
    if (Number(reply.headers.get('content-length')) > MOST_BYTES)
      throw new Error('answered with too large a file')
    return { status: reply.status, body: Buffer.from(await reply.arrayBuffer()) }
  }

  const away = ({ method }: Call, error: Error) =>
    storeAway(new Error(`The file store ${shown} failed at ${method}: ${reasonOf(error)}`))

  async function expectStatus(wanted: Call, ...expected: number[]): Promise<Answer> {
    const answer = await call(wanted)
    if (expected.includes(answer.status)) return answer
    throw away(wanted, new Error(`answered ${explain(answer)}`))
  }

  return {
    place: shown,
    async write(path, bytes) {
      await expectStatus({ method: 'PUT', path, body: bytes }, 200)
    },
    async read(path, { isAwaited } = { isAwaited: false }) {
      const wanted: Call = { method: 'GET', path, isAwaited }
      const answer = await expectStatus(wanted, 200, 404)
      if (answer.status === 200) return answer.body
      // A missing bucket has lost every file, which must not look like one missing file.
      if (codeOf(answer) === 'NoSuchBucket') throw away(wanted, new Error(`answered ${explain(answer)}`))
      return undefined
    },
    async remove(path) {
      await expectStatus({ method: 'DELETE', path }, 200, 204)
    },
    async *list(folder, before) {
      const inside = `${prefix}${folder}/`
      let token: string | undefined
      do {
        const more: Record<string, string> = token ? { 'continuation-token': token } : {}
        const page = { 'list-type': '2', 'max-keys': NAMES_A_PAGE, prefix: inside, ...more }
        const xml = (await expectStatus({ method: 'GET', path: '', query: page }, 200)).body.toString('utf8')
        const names = readNames(xml, inside, before)
        if (names.length > 0) yield names
        token = textOf(xml, 'NextContinuationToken')
      } while (token)
    },
  }
}

/** Our names need no unescaping; anything else in the bucket is not ours. */
function readNames(xml: string, inside: string, before: Date | undefined): string[] {
  return [...xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)].flatMap(([, entry]) => {
    const key = textOf(entry!, 'Key') ?? ''
    const isOld = !before || Date.parse(textOf(entry!, 'LastModified') ?? '') < before.getTime()
    const name = key.slice(inside.length)
    return key.startsWith(inside) && isOld && name && !name.includes('/') ? [name] : []
  })
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function textOf(xml: string, tag: string): string | undefined {
  const found = new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(xml)?.[1]
  return found?.replace(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => ENTITIES[name]!)
}

const codeOf = ({ body }: Answer): string | undefined => textOf(body.toString('utf8'), 'Code')

const isPassing = ({ status }: Answer): boolean => status >= 500 || status === 429

const explain = (answer: Answer): string => `${answer.status} ${codeOf(answer) ?? ''}`.trim()

/** `fetch` only says that it failed; the cause has the reason. */
function reasonOf(error: Error): string {
  if (error.name === 'TimeoutError') return 'no answer in time'
  const { code } = (error.cause ?? {}) as NodeJS.ErrnoException
  return code ?? error.message
}
