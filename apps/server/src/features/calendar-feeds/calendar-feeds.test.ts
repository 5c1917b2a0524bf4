import type { CalendarFeed } from '@keyhour/contract/calendar-feeds'
import { expect, test } from 'vitest'
import { startWorld } from '../../../test/world.ts'

const world = await startWorld()
const admin = await world.user({ admin: true })

async function room(change: object = {}) {
  const office = await world.office({ name: 'Harbour, House' })
  const space = await world.subOffice(office.id, { name: 'Blue; room', ...change })
  await world.unit(office.id, space.id)
  return { office_id: office.id, sub_office_id: space.id }
}
type Room = Awaited<ReturnType<typeof room>>

const addressOf = ({ office_id, sub_office_id }: Room) =>
  `/api/offices/${office_id}/sub-offices/${sub_office_id}/calendar-feed`
const make = async (place: Room) => (await world.post(addressOf(place), {}, admin)).json<CalendarFeed>()
const pathOf = ({ url }: CalendarFeed) => url.slice(url.indexOf('/api/'))
const read = (feed: CalendarFeed) => world.get(pathOf(feed))

async function book(
  place: Room,
  times: { date: string; start: string; end: string },
  who: Parameters<typeof world.user>[0] = {},
) {
  const customer = await world.user(who)
  await world.credits(customer.id, 100_000)
  const reply = await world.post('/api/orders', { ...place, ...times }, customer)
  expect(reply.statusCode).toBe(201)
  return { customer, order: reply.json() }
}

test('a calendar program reads when a space is taken, in UTC, and nothing about the customer', async () => {
  const place = await room()
  const { order } = await book(
    place,
    { date: '2026-03-05', start: '10:00', end: '11:30' },
    { name: 'Dana Customer' },
  )
  const reply = await read(await make(place))

  expect(reply.headers['content-type']).toBe('text/calendar; charset=utf-8')
  const lines = reply.body.split('\r\n')
  expect(lines).toContain('X-WR-CALNAME:Blue\\; room · Harbour\\, House')
  expect(lines.slice(lines.indexOf('BEGIN:VEVENT'), lines.indexOf('END:VEVENT') + 1)).toEqual([
    'BEGIN:VEVENT',
    expect.stringMatching(new RegExp(`^UID:order-${order.id}-\\d+@`)),
    'SEQUENCE:1',
    'DTSTAMP:20260302T080000Z',
    'DTSTART:20260305T080000Z',
    'DTEND:20260305T093000Z',
    'SUMMARY:Booked',
    'STATUS:CONFIRMED',
    'TRANSP:OPAQUE',
    'END:VEVENT',
  ])
  expect(reply.body).not.toMatch(/dana/i)
})

test('cancelled orders, holds and what is far away are left out, and closures are shown', async () => {
  const place = await room()
  const feed = await make(place)
  const { customer, order } = await book(place, { date: '2026-03-05', start: '10:00', end: '11:00' })
  const { refund } = (await world.get(`/api/orders/${order.id}/refund`, customer)).json()
  const cancelled = await world.post(`/api/orders/${order.id}/cancel`, { refund }, customer)
  expect(cancelled.statusCode).toBe(200)
  await world.post(
    '/api/orders/hold',
    { ...place, date: '2026-03-06', start: '09:00', end: '10:00' },
    customer,
  )
  const closure = {
    sub_office_id: place.sub_office_id,
    date: '2026-03-09',
    start: '10:00',
    end: '12:00',
    reason: 'Secret party',
  }
  const closed = await world.post(`/api/admin/offices/${place.office_id}/closures`, closure, admin)
  expect(closed.statusCode).toBe(201)
  const { body } = await read(feed)

  expect(body.match(/SUMMARY:.*/g)).toEqual(['SUMMARY:Closed'])
  expect(body).not.toContain('Secret party')
  world.setNow('2026-05-01T08:00:00.000Z')
  const later = await read(feed)
  world.setNow('2026-03-02T08:00:00.000Z')
  expect(later.body).not.toContain('BEGIN:VEVENT')
})

