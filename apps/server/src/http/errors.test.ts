import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import { ErrorBody } from '@keyhour/contract/errors'
import { expect, test } from 'vitest'
import { startWorld } from '../../test/world.ts'

const world = await startWorld()
await world.app.listen({ port: 0, host: '127.0.0.1' })
const { port } = world.app.server.address() as AddressInfo

const json = { 'content-type': 'application/json' }
const signIn = (payload: string | Buffer, headers: Record<string, string> = json) =>
  world.send({ method: 'POST', url: '/api/auth/sign_in', payload, headers })

test('all bad fields are reported at once, each where it stands', async () => {
  const reply = await signIn('{"email": "nobody", "password": 7}')

  expect(reply.statusCode).toBe(422)
  expect(reply.json()).toEqual({
    detail: [
      { loc: ['body', 'email'], msg: 'Should be a valid email!', input: 'nobody', type: 'invalid_format' },
      {
        loc: ['body', 'password'],
        msg: 'Invalid input: expected string, received number',
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
    'more than a megabyte',
    JSON.stringify({ email: 'x'.repeat(1_200_000) }),
    413,
    'The request is too large.',
  ],
])('%s is refused in the one shape', async (_what, payload, status, detail) => {
  const reply = await signIn(payload)

  expect(reply.statusCode).toBe(status)
  expect(reply.json()).toEqual({ detail })
})

test('a text that is no JSON is refused', async () => {
  const reply = await signIn('email=a', { 'content-type': 'text/csv' })

  expect([reply.statusCode, reply.json()]).toEqual([415, { detail: 'The request should be JSON.' }])
})

test('fields that nobody knows are ignored', async () => {
  const person = await world.user({ password: 'correct horse battery' })
  const body = {
    email: person.email,
    password: 'correct horse battery',
    colour: 'green',
    __proto__: { admin: true },
  }

  expect((await world.post('/api/auth/sign_in', body)).statusCode).toBe(200)
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

test('something that is not HTTP gets an answer and does no harm', async () => {
  const answer = await new Promise<string>((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('\u0016\u0003\u0001 hello\r\n\r\n'))
    let text = ''
    socket.on('data', (chunk) => (text += chunk))
    socket.on('close', () => resolve(text))
    socket.on('error', reject)
  })

  expect(answer).toContain('400 Bad Request')
  expect(ErrorBody.parse(JSON.parse(answer.split('\r\n\r\n')[1]!)).detail).toBe('The request cannot be read.')
})

test.each([
  ['/api/nothing', 404],
  ['/api/offices/abc', 422],
  ['/api/offices/-1', 422],
  ['/api/offices/99999999999999999999', 422],
  ['/api/offices/123456789', 404],
  ['/api/offices/%zz', 400],
  ['/api/offices/%00', 400],
  ['/static/office_images/..%2f..%2fsecret.key', 404],
  ['/static/passport_images/any.jpg', 404],
])('%s is refused in the one shape', async (url, status) => {
  const reply = await world.get(url)

  expect(reply.statusCode).toBe(status)
  expect(ErrorBody.safeParse(reply.json()).success).toBe(true)
})

test('when something breaks, the answer carries a request id and nothing of the reason', async () => {
  const broken = await startWorld()
  await broken.pool.query('drop table contact_messages')
  const admin = await broken.user({ admin: true })
  const reply = await broken.get('/api/contact/', admin)

  expect(reply.statusCode).toBe(500)
  expect(reply.json()).toEqual({
    detail: 'Something went wrong on our side.',
    request_id: reply.headers['x-request-id'],
  })
})
