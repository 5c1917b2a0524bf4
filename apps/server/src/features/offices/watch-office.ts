import type { ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'
import type { Deps } from '#server/http/routes.ts'

const HEARTBEAT_MS = 20_000
const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
}

/** The streams that are open, so that a server that stops can end them instead of waiting. */
export type Streams = Set<ServerResponse>

/** Server-sent events that say when to ask again, and nothing about whom. */
export function watchOffice(
  { changes }: Deps,
  officeId: number,
  reply: FastifyReply,
  streams: Streams,
): void {
  reply.hijack()
  const stream = reply.raw
  stream.writeHead(200, { ...(reply.getHeaders() as Record<string, string>), ...HEADERS })
  const say = (text: string) => void stream.write(text)
  say('retry: 2000\nevent: open\ndata: {}\n\n')
  const stop = changes.watch(officeId, () => say('event: changed\ndata: {}\n\n'))
  const heartbeat = setInterval(() => say(': still here\n\n'), HEARTBEAT_MS)
  streams.add(stream)
  stream.on('close', () => {
    stop()
    clearInterval(heartbeat)
    streams.delete(stream)
  })
}
