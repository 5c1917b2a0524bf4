import { request } from 'node:http'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { startWorld } from '../../test/world.ts'

/** Settings as after a plain `npm start`. */
const unasked = await startWorld({ DATABASE_URL: '' })
const asked = await startWorld({ DATABASE_URL: '', DEMO: 'on' })
const real = await startWorld({ DATABASE_URL: '', DEMO: 'off' })
const REFUSED = {
  detail: 'This demo answers only on its own computer. To publish it on purpose, start it with DEMO=on.',
}
const HTML = { accept: 'text/html,application/xhtml+xml' }

const call = (world: typeof unasked, headers: Record<string, string>, url = '/api/settings') =>
  world.app.inject({ url, headers })

const BY_PROXY: [string, Record<string, string>][] = [
  ['Forwarded', { forwarded: 'for=203.0.113.9;host=demo.example' }],
  ['X-Forwarded-For', { 'x-forwarded-for': '203.0.113.9' }],
  ['X-Forwarded-Host', { 'x-forwarded-host': 'demo.example' }],
  ['X-Forwarded-Proto', { 'x-forwarded-proto': 'https' }],
  ['X-Real-IP', { 'x-real-ip': '203.0.113.9' }],
  ['Via', { via: '1.1 proxy' }],
  ['CF-Connecting-IP', { 'cf-connecting-ip': '203.0.113.9' }],
  ['another Host', { host: 'demo.example' }],
  ['a Host that only looks local', { host: 'localhost.demo.example' }],
  ['a Host that begins like an address of the loopback', { host: '127.0.0.1.demo.example' }],
  ['the Origin of another site', { host: '127.0.0.1:3000', origin: 'https://demo.example' }],
  ['the Referer of another site', { host: '127.0.0.1:3000', referer: 'https://demo.example/dashboard' }],
  [
    'a Referer that a page behind a silent proxy sends',
    {
      host: '127.0.0.1:3000',
      referer: 'https://demo.example/',
      'sec-fetch-site': 'same-origin',
      'sec-fetch-mode': 'cors',
    },
  ],
  [
    'the Referer of another site that shows a picture of ours',
    {
      host: '127.0.0.1:3000',
      referer: 'https://demo.example/',
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': 'no-cors',
    },
  ],
]

test.each(BY_PROXY)('a demo that nobody asked for refuses a request with %s', async (_what, headers) => {
  const reply = await call(unasked, headers)

  expect([reply.statusCode, reply.json()]).toEqual([403, REFUSED])
})

test.each(BY_PROXY)('a demo that was asked for answers a request with %s', async (_what, headers) => {
  expect((await call(asked, headers)).statusCode).toBe(200)
  expect((await call(real, headers)).statusCode).toBe(200)
})

test.each([
  'localhost',
  'localhost:3000',
  '127.0.0.1:3000',
  '127.8.9.1',
  '[::1]:3000',
  'keyhour.localhost:80',
])('as %s, on its own computer, it answers', async (host) => {
  const headers = { host, origin: `http://${host}`, referer: `http://${host}/dashboard` }

  expect((await call(unasked, headers)).json()).toMatchObject({ demo: true })
})

test('a link from another site works on its own computer', async () => {
  const headers = { ...HTML, host: 'localhost:3000', referer: 'https://mail.example/' }
  const followed = { ...headers, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }

  expect((await call(unasked, followed, '/reset-password')).statusCode).not.toBe(403)
})

test('mails, sign-ins and pictures are protected too', async () => {
  const headers = { 'x-forwarded-for': '203.0.113.9' }
  const replies = await Promise.all(
    ['/dev/mail', '/static/office_images/a.webp', '/api/docs', '/'].map((url) => call(unasked, headers, url)),
  )

  expect(replies.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403, 403])
})

test.each([
  ['en', 'To publish the demo on purpose, start it with DEMO=on.'],
  ['he', 'כדי לפרסם את ההדגמה בכוונה יש להפעיל עם DEMO=on.'],
])('a browser gets a page that says how to publish the demo, in %s', async (language, sentence) => {
  const reply = await call(
    unasked,
    { ...HTML, host: 'demo.example', 'accept-language': language },
    '/dashboard',
  )

  expect([reply.statusCode, reply.headers['content-type']]).toEqual([403, 'text/html; charset=utf-8'])
  expect(reply.body).toContain(sentence)
  expect(reply.headers['content-security-policy']).toContain("default-src 'self'")
})

test('health checks by a proxy are answered, so that visitors see the page', async () => {
  const headers = { 'x-forwarded-for': '203.0.113.9', host: 'demo.example' }

  expect((await call(unasked, headers, '/api/health')).statusCode).toBe(200)
  expect((await call(unasked, headers, '/api/ready')).statusCode).toBe(200)
})

test('a proxy that adds no header but speaks HTTP/1.0 is refused', async () => {
  await unasked.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = unasked.app.server.address() as { port: number }
  const direct = new Promise((resolve) =>
    request({ port, host: '127.0.0.1', path: '/api/settings' }, (reply) => {
      reply.resume()
      resolve(reply.statusCode)
    }).end(),
  )
  const byProxy = new Promise<string>((resolve) => {
    let text = ''
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(`GET /api/settings HTTP/1.0\r\nHost: 127.0.0.1:${port}\r\n\r\n`),
    )
    socket.on('data', (chunk) => (text += chunk))
    socket.on('close', () => resolve(text))
  })

  expect(await direct).toBe(200)
  expect(await byProxy).toMatch(/^HTTP\/1.1 403 /)
})
