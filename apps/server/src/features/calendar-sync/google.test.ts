import type { CalendarLink } from '@keyhour/contract/calendars'
import { beforeEach, expect, test } from 'vitest'
import { syncDueLinks, syncLink } from '#server/features/calendar-sync/sync-link.ts'
import { startCalendarWorld } from '../../../test/calendar-world.ts'

const world = await startCalendarWorld()
const { simulatedGoogle: google, admin } = world

let clock = Date.parse('2026-03-02T08:00:00.000Z')
const wait = (seconds: number) => {
  clock += seconds * 1000
  world.setNow(new Date(clock).toISOString())
}
beforeEach(() => {
  google.behave()
  wait(3600)
})

const at = (time: string) => `2026-03-25T${time}:00.000Z`

/** A room that an admin has linked to a calendar of the connected account. */
async function linkedRoom(fields: object = {}, known?: string) {
  const office = await world.office({ open_hours: '08:00', close_hours: '20:00', ...fields })
  const space = await world.subOffice(office.id)
  await world.unit(office.id, space.id)
  await world.connectGoogle(office.id, { isRooms: office.google_calendar_type === 'rooms' })
  const isRooms = office.google_calendar_type === 'rooms'
  const calendar = isRooms
    ? google.addRoom({ resourceName: 'Blue' })
    : (known ?? google.addCalendar({ summary: 'Blue room' }))
  if (isRooms) google.share(calendar, 'office@keyhour.example', 'reader')
  const payload = isRooms ? { google_calendar_room_id: calendar } : { google_calendar_id: calendar }
  const url = `/api/offices/${office.id}/sub-offices/${space.id}`
  expect((await world.send({ method: 'PUT', url, payload }, admin)).statusCode).toBe(200)
  await run()
  return { office, space, calendar }
}
type Room = Awaited<ReturnType<typeof linkedRoom>>

/** Everything that was pushed and enqueued. */
async function run() {
  await google.allPushed()
  await world.runJobs()
  await google.allPushed()
  await world.runJobs()
}
async function poll() {
  await syncDueLinks.run(world, {})
  await run()
}

async function isFree({ office, space }: Room, time: string) {
  const { rowCount } = await world.pool.query(
    `select from occupancy join units on units.office_id = occupancy.office_id and units.id = unit_id
     where units.sub_office_id = $2 and occupancy.office_id = $1 and during @> $3::timestamptz`,
    [office.id, space.id, at(time)],
  )
  return rowCount === 0
}
const linkOf = async ({ office }: Room) =>
  (await world.get(`/api/admin/offices/${office.id}/calendar-links`, admin)).json<CalendarLink[]>()[0]!
const book = async ({ office, space }: Room, start: string, end: string) => {
  const place = { office_id: office.id, sub_office_id: space.id }
  const reply = await world.post(
    '/api/orders',
    { ...place, date: '2026-03-25', start, end },
    await world.user(),
  )
  expect(reply.statusCode).toBe(201)
  return reply.json<{ id: number }>()
}
const move = async ({ id }: { id: number }, start: string, end: string) => {
  const payload = { date: '2026-03-25', start, end }
  const reply = await world.send({ method: 'PUT', url: `/api/orders/${id}/time`, payload }, admin)
  expect(reply.statusCode).toBe(200)
}
const meeting = (from = '08:00', to = '09:00') => ({ summary: 'Board meeting', start: at(from), end: at(to) })
const callsTo = (what: RegExp, work: () => Promise<unknown>) => {
  const before = google.calls.length
  return work().then(
    () => google.calls.slice(before).filter(({ method, path }) => what.test(`${method} ${path}`)).length,
  )
}

test('an event takes its time as soon as Google tells of it, and frees it when it is deleted', async () => {
  const room = await linkedRoom()
  expect(await linkOf(room)).toMatchObject({ state: 'linked', is_live: true, failure: null })
  const id = google.addEvent(room.calendar, meeting())
  await run()
  expect(await isFree(room, '08:30')).toBe(false)
  expect((await linkOf(room)).lag_ms).toBeLessThan(5000)

  google.deleteEvent(room.calendar, id)
  await run()
  expect(await isFree(room, '08:30')).toBe(true)
})

