import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Config } from '#server/config.ts'
import { pathOf } from '#server/http/addresses.ts'

/** The door opener uses Bluetooth; search and the map of an office ask for the visitor's location. */
const USED_BY_OUR_PAGES = ['bluetooth', 'geolocation']
const USED_BY_NOBODY = [
  'accelerometer',
  'browsing-topics',
  'camera',
  'display-capture',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'serial',
  'usb',
  'xr-spatial-tracking',
]
const PERMISSIONS_POLICY = [
  ...USED_BY_OUR_PAGES.map((feature) => `${feature}=(self)`),
  ...USED_BY_NOBODY.map((feature) => `${feature}=()`),
].join(', ')

/** The same for every reply, so they are written once. */
export function sendSecurityHeaders(app: FastifyInstance, config: Config, appPage: string | undefined): void {
  const isHttps = config.publicUrl.startsWith('https:')
  const headers = {
    'content-security-policy': contentPolicy(config, appPage),
    // Google's sign-in window must reach the page that opened it.
    'cross-origin-opener-policy': config.googleClientId ? 'same-origin-allow-popups' : 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'referrer-policy': 'strict-origin-when-cross-origin',
    ...(isHttps && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
    'x-content-type-options': 'nosniff',
    'x-dns-prefetch-control': 'off',
    'x-download-options': 'noopen',
    'x-frame-options': 'DENY',
    'x-permitted-cross-domain-policies': 'none',
    'x-xss-protection': '0',
    'permissions-policy': PERMISSIONS_POLICY,
  }
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
}

/**
 * Pages may load only what the product ships; Google's sign-in script and map tiles only where configured. Of inline
 * scripts, only those in `appPage` run.
 */
function contentPolicy(config: Config, appPage: string | undefined): string {
  const own = [...(appPage ?? '').matchAll(/<script>(.*?)<\/script>/gs)].map(([, code]) => hashOf(code!))
  const google = config.googleClientId ? ['https://accounts.google.com/gsi/'] : []
  const tiles = config.mapTilesUrl ? [sourceOf(config.mapTilesUrl)] : []
  const directives = {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...own, ...google],
    // Mantine writes its theme into style tags.
    'style-src': ["'self'", "'unsafe-inline'", ...google],
    'img-src': ["'self'", 'data:', 'blob:', ...tiles],
    'connect-src': ["'self'", ...google],
    'frame-src': ["'self'", ...google],
    'object-src': ["'none'"],
    'base-uri': ["'self'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    ...(config.publicUrl.startsWith('https:') && { 'upgrade-insecure-requests': [] }),
  }
  return Object.entries(directives)
    .map(([name, sources]) => [name, ...sources].join(' '))
    .join(';')
}

/** Tiles may come from several hosts, with `{s}` in their name; a policy writes these with `*`. */
const sourceOf = (tilesUrl: string): string => new URL(tilesUrl).origin.replace(/\/\/.*\{s\}[^.]*/, '//*')

const hashOf = (code: string): string => `'sha256-${createHash('sha256').update(code).digest('base64')}'`

/** API replies are for one person and one moment, so no cache may store them. */
export function forbidKeeping(app: FastifyInstance): void {
  app.addHook('onSend', ({ originalUrl }, reply, _body, done) => {
    const isPrivate = /^\/(api|dev)(\/|$)/.test(pathOf(originalUrl) ?? '/api')
    if (isPrivate && !reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
    done()
  })
}
