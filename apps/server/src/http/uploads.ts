import type { FastifyInstance, FastifyRequest } from 'fastify'
import { limitConcurrency } from '#server/http/concurrency-limit.ts'
import { networkOf } from '#server/http/network-of.ts'

/**
 * The total size of large bodies that this server accepts at the same time. Reading, decoding and resizing a picture
 * takes several times its size, so this bounds the memory that uploads need.
 */
const UPLOAD_LIMITS = { bytes: 96_000_000, ofOnePerson: 2 }
const RETRY_SECONDS = 5

/** Before a byte of the body is read, and until the request is answered or aborted. */
export function limitUploads(app: FastifyInstance, limits = UPLOAD_LIMITS): void {
  const take = limitConcurrency(
    'Too many pictures are being uploaded at once. Please try again in a moment.',
    RETRY_SECONDS,
  )
  app.addHook('onRequest', (request, reply, done) => {
    const { bodyLimit = 0 } = request.routeOptions
    const bytes = bytesToCome(request, bodyLimit)
    // A body larger than the route allows is refused by its length alone.
    if (bytes <= app.initialConfig.bodyLimit! || bytes > bodyLimit) return done()
    const { caller, ip } = request
    take(
      [
        { whose: caller ? `person ${caller.id}` : networkOf(ip), most: limits.ofOnePerson },
        { whose: 'all', most: limits.bytes, wanted: bytes },
      ],
      reply.raw,
    )
    done()
  })
}

/** A body without a length may become as long as the route allows. */
function bytesToCome({ headers }: FastifyRequest, most: number): number {
  if (headers['content-length'] !== undefined) return Number(headers['content-length'])
  return headers['transfer-encoding'] === undefined ? 0 : most
}