test('a booking is copied to the calendar, and its copy never takes its own time', async () => {
  const room = await linkedRoom()
  const order = await book(room, '10:00', '11:00')
  await run()
  const [copy, ...others] = google.eventsIn(room.calendar)
  expect(copy).toMatchObject({ summary: `Keyhour ${order.id}` })
  expect(others).toEqual([])

  wait(90_000)
  await poll()
  const { rowCount } = await world.pool.query(
    `select from occupancy where cause = 'calendar' and office_id = $1`,
    [room.office.id],
  )
  expect(rowCount).toBe(0)
  expect((await world.get('/api/admin/conflicts', admin)).json()).toEqual([])
})

test('a booking waits for no calendar', async () => {
  const room = await linkedRoom()
  await google.goDown()
  await book(room, '10:00', '11:00')
  await run()
  expect(await linkOf(room)).toMatchObject({ state: 'unreachable' })

  await google.comeBack()
  wait(60)
  await poll()
  expect(google.eventsIn(room.calendar)).toHaveLength(1)
  expect(await linkOf(room)).toMatchObject({ state: 'linked', failure: null })
})

test('a lost notice is made up for within minutes, and repeated and late ones do no harm', async () => {
  const room = await linkedRoom()
  google.misbehave('loses pushes')
  google.addEvent(room.calendar, meeting())
  await run()
  expect(await isFree(room, '08:30')).toBe(true)
  wait(301)
  await poll()
  expect(await isFree(room, '08:30')).toBe(false)

  google.behave()
  google.misbehave('repeats pushes')
  const release = google.holdPushes()
  const id = google.addEvent(room.calendar, meeting('12:00', '13:00'))
  google.moveEvent(room.calendar, id, { start: at('14:00'), end: at('15:00') })
  release('reversed')
  await run()
  expect([await isFree(room, '12:30'), await isFree(room, '14:30')]).toEqual([true, false])
})

test('a notice with the wrong secret or of an unknown channel is refused and reads nothing', async () => {
  const room = await linkedRoom()
  google.misbehave('forges pushes')
  google.addEvent(room.calendar, meeting())
  await run()

  expect(google.pushes.at(-1)!.status).toBe(404)
  expect(await isFree(room, '08:30')).toBe(true)
  const headers = { 'x-goog-channel-id': 'nobody', 'x-goog-channel-token': 'x' }
  const reply = await world.send({ method: 'POST', url: '/api/calendar-channels/google', headers })
  expect(reply.statusCode).toBe(404)
})

test('without a channel a link is read often enough to know an event within a minute', async () => {
  const room = await linkedRoom()
  await world.pool.query(
    `update calendar_links set channel_ref = null, channel_until = '2099-01-01' where office_id = $1`,
    [room.office.id],
  )
  wait(400)
  await poll()
  google.misbehave('loses pushes')
  google.addEvent(room.calendar, meeting())
  wait(50)
  await poll()

  expect(await isFree(room, '08:30')).toBe(false)
})

test('when Google has forgotten what we know, everything is read anew, and what is gone is freed', async () => {
  const room = await linkedRoom()
  const id = google.addEvent(room.calendar, meeting())
  await run()
  google.misbehave('loses pushes')
  google.deleteEvent(room.calendar, id)
  google.addEvent(room.calendar, meeting('12:00', '13:00'))
  google.expireSyncTokens(room.calendar)
  wait(301)
  await poll()

  expect([await isFree(room, '08:30'), await isFree(room, '12:30')]).toEqual([true, false])
})

test('a throttled account is left alone for as long as it asks, in all its links', async () => {
  const room = await linkedRoom()
  google.misbehave('429')
  wait(301)
  await poll()
  expect(await linkOf(room)).toMatchObject({
    state: 'linked',
    failure: 'The service has asked us to slow down. We will continue soon.',
  })
  await book(room, '10:00', '11:00')
  expect(await callsTo(/calendars/, poll)).toBe(0)

  google.behave()
  wait(60)
  await poll()
  expect(google.eventsIn(room.calendar)).toHaveLength(1)
  expect((await linkOf(room)).failure).toBeNull()
})

test('withdrawn consent is shown, and what is known of the calendar stays taken', async () => {
  const room = await linkedRoom()
  google.addEvent(room.calendar, meeting())
  await run()
  google.revoke('office@keyhour.example')
  wait(4000)
  await poll()

  expect(await linkOf(room)).toMatchObject({
    state: 'unreachable',
    failure: 'The permission to use this account has ended. Please connect it again.',
  })
  expect(await isFree(room, '08:30')).toBe(false)
  expect(await callsTo(/./, poll)).toBe(0)
})

