import { createServer, request } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { ErrorBody } from '@keyhour/contract/errors'
import { expect, onTestFinished, test } from 'vitest'
import { answerBrokenHttp } from '#server/http/errors.ts'
import { startWorld } from '../../test/world.ts'

const world = await startWorld()
await world.app.listen({ port: 0, host: '127.0.0.1' })
const { port } = world.app.server.address() as AddressInfo

const json = { 'content-type': 'application/json' }
const signIn = (payload: string | Buffer, headers: Record<string, string> = json) =>
  world.send({ method: 'POST', url: '/api/auth/sign_in', payload, headers })

test('all bad fields are reported together, each with its location', async () => {
  const reply = await signIn('{"email": "nobody", "password": 7}')

  expect(reply.statusCode).toBe(422)
  expect(reply.json()).toEqual({
    detail: [
      { loc: ['body', 'email'], msg: 'Should be a valid email!', input: 'nobody', type: 'invalid_format' },
      {
        loc: ['body', 'password'],
        msg: 'Invalid Value',
        type: 'invalid_type',
      },
    ],
  })
})

test('a password is never echoed back', async () => {
  const reply = await signIn(JSON.stringify({ email: 'a@b.co', password: 'x'.repeat(300) }))

  expect(reply.statusCode).toBe(422)
  expect(reply.body).not.toContain('xxx')
})

test.each([
  ['broken JSON', '{"email": ', 400, 'The request is not valid JSON.'],
  ['an empty body', '', 400, 'The request has no body.'],
  [
    'invalid UTF-8',
    Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]),
    400,
    'The request is not valid UTF-8.',
  ],
  ['a null character', '{"email": "a\\u0000@b.co"}', 400, 'Texts cannot contain null characters.'],
  [
    'a null character after a backslash',
    '{"a": "\\\\\\u0000"}',
    400,
    'Texts cannot contain null characters.',
  ],
  [
    'more than a megabyte',
    JSON.stringify({ email: 'x'.repeat(1_200_000) }),
    413,
    'The request is too large.',
  ],
])('%s is refused in the usual shape', async (_what, payload, status, detail) => {
  const reply = await signIn(payload)

  expect(reply.statusCode).toBe(status)
  expect(reply.json()).toEqual({ detail })
})

test.each(['text/csv', 'text/plain'])('%s is refused, and not echoed', async (type) => {
  const reply = await signIn('{"password": "correct horse"}', { 'content-type': type })

  expect([reply.statusCode, reply.json()]).toEqual([415, { detail: 'The request should be JSON.' }])
})

test.each(['application/json', 'application/x-www-form-urlencoded', 'text/plain', 'image/png'])(
  'a call without a body is answered although it declares the type %s',
  async (type) => {
    const person = await world.user()
    const headers = { 'content-type': type, 'content-length': '0' }
    for (const [method, url] of [
      ['DELETE', '/api/user-profile/passport-image'],
      ['POST', '/api/auth/log_out_everywhere'],
    ] as const)
      expect([url, (await world.send({ method, url, headers }, person)).statusCode]).toEqual([url, 200])
  },
)

test('a call that needs a body says so, whatever type an empty one declares', async () => {
  const reply = await signIn('', { 'content-type': 'application/x-www-form-urlencoded' })

  expect([reply.statusCode, reply.json()]).toEqual([400, { detail: 'The request has no body.' }])
})

test('a call with an optional body works without one', async () => {
  const person = await world.user()
  const reply = await world.send({ method: 'POST', url: '/api/orders/999/check_out' }, person)

  expect(reply.statusCode).toBe(404)
})

test('a value without a name is not echoed, and a long one is shortened', async () => {
  const nameless = (await signIn('"correct horse"')).json().detail
  const [long] = (await signIn(JSON.stringify({ email: 'x'.repeat(5000), password: 'secret' }))).json().detail

  expect(nameless).toEqual([expect.not.objectContaining({ input: expect.anything() })])
  expect(long.input).toBe('x'.repeat(200))
})

test('text about null characters is accepted', async () => {
  const message = 'about \\u0000 in C'
  const sent = await world.post('/api/contact/', { email: 'dana@keyhour.test', message })
  const read = await world.get('/api/contact/', await world.user({ admin: true }))

  expect(sent.statusCode).toBe(200)
  expect(read.json()).toMatchObject([{ message }])
})

