import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import type { Session } from '#server/http/guards.ts'
import { offerLiveStreams, STREAM_LIMITS } from '#server/http/live-stream.ts'
import { startWorld } from '../../test/world.ts'

/** The header `person` says who calls and `from` at which address. */
async function streams(limits: Partial<typeof STREAM_LIMITS>) {
  const app = Fastify({ trustProxy: true, forceCloseConnections: true })
  app.decorateRequest('caller', null)
  app.addHook('onRequest', async (request) => {
    const id = Number(request.headers.person ?? 0)
    if (id > 0) request.caller = { id } as Session
  })
  offerLiveStreams(app, { ...STREAM_LIMITS, ...limits })
  app.get('/live', (_request, reply) => void reply.reserveStream()())
  app.get('/refused', async (_request, reply) => {
    reply.reserveStream()
    throw Object.assign(new Error('no such office'), { statusCode: 404 })
  })
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => app.close())

  return async function open(headers: Record<string, string> = {}, path = '/live') {
    const leaving = new AbortController()
    const reply = await fetch(`${address}${path}`, { headers, signal: leaving.signal })
    return { status: reply.status, reply, leave: () => leaving.abort() }
  }
}

const from = (address: string, person?: number) => ({
  'x-forwarded-for': address,
  ...(person && { person: String(person) }),
})

test('anonymous visitors at one address get a limited number of streams; other addresses and members are not affected', async () => {
  const open = await streams({ ofStrangersInOneNetwork: 2 })
  const first = await open(from('192.0.2.1'))
  await open(from('192.0.2.1'))
  const refused = await open(from('192.0.2.1'))

  expect(refused.status).toBe(429)
  expect(refused.reply.headers.get('retry-after')).toBe('30')
  expect((await open(from('192.0.2.2'))).status).toBe(200)
  expect((await open(from('192.0.2.1', 7))).status).toBe(200)
  first.leave()
  await expect.poll(async () => (await open(from('192.0.2.1'))).status).toBe(200)
})

test('all addresses of one IPv6 network share their limit', async () => {
  const open = await streams({ ofStrangersInOneNetwork: 1 })
  await open(from('2001:db8::1'))

  expect((await open(from('2001:db8::2'))).status).toBe(429)
  expect((await open(from('2001:db8:0:1::1'))).status).toBe(200)
})

test('one member gets a limited number of streams, at whatever address', async () => {
  const open = await streams({ ofOnePerson: 2 })
  for (const place of ['192.0.2.1', '192.0.2.2']) await open(from(place, 7))

  expect((await open(from('192.0.2.3', 7))).status).toBe(429)
  expect((await open(from('192.0.2.3', 8))).status).toBe(200)
})

test('anonymous visitors leave streams for members, and the server has a limit for all', async () => {
  const open = await streams({ ofStrangers: 2, all: 3 })
  const statuses = []
  for (const headers of [from('192.0.2.1'), from('192.0.2.2'), from('192.0.2.3')])
    statuses.push((await open(headers)).status)
  for (const person of [7, 8]) statuses.push((await open(from('192.0.2.1', person))).status)

  expect(statuses).toEqual([200, 200, 429, 200, 429])
})

test('a stream that is refused for another reason does not count', async () => {
  const open = await streams({ ofStrangersInOneNetwork: 1 })
  for (let asked = 0; asked < 3; asked += 1) expect((await open({}, '/refused')).status).toBe(404)

  await expect.poll(async () => (await open()).status).toBe(200)
})

test('of hundreds of anonymous streams from one address a hundred stay open, the others are refused plainly', async () => {
  const world = await startWorld()
  const address = await world.app.listen({ port: 0, host: '127.0.0.1' })
  const office = await world.office()
  const leaving = new AbortController()
  onTestFinished(() => leaving.abort())
  const replies = await Promise.all(
    Array.from({ length: 300 }, () =>
      fetch(`${address}/api/offices/${office.id}/live`, { signal: leaving.signal }),
    ),
  )

  const refused = replies.filter(({ status }) => status === 429)
  expect(refused).toHaveLength(300 - STREAM_LIMITS.ofStrangersInOneNetwork)
  expect(await refused[0]!.json()).toEqual({
    detail: 'Too many pages are getting live updates. Please close some of them.',
  })
})