test.each([
  ['talks nonsense', "We could not understand the service's answer."],
  ['503', 'The service reports an error. We keep trying.'],
  ['hangs up', 'The service cannot be reached. We keep trying.'],
] as const)('a calendar that %s is shown as such, and works again afterwards', async (fault, failure) => {
  const room = await linkedRoom()
  google.addEvent(room.calendar, meeting())
  await run()
  google.misbehave(fault, /events/)
  wait(301)
  await poll()
  expect(await linkOf(room)).toMatchObject({ state: 'unreachable', failure })
  expect(await isFree(room, '08:30')).toBe(false)

  google.behave()
  wait(61)
  await poll()
  expect(await linkOf(room)).toMatchObject({ state: 'linked', failure: null, failing_since: null })
})

test('a calendar that was deleted there is shown as missing', async () => {
  const room = await linkedRoom()
  google.removeCalendar(room.calendar)
  wait(301)
  await poll()

  expect(await linkOf(room)).toMatchObject({ state: 'missing', failure: 'This calendar is no longer there.' })
})

test('two servers that work on one link at once write one event and read once', async () => {
  const room = await linkedRoom()
  await book(room, '10:00', '11:00')
  await world.pool.query(`delete from pgboss.job where name = 'sync-link'`)
  const { rows } = await world.pool.query('select id::integer from calendar_links where office_id = $1', [
    room.office.id,
  ])
  await run()
  wait(301)
  const link_id = rows[0].id
  const reads = await callsTo(/GET .*events/, () =>
    Promise.all([1, 2, 3].map(() => syncLink.run(world, { link_id }))),
  )

  expect(reads).toBe(1)
  expect(google.eventsIn(room.calendar)).toHaveLength(1)
})

test('a channel is renewed before it ends, and the old one is closed', async () => {
  const room = await linkedRoom()
  const channelsOf = () => google.channels().filter(({ calendarId }) => calendarId === room.calendar)
  const [first] = channelsOf()
  wait((first!.expiration - clock) / 1000 - 3600)
  await poll()

  expect(channelsOf()).toHaveLength(1)
  expect(channelsOf()[0]!.id).not.toBe(first!.id)
})

test('a room that declines is a conflict, and its event explains why once it is read', async () => {
  const room = await linkedRoom({ google_calendar_type: 'rooms' })
  google.misbehave('loses pushes')
  google.addEvent(room.calendar, meeting('08:00', '09:00'))
  const order = await book(room, '10:00', '11:00')
  await run()

  const { rows } = await world.pool.query('select kind, answer from calendar_conflicts where order_id = $1', [
    order.id,
  ])
  expect(rows).toEqual([{ kind: 'refused', answer: null }])
  expect(google.eventsIn('office@keyhour.example')).toEqual([])

  google.behave()
  wait(301)
  await poll()
  const known = await world.get('/api/admin/conflicts', admin)
  expect(known.json()).toMatchObject([{ kind: 'overlap', event_title: 'Board meeting', order_id: order.id }])
})

test('an order whose room declines its new time is in no calendar, and back at its old time it is again', async () => {
  const room = await linkedRoom({ google_calendar_type: 'rooms' })
  const ours = () => google.eventsIn('office@keyhour.example').map(({ start }) => start.dateTime)
  const order = await book(room, '10:00', '11:00')
  await run()
  expect(ours()).toHaveLength(1)
  google.misbehave('loses pushes')
  google.addEvent(room.calendar, meeting('12:00', '13:00'))
  await move(order, '14:00', '15:00')
  await run()
  expect(ours()).toEqual([])

  await move(order, '10:00', '11:00')
  await run()
  expect(ours().map((moment) => Date.parse(moment!))).toEqual([Date.parse(at('08:00'))])
})

test('two offices with the same calendar take time from each other', async () => {
  const first = await linkedRoom()
  const second = await linkedRoom({}, first.calendar)
  await book(first, '10:00', '11:00')
  await run()
  wait(600)
  await poll()

  expect(google.eventsIn(first.calendar)).toHaveLength(1)
  expect([await isFree(second, '08:00'), await isFree(second, '09:00')]).toEqual([false, true])
})
