import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { endpoint } from '@keyhour/contract/endpoint'
import { Id, IdParam, Price } from '@keyhour/contract/primitives'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { tokenFor } from '#test/show.tsx'
import { CallError, call, callPage, http, SENTENCES } from '#web/api/call.ts'
import { countRequestsInFlight } from '#web/api/requests.ts'
import { endSession, getSession, restoreSession, startSession } from '#web/api/session.ts'
import hebrew from '#web/texts/he/server.json'

const Desk = z.object({ id: Id, name: z.string().min(1, 'Cannot be empty'), price: Price })
const getDesk = endpoint({
  method: 'GET',
  path: '/api/desks/:deskId',
  summary: '',
  params: z.object({ deskId: IdParam }),
  reply: Desk,
})
const listDesks = endpoint({
  method: 'GET',
  path: '/api/desks',
  summary: '',
  query: z.object({ active_only: z.stringbool().default(true), page: z.coerce.number<string>().optional() }),
  reply: z.array(Desk),
})
const addDesk = endpoint({
  method: 'POST',
  path: '/api/desks',
  summary: '',
  body: Desk.omit({ id: true }),
  reply: Desk,
})

type Seen = {
  method: string | undefined
  url: string | undefined
  authorization: string | undefined
  body: string
}
type Answer = { status?: number; body: unknown; headers?: Record<string, string> }

let server: Server
let seen: Seen[] = []
let next: Answer | 'hang up' | 'never'
const desk = { id: 1, name: 'Window desk', price: 49.9 }

async function read(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += chunk
  return text
}

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const { method, url } = request
    seen.push({ method, url, authorization: request.headers.authorization, body: await read(request) })
    if (next === 'hang up') return request.socket.destroy()
    if (next === 'never') return
    response.writeHead(next.status ?? 200, { 'content-type': 'application/json', ...next.headers })
    response.end(JSON.stringify(next.body))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  http.defaults.baseURL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  delete http.defaults.baseURL
  server.closeAllConnections()
  server.close()
})

beforeEach(() => {
  seen = []
  next = { body: desk }
  http.defaults.adapter = 'http'
  restoreSession()
})

const failure = async (promise: Promise<unknown>): Promise<CallError> => {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(CallError)
  return error as CallError
}

test('a call fills the address, carries the bearer token, and decodes the reply', async () => {
  const token = tokenFor()
  startSession(token)
  const found = await call(getDesk, { params: { deskId: 12 } })

  expect(seen[0]).toMatchObject({ method: 'GET', url: '/api/desks/12', authorization: `Bearer ${token}` })
  expect(found).toEqual({ id: 1, name: 'Window desk', price: 4990 })
})

test('without a session no token is sent', async () => {
  await call(getDesk, { params: { deskId: 12 } })

  expect(seen[0]?.authorization).toBeUndefined()
})

test('a request body is encoded for the API', async () => {
  await call(addDesk, { body: { name: 'Window desk', price: 4990 } })

  expect(JSON.parse(seen[0]?.body ?? '')).toEqual({ name: 'Window desk', price: 49.9 })
})

test('a query contains only the parameters that were given', async () => {
  next = { body: [desk] }
  await call(listDesks)
  await call(listDesks, { query: { active_only: false, page: 2 } })

  expect(seen.map(({ url }) => url)).toEqual(['/api/desks', '/api/desks?active_only=false&page=2'])
})

test('a page of a list comes with the total number of rows', async () => {
  next = { body: [desk], headers: { 'x-total-count': '97' } }

  expect(await callPage(listDesks, { query: { page: 1 } })).toMatchObject({ total: 97, rows: [{ id: 1 }] })
})

test('an invalid body is not sent', async () => {
  const error = await failure(call(addDesk, { body: { name: '', price: 4990 } }))

  expect(error).toMatchObject({ status: 422, message: 'name: Cannot be empty' })
  expect(seen).toEqual([])
})