test('unknown fields are ignored', async () => {
  const person = await world.user({ password: 'correct horse battery' })
  const known = `"email": "${person.email}", "password": "correct horse battery"`

  for (const unknown of [
    '"colour": "green"',
    '"__proto__": {"admin": true}',
    '"constructor": {"prototype": 1}',
  ])
    expect((await signIn(`{${known}, ${unknown}}`)).statusCode).toBe(200)
})

test('a body of 50 MB is refused without being read, and the server stays up', async () => {
  const status = await new Promise<number | undefined>((resolve, reject) => {
    const call = request({
      port,
      host: '127.0.0.1',
      method: 'POST',
      path: '/api/auth/sign_in',
      headers: { ...json, 'content-length': 50_000_000 },
    })
    call.on('response', (reply) => resolve(reply.statusCode))
    call.on('error', reject)
    call.write('{"email": "')
  })

  expect(status).toBe(413)
  expect((await world.get('/api/health')).statusCode).toBe(200)
})

/** For bytes that no client would send. */
const sendRaw = (bytes: string) =>
  new Promise<string>((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    let text = ''
    socket.on('data', (chunk) => (text += chunk))
    socket.on('close', () => resolve(text))
    socket.on('error', reject)
  })

const detailOf = (answer: string) => ErrorBody.parse(JSON.parse(answer.split('\r\n\r\n')[1]!)).detail

test('bytes that are not HTTP get an answer and do no harm', async () => {
  const answer = await sendRaw('\u0016\u0003\u0001 hello\r\n\r\n')

  expect(answer).toContain('400 Bad Request')
  expect(detailOf(answer)).toBe('The request cannot be read.')
})

test('a request without a host is refused in the usual shape', async () => {
  const answer = await sendRaw('GET /api/health HTTP/1.1\r\nConnection: close\r\n\r\n')

  expect(answer).toContain('400 Bad Request')
  expect(detailOf(answer)).toBe('The request names no host.')
})

test('a body that never ends is given up in the usual shape', async () => {
  const patience = { requestTimeout: 50, connectionsCheckingInterval: 20, headersTimeout: 50 }
  const server = createServer(patience, () => undefined).on('clientError', answerBrokenHttp)
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => void server.close())
  const answer = await new Promise<string>((resolve) => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
    socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{')
    socket.on('data', (chunk) => resolve(String(chunk)))
  })

  expect(answer).toContain('408 Request Timeout')
  expect(detailOf(answer)).toBe('The request took too long.')
})

test.each([
  ['/api/nothing', 404],
  ['/api/offices/abc', 422],
  ['/api/offices/-1', 422],
  ['/api/offices/99999999999999999999', 422],
  ['/api/offices/123456789', 404],
  ['/api/offices/0x1', 422],
  ['/api/offices/1e0', 422],
  ['/api/offices/%201%20', 422],
  ['/api/offices/1.0', 422],
  ['/api/offices/%zz', 400],
  ['/api/offices/%00', 400],
  ['/static/office_images/..%2f..%2fsecret.key', 404],
  ['/static/passport_images/any.jpg', 404],
])('%s is refused in the usual shape', async (url, status) => {
  const reply = await world.get(url)

  expect(reply.statusCode).toBe(status)
  expect(ErrorBody.safeParse(reply.json()).success).toBe(true)
  expect(reply.headers).toMatchObject({
    'x-request-id': expect.any(String),
    'content-security-policy': expect.any(String),
  })
})

test('a very long address is refused for its content, and not repeated', async () => {
  const reply = await world.get(`/api/offices/${'9'.repeat(8000)}`)

  expect(reply.statusCode).toBe(422)
  expect(reply.body.length).toBeLessThan(500)
})

test('a bad value in an address is reported as it was sent', async () => {
  const reply = await world.get(
    '/api/admin/all-orders?page=&page_size=101',
    await world.user({ admin: true }),
  )

  expect(reply.json().detail).toMatchObject([
    { loc: ['query', 'page'], input: '', msg: 'Should be a whole number from 1' },
    { loc: ['query', 'page_size'], input: '101', msg: 'The number is too large' },
  ])
})

test('after a failure the answer has a request id and does not give the reason', async () => {
  const broken = await startWorld()
  await broken.pool.query('drop table contact_messages cascade')
  const admin = await broken.user({ admin: true })
  const reply = await broken.get('/api/contact/', admin)

  expect(reply.statusCode).toBe(500)
  expect(reply.json()).toEqual({
    detail: 'Something went wrong on our side.',
    request_id: reply.headers['x-request-id'],
  })
})
