import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { Refusal } from '#server/http/refusal.ts'

/** A path that is already what `pathOf` makes of it, as nearly all are. */
const PLAIN = /^(?=\/)(?:\/[a-z0-9._-]+)*\/?(?=[?#]|$)/

/** Decoded, in lower case, without query and doubled slashes. Undefined when it cannot be decoded. */
export function pathOf(url: string): string | undefined {
  const plain = PLAIN.exec(url)
  if (plain) return plain[0]
  const [path = ''] = url.replace(/^https?:\/\/[^/?#]*\/?/i, '/').split(/[?#]/)
  if (!path.startsWith('/')) return undefined
  try {
    return decodeURIComponent(path).replace(/\/+/g, '/').toLowerCase()
  } catch {
    return undefined
  }
}

type Asked = { method?: string | undefined; url?: string | undefined }

/** Neither an API call nor a file. */
export function isForPage({ method = 'GET', url = '/' }: Asked): boolean {
  const path = pathOf(url) ?? url
  return (
    ['GET', 'HEAD'].includes(method) && path.startsWith('/') && !/^\/(api|static|assets|dev)(\/|$)/.test(path)
  )
}

/** A page that says that nothing is here. */
export const NOWHERE = '/nowhere'

/**
 * Fastify answers a malformed address before any hook runs. This rewrites it: a visitor sees the page for missing
 * addresses, a program gets the reason from `refuseBadAddresses`.
 */
export function letBrokenAddressesIn(request: IncomingMessage): string {
  const { url = '/', headers } = request
  if (pathOf(url) !== undefined) return url
  const isVisitor = isForPage(request) && (headers.accept ?? '').includes('text/html')
  return isVisitor ? `${NOWHERE}${/\?.*/s.exec(url)?.[0] ?? ''}` : '/'
}

export function refuseBadAddresses(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { originalUrl, headers, raw } = request
    if (pathOf(originalUrl) === undefined && pathOf(request.url) !== NOWHERE)
      throw new Refusal('unreadable', 'The address cannot be read.')
    // Pages store nothing of their address.
    if (/%00/.test(originalUrl) && !isForPage(request))
      throw new Refusal('unreadable', 'Texts cannot contain null characters.')
    if (headers.host === undefined && raw.httpVersion === '1.1')
      throw new Refusal('unreadable', 'The request names no host.')
    done()
  })
}