test('the pieces of a closure or an outside event each have an id of their own', async () => {
  const place = await room()
  await world.pool.query(
    `insert into occupancy (office_id, unit_id, during, cause, provider, event_id)
     select office_id, id, during::tstzrange, 'calendar', 'google', 'theirs' from units,
       unnest(array['[2026-03-05 08:00Z,2026-03-05 09:00Z)', '[2026-03-06 09:00Z,2026-03-06 10:00Z)']) during
     where sub_office_id = $1`,
    [place.sub_office_id],
  )
  const times = { date: '2026-03-05', start: '09:00', end: '12:00' }
  const closure = { sub_office_id: place.sub_office_id, ...times, reason: 'Works' }
  await world.post(`/api/admin/offices/${place.office_id}/closures`, closure, admin)
  const { body } = await read(await make(place))
  const ids = body.match(/UID:.*/g)!

  expect(ids).toHaveLength(4)
  expect(new Set(ids).size).toBe(4)
})

test('the id of an outside event adds no lines to our calendar', async () => {
  const place = await room()
  await world.pool.query(
    `insert into occupancy (office_id, unit_id, during, cause, provider, event_id)
     select office_id, id, '[2026-03-05 08:00Z,2026-03-05 09:00Z)', 'calendar', 'ics', $2 from units
     where sub_office_id = $1`,
    [place.sub_office_id, 'theirs\r\nATTACH:https://evil.example'],
  )
  const { body } = await read(await make(place))

  expect(body).toContain('DTSTART:20260305T080000Z')
  expect(body).not.toContain('evil')
})

test('an unchanged calendar is not sent again', async () => {
  const feed = await make(await room())
  const { headers } = await read(feed)
  const again = await world.send({
    method: 'GET',
    url: pathOf(feed),
    headers: { 'if-none-match': String(headers.etag) },
  })

  expect([again.statusCode, again.body]).toEqual([304, ''])
})

test('a replaced, ended or invented address does not work', async () => {
  const place = await room()
  const first = await make(place)
  const second = await make(place)
  const forged = { ...second, url: second.url.replace(/feeds\/\d+/, 'feeds/1000000') }
  expect([(await read(first)).statusCode, (await read(second)).statusCode]).toEqual([404, 200])
  expect([
    (await read(forged)).statusCode,
    (await read({ ...second, url: 'https://x/api/calendar-feeds/1/calendar.ics' })).statusCode,
  ]).toEqual([404, 404])
  expect((await world.get(addressOf(place), admin)).json()).toEqual({ feed: second })
  await world.send({ method: 'DELETE', url: addressOf(place) }, admin)

  expect((await read(second)).json().detail).toBe(
    'This calendar address no longer works. Please ask for the new one.',
  )
  expect((await world.get(addressOf(place), admin)).json()).toEqual({ feed: null })
  const { rows } = await world.pool.query(
    `select action from audit_log where subject = 'sub-office' and subject_id = $1 order by id`,
    [place.sub_office_id],
  )
  expect(rows.map(({ action }) => action)).toEqual([
    'make calendar address',
    'make calendar address',
    'end calendar address',
  ])
})

test('admins who make an address at the same time end up with one that works', async () => {
  const place = await room()
  const feeds = await Promise.all(Array.from({ length: 5 }, () => make(place)))
  const codes = await Promise.all(feeds.map(async (feed) => (await read(feed)).statusCode))

  expect(codes.filter((code) => code === 200)).toHaveLength(1)
})

test('the address of a deleted space does not work, and only admins can make one', async () => {
  const place = await room()
  const feed = await make(place)
  const refused = await world.post(addressOf(place), {}, await world.user())
  expect(refused.statusCode).toBe(403)
  await world.send(
    { method: 'DELETE', url: `/api/offices/${place.office_id}/sub-offices/${place.sub_office_id}` },
    admin,
  )

  expect((await read(feed)).statusCode).toBe(404)
  expect((await world.post(addressOf(place), {}, admin)).statusCode).toBe(404)
})
