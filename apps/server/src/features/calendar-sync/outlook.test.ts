import type { CalendarLink } from '@keyhour/contract/calendars'
import { expect, test, vi } from 'vitest'
import { syncDueLinks } from '#server/features/calendar-sync/sync-link.ts'
import { startCalendarWorld } from '../../../test/calendar-world.ts'

const world = await startCalendarWorld()
const { simulatedGraph: graph, admin } = world

async function run() {
  for (let time = 0; time < 2; time += 1) {
    await graph.allPushed()
    await world.runJobs()
  }
}

async function linkedRoom() {
  const office = await world.office({ open_hours: '08:00', close_hours: '20:00' })
  const space = await world.subOffice(office.id)
  await world.unit(office.id, space.id)
  await world.connectOutlook(office.id)
  const calendar = graph.addCalendar({ name: 'Blue room' })
  const url = `/api/offices/${office.id}/sub-offices/${space.id}`
  const payload = { outlook_calendar_id: calendar }
  expect((await world.send({ method: 'PUT', url, payload }, admin)).statusCode).toBe(200)
  await run()
  return { place: { office_id: office.id, sub_office_id: space.id }, calendar }
}
type Room = Awaited<ReturnType<typeof linkedRoom>>

const meeting = { subject: 'Board meeting', start: '2026-03-25T08:00:00Z', end: '2026-03-25T09:00:00Z' }
const takenIn = async ({ place }: Room) =>
  (
    await world.pool.query(`select provider from occupancy where cause = 'calendar' and office_id = $1`, [
      place.office_id,
    ])
  ).rowCount
const linkOf = async ({ place }: Room) =>
  (await world.get(`/api/admin/offices/${place.office_id}/calendar-links`, admin)).json<CalendarLink[]>()[0]

test('Outlook checks that we are here, tells of an event, and gets a copy of each order', async () => {
  const room = await linkedRoom()
  expect(await linkOf(room)).toMatchObject({ provider: 'outlook', state: 'linked', is_live: true })
  graph.addEvent(room.calendar, meeting)
  await run()
  expect(await takenIn(room)).toBe(1)

  const times = { date: '2026-03-25', start: '14:00', end: '15:00' }
  const booked = await world.post('/api/orders', { ...room.place, ...times }, await world.user())
  expect(booked.statusCode).toBe(201)
  await run()
  expect(graph.eventsIn(room.calendar)).toHaveLength(2)
  expect(await takenIn(room)).toBe(1)
})

test('the check of Outlook is answered with its own words, as plain text', async () => {
  const url = '/api/calendar-channels/outlook?validationToken=Validation%3A%20%3Cb%3Ehello'
  const reply = await world.send({ method: 'POST', url, headers: { 'content-type': 'text/plain' } })

  expect([reply.statusCode, reply.body, reply.headers['content-type']]).toEqual([
    200,
    'Validation: <b>hello',
    'text/plain; charset=utf-8',
  ])
})

test('a notice with the wrong client state reads nothing', async () => {
  const room = await linkedRoom()
  graph.misbehave('forges pushes')
  graph.addEvent(room.calendar, meeting)
  await run()
  graph.behave()

  expect(await takenIn(room)).toBe(0)
})

test('a thousand notices in one request are looked up at once, and the right ones among them count', async () => {
  const room = await linkedRoom()
  const { rows } = await world.pool.query(
    'select channel_ref, channel_secret_sealed from calendar_links where office_id = $1',
    [room.place.office_id],
  )
  const right = {
    subscriptionId: rows[0].channel_ref,
    clientState: world.secrets.open(rows[0].channel_secret_sealed),
  }
  const others = Array.from({ length: 998 }, (_, index) => ({
    subscriptionId: `subscription ${index}`,
    clientState: right.clientState,
  }))
  const wrong = { ...right, clientState: 'guessed', lifecycleEvent: 'subscriptionRemoved' }
  graph.misbehave('loses pushes')
  graph.addEvent(room.calendar, meeting)
  const queries = vi.spyOn(world.pool, 'query')
  const value = [...others, wrong, right]
  const reply = await world.post('/api/calendar-channels/outlook', { value })
  const count = queries.mock.calls.length
  queries.mockRestore()
  await run()
  graph.behave()

  expect(reply.statusCode).toBe(200)
  expect(count).toBe(1)
  expect(await takenIn(room)).toBe(1)
  expect(await linkOf(room)).toMatchObject({ is_live: true })
})

test('a subscription that Outlook has ended is opened again', async () => {
  const room = await linkedRoom()
  const { rows } = await world.pool.query(
    'select channel_ref, channel_secret_sealed from calendar_links where office_id = $1',
    [room.place.office_id],
  )
  const notice = {
    subscriptionId: rows[0].channel_ref,
    clientState: world.secrets.open(rows[0].channel_secret_sealed),
    lifecycleEvent: 'subscriptionRemoved',
  }
  const reply = await world.post('/api/calendar-channels/outlook', { value: [notice] })
  expect(reply.statusCode).toBe(200)
  await run()
  await syncDueLinks.run(world, {})
  await run()

  const after = await world.pool.query('select channel_ref from calendar_links where office_id = $1', [
    room.place.office_id,
  ])
  expect(after.rows[0].channel_ref).not.toBe(rows[0].channel_ref)
})
