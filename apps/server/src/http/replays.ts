import { randomUUID } from 'node:crypto'
import type { IncomingMessage, RequestListener } from 'node:http'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { lineWriter, REQUEST_ID } from '#server/http/log-requests.ts'

type Body = string | Buffer

/** These bound the memory, even if somebody varies their headers on purpose. */
const MOST_RECORDED = 500
const LONGEST_REQUEST = 4096

/**
 * Replies at `paths` depend on nothing but the request, and stay the same while the server runs. A request that equals an
 * earlier one, header by header, gets the recorded reply without passing through Fastify, whose routing and hooks cost
 * several times as much as sending it.
 */
export function replayReplies(app: FastifyInstance, paths: string[]): void {
  const recorded = new Map<string, { headers: string[]; body: Body }>()
  const bodies = new WeakMap<IncomingMessage, Body>()
  const replayed = new Set(paths)
  const writeLine = lineWriter(app)
  app.addHook('preClose', async () => replayed.clear())
  app.addHook('onSend', ({ raw }, _reply, body, done) => {
    if (replayed.has(raw.url!) && (typeof body === 'string' || Buffer.isBuffer(body))) bodies.set(raw, body)
    done()
  })
  app.addHook('onResponse', ({ raw }, reply, done) => {
    const body = bodies.get(raw)
    if (body !== undefined && isWhole(reply, body)) {
      const request = textOf(raw)
      if (recorded.size >= MOST_RECORDED) recorded.clear()
      if (request.length <= LONGEST_REQUEST) recorded.set(request, { headers: headersOf(reply), body })
    }
    done()
  })

  const [answer] = app.server.listeners('request') as [RequestListener]
  app.server.removeListener('request', answer)
  app.server.on('request', (request, response) => {
    const found = replayed.has(request.url!) ? recorded.get(textOf(request)) : undefined
    if (!found) return answer(request, response)
    const reqId = randomUUID()
    response.writeHead(200, [...found.headers, REQUEST_ID, reqId]).end(found.body)
    writeLine({ reqId, method: 'GET', route: request.url!, status: 200, ms: 0 })
  })
}

/** A body that a later hook has replaced, for instance by compressing it, has another length. */
const isWhole = (reply: FastifyReply, body: Body): boolean =>
  reply.request.method === 'GET' &&
  reply.statusCode === 200 &&
  Number(reply.getHeader('content-length')) === Buffer.byteLength(body)

const textOf = ({ method, url, httpVersion, rawHeaders }: IncomingMessage): string =>
  `${method} ${url} ${httpVersion}\n${rawHeaders.join('\n')}`

const headersOf = (reply: FastifyReply): string[] =>
  Object.entries(reply.getHeaders())
    .filter(([name]) => name !== REQUEST_ID)
    .flatMap(([name, value]) => [name, String(value)])
