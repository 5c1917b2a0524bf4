import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { openDatabase } from '#server/db/connection.ts'
import { startTcpProxy } from '../../../test/tcp-proxy.ts'
import { startWorld } from '../../../test/world.ts'

const log = pino({ level: 'silent' })

/** Polls, because on a busy machine the database may take longer than one probe waits. */
const becomesReady = (app: FastifyInstance) =>
  expect.poll(async () => (await app.inject('/api/ready')).json()).toEqual({ status: 'ok' })

test('the server is alive and its database is ready', async () => {
  const world = await startWorld()

  expect((await world.get('/api/health')).json()).toEqual({ status: 'ok' })
  await becomesReady(world.app)
})

test('without its tables the server is alive but not ready', async () => {
  const world = await startWorld()
  await world.pool.query('alter table migrations rename to elsewhere')
  const ready = await world.get('/api/ready')

  expect([ready.statusCode, ready.json()]).toEqual([503, { detail: 'The database is not ready.' }])
  expect((await world.get('/api/health')).statusCode).toBe(200)
})

test.each([
  ['an open connection', true],
  ['a new connection', false],
])('over %s, a silent database makes the server unready, but it stays alive', async (_over, isOpen) => {
  const world = await startWorld()
  const proxy = await startTcpProxy(world.config.databaseUrl!)
  const { db, probe, close } = openDatabase(proxy.url, () => undefined)
  const app = await buildApp({ ...world, db, probe }, { log, webDist: new URL('nowhere/', import.meta.url) })
  onTestFinished(async () => {
    await app.close()
    await close()
    await proxy.close()
  })
  if (isOpen) await becomesReady(app)
  proxy.goSilent()
  const ready = await app.inject('/api/ready')

  expect([ready.statusCode, ready.json()]).toEqual([503, { detail: 'The database does not answer.' }])
  expect((await app.inject('/api/health')).statusCode).toBe(200)
})

test('readiness does not wait for connections that are busy under load', async () => {
  const world = await startWorld()
  const clients = await Promise.all(Array.from({ length: 20 }, () => world.pool.connect()))

  await becomesReady(world.app)
  for (const client of clients) client.release()
})

test('the browser learns what this installation offers', async () => {
  const plain = await startWorld({ DEMO: 'off' })
  const full = await startWorld({ DEMO: 'on', GOOGLE_CLIENT_ID: 'abc' })

  expect((await plain.get('/api/settings')).json()).toEqual({
    demo: false,
    google_client_id: null,
    languages: ['en', 'he'],
  })
  expect((await full.get('/api/settings')).json()).toMatchObject({ demo: true, google_client_id: 'abc' })
})

test('the door opener page learns which lock to look for', async () => {
  const plain = await startWorld()
  const BLUETOOTH_SERVICE_ID = '6E400001-B5A3-F393-E0A9-E50E24DCCA9E'
  const own = await startWorld({ BLUETOOTH_SERVICE_ID, BLUETOOTH_LOCK_ADDRESS: 'c0:11:22:33:44:55' })

  expect((await plain.get('/api/door-opener/settings')).json()).toEqual({
    service_id: '0000fff0-0000-1000-8000-00805f9b34fb',
    characteristic_id: '0000fff1-0000-1000-8000-00805f9b34fb',
    address: 'D0:4D:00:00:00:01',
  })
  expect((await own.get('/api/door-opener/settings')).json()).toMatchObject({
    service_id: BLUETOOTH_SERVICE_ID.toLowerCase(),
    address: 'c0:11:22:33:44:55',
  })
})
