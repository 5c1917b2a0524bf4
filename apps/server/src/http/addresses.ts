import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { Refusal } from '#server/http/refusal.ts'

/** The path as it is meant: decoded, in small letters, no query, no doubled slashes. Undefined when unreadable. */
export function pathOf(url: string): string | undefined {
  const [path = ''] = url.replace(/^https?:\/\/[^/?#]*\/?/i, '/').split(/[?#]/)
  if (!path.startsWith('/')) return undefined
  try {
    return decodeURIComponent(path).replace(/\/+/g, '/').toLowerCase()
  } catch {
    return undefined
  }
}

/** Fastify answers a broken address before any hook runs; this lets it in, for `refuseBadAddresses`. */
export const letBrokenAddressesIn = ({ url = '/' }: IncomingMessage): string =>
  pathOf(url) === undefined ? '/' : url

export function refuseBadAddresses(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ originalUrl, headers, raw }) => {
    if (pathOf(originalUrl) === undefined) throw new Refusal('unreadable', 'The address cannot be read.')
    if (/%00/.test(originalUrl)) throw new Refusal('unreadable', 'Texts cannot contain null characters.')
    if (headers.host === undefined && raw.httpVersion === '1.1')
      throw new Refusal('unreadable', 'The request names no host.')
  })
}
