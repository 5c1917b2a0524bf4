import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { hearStream } from '../../../test/hear-stream.ts'
import { startWorld } from '../../../test/world.ts'

const world = await startWorld()

const watch = (officeId: number) => hearStream(world.app, `/api/offices/${officeId}/live`)

type Person = Awaited<ReturnType<typeof world.user>>

async function statusOfStream(officeId: number, as?: Person) {
  const authorization = as && `Bearer ${await world.tokenOf(as)}`
  const reply = await world.app.inject({
    url: `/api/offices/${officeId}/live`,
    payloadAsStream: true,
    ...(authorization && { headers: { authorization } }),
  })
  reply.stream().destroy()
  return reply.statusCode
}

async function bookable() {
  const office = await world.office()
  const space = await world.subOffice(office.id)
  await world.unit(office.id, space.id)
  return { office_id: office.id, sub_office_id: space.id, date: '2026-03-03', start: '09:00', end: '10:00' }
}

test('a watcher of an office is notified of holds, bookings and cancellations there, and of no other office', async () => {
  const [here, there] = [await bookable(), await bookable()]
  const person = await world.user()
  const [watched, other] = [await watch(here.office_id), await watch(there.office_id)]
  expect(watched.type).toBe('text/event-stream; charset=utf-8')

  await world.post('/api/orders/hold', here, person)
  await expect.poll(() => watched.times('changed')).toBe(1)
  const { id } = (await world.post('/api/orders', here, person)).json()
  await expect.poll(() => watched.times('changed')).toBe(2)
  await world.post(`/api/orders/${id}/cancel`, { refund: 0 }, person)
  await expect.poll(() => watched.times('changed')).toBe(3)
  expect(other.times('changed')).toBe(0)
})

test('a failed booking notifies nobody', async () => {
  const place = await bookable()
  const watched = await watch(place.office_id)
  await world.post('/api/orders', place, await world.user())
  await expect.poll(() => watched.times('changed')).toBe(1)
  expect((await world.post('/api/orders', place, await world.user())).statusCode).toBe(409)
  await pause(200)

  expect(watched.times('changed')).toBe(1)
})

test('watchers are told to reload after the database connection was lost', async () => {
  const place = await bookable()
  const watched = await watch(place.office_id)
  await world.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and application_name = 'keyhour changes'`,
  )
  await expect.poll(() => watched.times('changed')).toBe(1)

  await world.post('/api/orders', place, await world.user())
  await expect.poll(() => watched.times('changed')).toBe(2)
})

test('a server that stops ends the streams instead of waiting for them', async () => {
  const app = await buildApp(world, { log: world.app.log, webDist: new URL('nowhere/', import.meta.url) })
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const office = await world.office()
  const reply = await fetch(`${address}/api/offices/${office.id}/live`)
  const text = reply.text()
  await app.close()

  expect(await text).toContain('event: open')
})

test('an office that does not exist or is deleted cannot be watched', async () => {
  const deleted = await world.office({ deleted_at: '2026-01-01T00:00:00Z' })

  expect([await statusOfStream(987_654), await statusOfStream(deleted.id)]).toEqual([404, 404])
})

test('only people who may know a hidden office can watch it; for everyone else it does not exist', async () => {
  const hidden = await world.office({ hidden: true })
  const [member, guest, stranger] = [await world.user(), await world.user(), await world.user()]
  await world.member(hidden.id, member.id, 'member')
  await world.order({ office_id: hidden.id, user_id: guest.id })

  for (const person of [member, guest, await world.user({ admin: true })])
    expect(await statusOfStream(hidden.id, person)).toBe(200)
  for (const person of [stranger, undefined]) expect(await statusOfStream(hidden.id, person)).toBe(404)
})
