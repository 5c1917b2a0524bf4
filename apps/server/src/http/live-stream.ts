import type { ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply } from 'fastify'

const HEARTBEAT_MS = 20_000
const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
}

export type LiveStream = {
  /** An event without data: it says when to ask again, and nothing about whom. */
  say: (event: string) => void
  end: () => void
  onClose: (listener: () => void) => void
  /** Until the stream closes, as often as it shows that it is alive. */
  onHeartbeat: (listener: () => void) => void
}

export type OpenStream = (reply: FastifyReply) => LiveStream

/** Server-sent events for the routes of `app`. When the server stops it ends them instead of waiting for them. */
export function liveStreams(app: FastifyInstance): OpenStream {
  const open = new Set<ServerResponse>()
  app.addHook('preClose', async () => {
    for (const stream of open) stream.end()
  })

  return (reply) => {
    reply.hijack()
    const stream = reply.raw
    stream.writeHead(200, { ...(reply.getHeaders() as Record<string, string>), ...HEADERS })
    const write = (text: string) => void stream.write(text)
    const say = (event: string) => write(`event: ${event}\ndata: {}\n\n`)
    write('retry: 2000\n')
    say('open')

    const timers = [setInterval(() => write(': still here\n\n'), HEARTBEAT_MS)]
    open.add(stream)
    stream.on('close', () => {
      for (const timer of timers) clearInterval(timer)
      open.delete(stream)
    })
    return {
      say,
      end: () => void stream.end(),
      onClose: (listener) => void stream.on('close', listener),
      onHeartbeat: (listener) => void timers.push(setInterval(listener, HEARTBEAT_MS)),
    }
  }
}
