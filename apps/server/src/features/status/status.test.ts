import { expect, test } from 'vitest'
import { startWorld } from '../../../test/world.ts'

test('the process lives and its database is ready', async () => {
  const world = await startWorld()

  for (const url of ['/api/health', '/api/ready'])
    expect((await world.get(url)).json()).toEqual({ status: 'ok' })
})

test('without its tables the server lives but is not ready', async () => {
  const world = await startWorld()
  await world.pool.query('alter table migrations rename to elsewhere')
  const ready = await world.get('/api/ready')

  expect([ready.statusCode, ready.json()]).toEqual([503, { detail: 'The database is not ready.' }])
  expect((await world.get('/api/health')).statusCode).toBe(200)
})

test('the browser is told what this installation offers', async () => {
  const plain = await startWorld({ DEMO: 'off' })
  const full = await startWorld({ DEMO: 'on', GOOGLE_CLIENT_ID: 'abc' })

  expect((await plain.get('/api/settings')).json()).toEqual({
    demo: false,
    google_client_id: null,
    languages: ['en', 'he'],
  })
  expect((await full.get('/api/settings')).json()).toMatchObject({ demo: true, google_client_id: 'abc' })
})
