import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { openDatabase } from '#server/db/connection.ts'
import { startTcpProxy } from '../../../test/tcp-proxy.ts'
import { startWorld } from '../../../test/world.ts'

const world = await startWorld()

async function openThroughProxy() {
  const proxy = await startTcpProxy(world.config.databaseUrl!)
  const { db, close } = openDatabase(proxy.url, () => undefined)
  const app = await buildApp(
    { ...world, db },
    { log: pino({ level: 'silent' }), webDist: new URL('nowhere/', import.meta.url) },
  )
  onTestFinished(async () => {
    await app.close()
    await close()
    await proxy.close()
  })
  return { app, proxy }
}

test('a booking paid with credits takes four round trips: session, locks, writes, commit', async () => {
  const { app, proxy } = await openThroughProxy()
  const office = await world.office({ open_hours: '00:00', close_hours: '23:30' })
  const space = await world.subOffice(office.id)
  await world.unit(office.id, space.id, 1)
  const person = await world.user()
  await world.credits(person.id, 100_000)
  const authorization = `Bearer ${await world.tokenOf(person)}`
  const book = (hour: number) =>
    app.inject({
      method: 'POST',
      url: '/api/orders',
      headers: { authorization, 'idempotency-key': `hour-${hour}` },
      payload: {
        office_id: office.id,
        sub_office_id: space.id,
        date: '2026-03-03',
        start: `${hour}:00`,
        end: `${hour}:30`,
      },
    })
  await book(10)
  const before = proxy.roundTrips()
  const reply = await book(11)

  expect([reply.statusCode, reply.json().payment_status]).toEqual([201, 'credits'])
  expect(proxy.roundTrips() - before).toBe(4)
})
