import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { APP_PAGE, fakeWebDist, SCRIPT } from '../../test/web-dist.ts'
import { startWorld } from '../../test/world.ts'

const world = await startWorld()

const app = await buildApp(world, { log: world.app.log, webDist: await fakeWebDist() })
afterAll(() => app.close())

test.each([
  '/api?x=1',
  '/api/nothing',
  '/static?x',
  '//api/health',
  '/API/health',
  '/%61pi/nothing',
  '/api#x',
  '/assets/old.js',
  'http://localhost/api/nothing',
])('%s is not a page', async (url) => {
  const reply = await app.inject({ url })

  expect([reply.statusCode, reply.json()]).toEqual([404, { detail: 'There is nothing here.' }])
})

test.each(['/dashboard', '/apiary', '/offices/1?tab=rooms'])('%s is a page of the app', async (url) => {
  const [page, head, written] = [
    await app.inject({ url }),
    await app.inject({ method: 'HEAD', url }),
    await app.inject({ method: 'POST', url }),
  ]

  expect([page.statusCode, page.body]).toEqual([200, APP_PAGE])
  expect([head.statusCode, head.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  expect(written.statusCode).toBe(404)
})

test.each([
  ['/', 'landing'],
  ['/for-businesses', 'businesses'],
  ['/space-owners', 'space-owners'],
  ['/contact', 'contact'],
  ['/privacy', 'privacy'],
  ['/api/privacy-policy', 'privacy'],
  ['/terms', 'terms'],
  ['/cookies', 'cookies'],
])('%s is a prerendered page with the facts of the installation', async (url, name) => {
  const page = await app.inject({ url })

  expect(page.body).toContain(`<p>the ${name} page at ${world.config.publicUrl}</p>`)
  expect(page.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
    vary: expect.stringContaining('cookie, accept-language'),
  })
})

test('links to the former address of the page for businesses still lead there', async () => {
  const page = await app.inject({ url: '/businesses?language=he' })

  expect([page.statusCode, page.headers.location]).toEqual([308, '/for-businesses?language=he'])
})

test('a prerendered page uses the language of its address, else the chosen one, else that of the browser', async () => {
  const landing = async (headers: Record<string, string>, url = '/') =>
    (await app.inject({ url, headers })).body.includes('דף landing') ? 'he' : 'en'

  expect(await landing({})).toBe('en')
  expect(await landing({ 'accept-language': 'he-IL,en;q=0.5' })).toBe('he')
  expect(await landing({ 'accept-language': 'he', cookie: 'language=en' })).toBe('en')
  expect(await landing({ cookie: 'language=en' }, '/?language=he')).toBe('he')
  expect(await landing({ cookie: 'language=he' }, '/?a=b&language=en')).toBe('en')
  expect(await landing({ cookie: 'language=he' }, '/?language=xx')).toBe('he')
})

test('a visitor who chose a colour scheme gets pictures to match, whatever the device prefers', async () => {
  const landing = async (cookie: string) => (await app.inject({ url: '/', headers: { cookie } })).body

  expect(await landing('color_scheme=dark')).toContain('<html data-mantine-color-scheme="dark" lang="en">')
  expect(await landing('color_scheme=dark')).toContain('<source media="all"')
  expect(await landing('color_scheme=light')).toContain('<source media="not all"')
  expect(await landing('color_scheme=auto')).toContain('<source media="(prefers-color-scheme: dark)"')
})

test('the files of the app are sent as the build compressed them, and browsers keep those whose name has a hash', async () => {
  const script = (encoding?: string) =>
    app.inject({ url: '/assets/app-1a2b.js', headers: encoding ? { 'accept-encoding': encoding } : {} })
  const [plain, compressed, other] = [await script(), await script('gzip, br'), await script('gzip, br;q=0')]

  expect(plain.body).toBe(SCRIPT)
  expect(plain.headers).toMatchObject({
    'content-type': 'application/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'accept-encoding',
  })
  expect(compressed.headers['content-encoding']).toBe('br')
  expect(brotliDecompressSync(compressed.rawPayload).toString()).toBe(SCRIPT)
  expect([other.headers['content-encoding'], other.body]).toEqual([undefined, SCRIPT])
})

test.each(['/assets/app-1a2b.js.br', '/app.html', '/server/public-pages.mjs'])(
  'what only the server reads is not a file of the app: %s',
  async (url) => expect((await app.inject({ url })).body).not.toContain('renderPublicPage'),
)

test('a finished page is compressed in the way that the browser accepts', async () => {
  const page = (encoding: string) => app.inject({ url: '/privacy', headers: { 'accept-encoding': encoding } })
  const [plain, br, gzip] = [await page('identity'), await page('gzip, br'), await page('gzip')]

  expect(plain.headers['content-encoding']).toBeUndefined()
  expect([br.headers['content-encoding'], gzip.headers['content-encoding']]).toEqual(['br', 'gzip'])
  expect(brotliDecompressSync(br.rawPayload).toString()).toBe(plain.body)
  expect(gunzipSync(gzip.rawPayload).toString()).toBe(plain.body)
  expect(br.headers.vary).toBe('cookie, accept-language, accept-encoding')
})

test.each(['/', '/dashboard', '/terms', '/assets/app-1a2b.js'])(
  'a browser that has %s already is told so',
  async (url) => {
    const first = await app.inject({ url })
    const known = { 'if-none-match': String(first.headers.etag) }
    const again = await app.inject({ url, headers: known })
    const inHebrew = await app.inject({ url, headers: { ...known, 'accept-language': 'he' } })

    expect([again.statusCode, again.body]).toEqual([304, ''])
    expect(inHebrew.statusCode).toBe(['/', '/terms'].includes(url) ? 200 : 304)
  },
)
