import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Count, countInMemory, holdDuring } from '#server/http/concurrency-limit.ts'
import { networkOf } from '#server/http/network-of.ts'

/**
 * The total size of large bodies that all workers together accept at the same time. Reading, decoding and resizing a
 * picture takes several times its size, so this bounds the memory that uploads need.
 */
const UPLOAD_LIMITS = { bytes: 96_000_000, ofOnePerson: 2 }
const REFUSAL = {
  sentence: 'Too many files are being uploaded at once. Please try again in a moment.',
  retrySeconds: 5,
}

/** Before a byte of the body is read, and until the request is answered or aborted. */
export function limitUploads(app: FastifyInstance, count: Count = countInMemory()): void {
  async function limit({ caller, ip }: FastifyRequest, { raw }: FastifyReply, bytes: number): Promise<void> {
    const counted = await count([
      { whose: caller ? `person ${caller.id}` : networkOf(ip), most: UPLOAD_LIMITS.ofOnePerson },
      { whose: 'all', most: UPLOAD_LIMITS.bytes, wanted: bytes },
    ])
    holdDuring(raw, counted, REFUSAL)
  }
  app.addHook('onRequest', (request, reply, done) => {
    const { bodyLimit = 0 } = request.routeOptions
    const bytes = bytesToCome(request, bodyLimit)
    // A body larger than the route allows is refused by its length alone.
    if (bytes <= app.initialConfig.bodyLimit! || bytes > bodyLimit) return done()
    limit(request, reply, bytes).then(() => done(), done)
  })
}

/** A body without a length may become as long as the route allows. */
function bytesToCome({ headers }: FastifyRequest, most: number): number {
  if (headers['content-length'] !== undefined) return Number(headers['content-length'])
  return headers['transfer-encoding'] === undefined ? 0 : most
}
