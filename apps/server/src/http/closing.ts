import type { FastifyInstance } from 'fastify'
import { Refusal } from '#server/http/refusal.ts'

const STOPPING = 'The server is stopping. Please try again in a moment.'

/** New requests over open connections are refused, so that those in progress can finish. */
export function refuseWhileClosing(app: FastifyInstance): void {
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
  })
  app.addHook('onRequest', (_request, reply, done) => {
    if (!isClosing) return done()
    reply.header('connection', 'close')
    throw new Refusal('unavailable', STOPPING, {}, { 'retry-after': 2 })
  })
}