test('a refusal carries the sentence the server sent', async () => {
  next = { status: 409, body: { detail: 'This space is already booked at that time.' } }
  const error = await failure(call(getDesk, { params: { deskId: 1 } }))

  expect(error).toMatchObject({
    status: 409,
    message: 'This space is already booked at that time.',
    issues: [],
  })
})

test('all invalid fields are reported together, each with its message', async () => {
  const detail = [
    { loc: ['body', 'name'], msg: 'Cannot be empty', input: '' },
    { loc: ['body', 'price'], msg: 'Too small' },
  ]
  next = { status: 422, body: { detail } }
  const error = await failure(call(getDesk, { params: { deskId: 1 } }))

  expect(error).toMatchObject({ message: 'name: Cannot be empty, price: Too small', issues: detail })
})

test('a reply of another shape is refused instead of shown', async () => {
  next = { body: { id: 'one' } }

  expect(await failure(call(getDesk, { params: { deskId: 1 } }))).toMatchObject({
    status: 200,
    message: 'Received invalid data format from server.',
  })
})

test('a call without a reply fails with status 0', async () => {
  next = 'hang up'

  expect(await failure(call(getDesk, { params: { deskId: 1 } }))).toMatchObject({
    status: 0,
    message: 'No connection to the server. Please try again.',
  })
})

test.each([
  [429, 'Too many attempts. Please wait a moment and try again.'],
  [500, 'Something went wrong on our side.'],
  [502, 'The server is not available right now. Please try again in a moment.'],
  [418, 'An unknown error occurred'],
])('a reply %i that is not ours gets a sentence that people understand', async (status, message) => {
  next = { status, body: '<html>nginx</html>' }

  expect(await failure(call(getDesk, { params: { deskId: 1 } }))).toMatchObject({ status, message })
})

test('a timeout is distinguished from a lost connection', async () => {
  next = 'never'
  http.defaults.timeout = 50
  const error = await failure(call(getDesk, { params: { deskId: 1 } }))
  http.defaults.timeout = 30_000

  expect(error).toMatchObject({ status: 0, message: 'This took too long. Please try again.' })
})

test('every sentence of the client has a Hebrew translation', () => {
  expect(Object.values(SENTENCES).filter((sentence) => !(sentence in hebrew))).toEqual([])
})

test('a refused token ends the session', async () => {
  startSession(tokenFor())
  next = { status: 401, body: { detail: 'Please sign in.' } }
  await failure(call(getDesk, { params: { deskId: 1 } }))

  expect(getSession()).toEqual({ signedIn: null, ending: 'refused' })
})

test.each(['other', tokenFor()])(
  'a token that is only being tried does not end the session',
  async (token) => {
    startSession(tokenFor())
    next = { status: 401, body: { detail: 'Please sign in.' } }
    await failure(call(getDesk, { params: { deskId: 1 }, token }))

    expect(seen[0]?.authorization).toBe(`Bearer ${token}`)
    expect(getSession().signedIn).not.toBeNull()
    endSession('logged-out')
  },
)

test('the upload of a large body reports its progress', async () => {
  const shares: number[] = []
  const name = 'a'.repeat(1_000_000)
  await call(addDesk, { body: { name, price: 4990 }, onProgress: (share) => shares.push(share) })

  expect(shares.at(-1)).toBe(1)
})

test.each([
  [
    'explained by the server',
    { detail: 'The database is not ready.' },
    { detail: 'The database is not ready.' },
  ],
  ['without an explanation', '<html>nginx</html>', undefined],
])('a failure %s can be told from others', async (_, body, said) => {
  next = { status: 503, body }

  expect((await failure(call(getDesk, { params: { deskId: 1 } }))).body).toEqual(said)
})

test('every request is counted while it is in flight, however it ends', async () => {
  const during = call(getDesk, { params: { deskId: 1 } })
  expect(countRequestsInFlight()).toBe(1)
  await during
  next = 'hang up'
  await failure(call(getDesk, { params: { deskId: 1 } }))
  http.defaults.adapter = () => Promise.reject(new TypeError('a bug'))
  await failure(call(getDesk, { params: { deskId: 1 } }))

  expect(countRequestsInFlight()).toBe(0)
})
