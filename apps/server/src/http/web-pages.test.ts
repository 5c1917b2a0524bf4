import { afterAll, expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { fakeWebDist } from '../../test/web-dist.ts'
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
])('%s is no page', async (url) => {
  const reply = await app.inject({ url })

  expect([reply.statusCode, reply.json()]).toEqual([404, { detail: 'There is nothing here.' }])
})

test.each(['/dashboard', '/apiary', '/offices/1?tab=rooms'])('%s is a page of the app', async (url) => {
  const [page, head, written] = [
    await app.inject({ url }),
    await app.inject({ method: 'HEAD', url }),
    await app.inject({ method: 'POST', url }),
  ]

  expect([page.statusCode, page.body]).toEqual([200, 'the app'])
  expect([head.statusCode, head.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  expect(written.statusCode).toBe(404)
})

test('the landing page speaks the language that was chosen, else the one the browser asks for', async () => {
  const landing = async (headers: Record<string, string>) => (await app.inject({ url: '/', headers })).body

  expect(await landing({})).toBe('the landing page')
  expect(await landing({ 'accept-language': 'he-IL,en;q=0.5' })).toBe('דף הנחיתה')
  expect(await landing({ 'accept-language': 'he', cookie: 'language=en' })).toBe('the landing page')
})
