import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { etagOf, hasAlready } from '#server/http/etag.ts'

/** A body that stays the same while the server runs: compressed once and sent from memory. */
export type HeldBody = { type: string; etag: string; plain: Buffer; br?: Buffer; gzip?: Buffer }

const WORTH_COMPRESSING_BYTES = 1024
const THOROUGHLY = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }

const HTML = 'text/html; charset=utf-8'

export function holdHtml(html: string): () => Promise<HeldBody> {
  return madeOnce(async () => {
    const plain = Buffer.from(html)
    const held = { type: HTML, etag: weakEtag(plain), plain }
    if (plain.length < WORTH_COMPRESSING_BYTES) return held
    const [br, gz] = await Promise.all([
      promisify(brotliCompress)(plain, THOROUGHLY),
      promisify(gzip)(plain, { level: 9 }),
    ])
    return { ...held, br, gzip: gz }
  })
}

/** Weak, because it names the content in every encoding. */
export const weakEtag = (content: Buffer): string => `W/${etagOf(content)}`

/** On the first call; later ones get the same result, unless it failed. */
export function madeOnce<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => {
    made ??= make().catch((error) => {
      made = undefined
      throw error
    })
    return made
  }
}

/** Neither refused by name nor with `q=0`. */
const ACCEPTED = {
  br: /(?:^|,)\s*br\s*(?=,|$|;(?!\s*q=0(?:\.0*)?\s*(?:,|$)))/i,
  gzip: /(?:^|,)\s*(?:(?:x-)?gzip|\*)\s*(?=,|$|;(?!\s*q=0(?:\.0*)?\s*(?:,|$)))/i,
}

export function sendHeld(
  request: FastifyRequest,
  reply: FastifyReply,
  held: HeldBody,
  { cacheControl = 'no-cache', vary = 'accept-encoding' } = {},
): FastifyReply {
  reply.header('cache-control', cacheControl).header('vary', vary).header('etag', held.etag)
  if (hasAlready(request, held.etag)) return reply.code(304).send()
  const accepted = request.headers['accept-encoding'] ?? ''
  reply.header('content-type', held.type)
  for (const encoding of ['br', 'gzip'] as const) {
    const body = held[encoding]
    if (body && ACCEPTED[encoding].test(accepted))
      return reply.header('content-encoding', encoding).send(body)
  }
  return reply.send(held.plain)
}
