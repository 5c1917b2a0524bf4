import type { ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { type ConcurrencyLimit, countInMemory, holdDuring } from '#server/http/concurrency-limit.ts'
import { networkOf } from '#server/http/network-of.ts'

const HEARTBEAT_MS = 20_000
const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
}

/**
 * How many streams one process keeps open: each takes a descriptor while its page is open. A whole company may share
 * one address, so members get more streams there than anonymous visitors, who together cannot take them all. Refused
 * pages poll instead.
 */
export const STREAM_LIMITS = {
  ofOnePerson: 20,
  ofPeopleInOneNetwork: 600,
  ofStrangersInOneNetwork: 100,
  ofStrangers: 6_000,
  all: 8_000,
}
const REFUSAL = {
  sentence: 'Too many pages are getting live updates. Please close some of them.',
  retrySeconds: 30,
}

export type LiveStream = {
  /** An event without data: it says when to ask again, and nothing about anyone. */
  say: (event: string) => void
  end: () => void
  onClose: (listener: () => void) => void
  onHeartbeat: (listener: () => void) => void
}

declare module 'fastify' {
  interface FastifyReply {
    /** Takes one of the limited streams, or refuses. Calling the result starts the stream. */
    reserveStream: () => () => LiveStream
  }
}

/** Server-sent events. They end when the server stops. */
export function offerLiveStreams(app: FastifyInstance, limits = STREAM_LIMITS): void {
  const open = new Set<ServerResponse>()
  const count = countInMemory()
  app.addHook('preClose', async () => {
    for (const stream of open) stream.end()
  })

  app.decorateReply('reserveStream', function (this: FastifyReply) {
    const { request, raw: stream } = this
    holdDuring(stream, count(limitsOf(request, limits)), REFUSAL)
    return () => {
      const live = begin(this)
      open.add(stream)
      live.onClose(() => open.delete(stream))
      return live
    }
  })
}

function limitsOf(
  { caller, ip }: Pick<FastifyReply['request'], 'caller' | 'ip'>,
  limits: typeof STREAM_LIMITS,
): ConcurrencyLimit[] {
  const network = networkOf(ip)
  const own = caller
    ? [
        { whose: `person ${caller.id}`, most: limits.ofOnePerson },
        { whose: `people at ${network}`, most: limits.ofPeopleInOneNetwork },
      ]
    : [
        { whose: `strangers at ${network}`, most: limits.ofStrangersInOneNetwork },
        { whose: 'strangers', most: limits.ofStrangers },
      ]
  return [...own, { whose: 'all', most: limits.all }]
}

function begin(reply: FastifyReply): LiveStream {
  reply.hijack()
  const stream = reply.raw
  stream.writeHead(200, { ...(reply.getHeaders() as Record<string, string>), ...HEADERS })
  const write = (text: string) => void stream.write(text)
  const say = (event: string) => write(`event: ${event}\ndata: {}\n\n`)
  const closers: (() => void)[] = []
  stream.on('close', () => {
    for (const closer of closers) closer()
  })
  // A page that was left meanwhile has already closed and fires no second event.
  const onClose = (listener: () => void) => void (stream.closed ? listener() : closers.push(listener))
  const every = (listener: () => void) => {
    const timer = setInterval(listener, HEARTBEAT_MS)
    onClose(() => clearInterval(timer))
  }
  write('retry: 2000\n')
  say('open')
  every(() => write(': still here\n\n'))
  return { say, end: () => void stream.end(), onClose, onHeartbeat: every }
}
