import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { fakeWebDist } from '../../test/web-dist.ts'
import { startWorld } from '../../test/world.ts'

const lines: { route: string; status: number; reqId: string }[] = []
const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) })
const world = await startWorld()
const app = await buildApp(world, { log, webDist: await fakeWebDist() })
await app.listen({ host: '127.0.0.1', port: 0 })
afterAll(() => app.close())
const { port } = app.server.address() as AddressInfo

type Reply = { status: number; headers: Record<string, unknown>; id: unknown; body: string }

/** Every header is sent as given, so that two requests can be the same. */
function get(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const asked = request({ port, path, method, headers, agent: false }, async (reply) => {
      const { date: _, 'x-request-id': id, ...others } = reply.headers
      resolve({ status: reply.statusCode!, headers: others, id, body: await text(reply) })
    })
    asked.on('error', reject).end()
  })
}

test.each(['/api/health', '/', '/for-businesses'])('%s is the same each time, and logged', async (path) => {
  const replies = [await get(path), await get(path), await get(path)]

  const [first, ...later] = replies.map(({ id: _, ...reply }) => reply)
  expect(first!.status).toBe(200)
  expect(later).toEqual([first, first])
  expect(new Set(replies.map(({ id }) => id)).size).toBe(3)
  expect(lines.filter(({ route }) => route === path)).toMatchObject(
    replies.map(({ id }) => ({ method: 'GET', status: 200, reqId: id })),
  )
})

test('a page follows the language, colours and encoding of every request', async () => {
  const hebrew = { cookie: 'language=he' }
  const packed = { 'accept-encoding': 'gzip' }
  const asked = [{}, hebrew, { cookie: 'color_scheme=dark' }, packed, {}, hebrew, packed]
  const replies: Reply[] = []
  for (const headers of asked) replies.push(await get('/contact', headers))

  const bodies = replies.map(({ body }) => body)
  expect(bodies[1]).toContain('דף contact')
  expect(bodies[2]).toContain('data-mantine-color-scheme="dark"')
  expect(new Set(bodies.slice(0, 3)).size).toBe(3)
  expect(bodies.slice(4)).toEqual([bodies[0], bodies[1], bodies[3]])
})

test('a browser that has the page already gets none, and a request for the headers gets only these', async () => {
  const { headers } = await get('/contact')
  const etag = String(headers.etag)
  for (const _ of [1, 2]) {
    expect(await get('/contact', { 'if-none-match': etag })).toMatchObject({ status: 304, body: '' })
    expect(await get('/contact', {}, 'HEAD')).toMatchObject({ status: 200, body: '' })
  }
})
