import type { Availability } from '@keyhour/contract/availability'
import type { Closure } from '@keyhour/contract/closures'
import { expect, test } from 'vitest'
import { startWorld } from '../../../test/world.ts'

const world = await startWorld()
const admin = await world.user({ admin: true, name: 'Ada' })

async function office(rooms = 2) {
  const { id } = await world.office({ open_hours: '08:00', close_hours: '20:00' })
  const parts = []
  for (let made = 0; made < rooms; made += 1) {
    const part = await world.subOffice(id)
    await world.unit(id, part.id)
    parts.push(part.id)
  }
  return { id, rooms: parts, url: `/api/admin/offices/${id}/closures` }
}

const day = { date: '2026-03-05' }
const noon = { ...day, start: '12:00', end: '14:00' }

const close = (url: string, closure: object, sub_office_id: number | null = null) =>
  world.post(url, { sub_office_id, reason: 'Painters', ...closure }, admin)
const open = (url: string, id: number) => world.send({ method: 'DELETE', url: `${url}/${id}` }, admin)

const book = async (office_id: number, sub_office_id: number, times: object) =>
  (await world.post('/api/orders', { office_id, sub_office_id, ...times }, await world.user())).statusCode

async function dayOf(officeId: number, room: number) {
  const url = `/api/offices/${officeId}/availability?date=${day.date}&sub_office_id=${room}`
  return (await world.get(url)).json<Availability>()
}

test('a closed office shows why, takes no bookings, and takes them again when it is opened', async () => {
  const { id, rooms, url } = await office()
  const reply = await close(url, noon)
  expect([reply.statusCode, reply.json()]).toEqual([
    201,
    {
      id: expect.any(Number),
      office_id: id,
      sub_office_id: null,
      sub_office_name: null,
      start: '2026-03-05T10:00:00.000Z',
      end: '2026-03-05T12:00:00.000Z',
      reason: 'Painters',
      created_by_name: 'Ada',
      created_at: '2026-03-02T08:00:00.000Z',
    },
  ])
  for (const room of rooms) {
    const { slots, closure, reason } = await dayOf(id, room)
    expect([closure, reason]).toEqual(['Painters', null])
    expect(slots.filter((slot) => slot.reason === 'closure').map(({ start }) => start)).toEqual([
      '12:00',
      '12:30',
      '13:00',
      '13:30',
    ])
    expect(await book(id, room, { ...day, start: '11:00', end: '12:30' })).toBe(409)
    expect(await book(id, room, { ...day, start: '11:00', end: '12:00' })).toBe(201)
  }
  expect((await open(url, reply.json().id)).statusCode).toBe(200)
  expect(await book(id, rooms[0]!, noon)).toBe(201)
})

test('whole days are closed as long as the office would be open', async () => {
  const { id, rooms, url } = await office()
  const { start, end } = (await close(url, { ...day, end_date: '2026-03-06' }, rooms[0])).json<Closure>()

  expect([start, end]).toEqual(['2026-03-05T06:00:00.000Z', '2026-03-06T18:00:00.000Z'])
  expect(await dayOf(id, rooms[0]!)).toMatchObject({ reason: 'closure', closure: 'Painters' })
  expect(await dayOf(id, rooms[1]!)).toMatchObject({ reason: null, closure: null })
})

test('what is booked is not taken away: the refusal says how many orders are in the way', async () => {
  const { id, rooms, url } = await office()
  for (const room of rooms) await book(id, room, noon)
  const refusal = await close(url, day)

  expect([refusal.statusCode, refusal.json()]).toEqual([
    409,
    { detail: 'There are orders in this time. Move or cancel them first.', orders_in_the_way: 2 },
  ])
  expect((await close(url, day, rooms[0])).json()).toMatchObject({ orders_in_the_way: 1 })
  expect((await close(url, { ...day, start: '14:00', end: '15:00' })).statusCode).toBe(201)
})

test('whoever only holds a time gives way', async () => {
  const { id, rooms, url } = await office()
  const person = await world.user()
  const wish = { office_id: id, sub_office_id: rooms[0]!, ...noon }
  await world.post('/api/orders/hold', wish, person)

  expect((await close(url, day)).statusCode).toBe(201)
  expect((await world.post('/api/orders', wish, person)).statusCode).toBe(409)
})

test('closures may overlap; what one of them closes stays closed until all are gone', async () => {
  const { id, rooms, url } = await office()
  const first = (await close(url, noon, rooms[0])).json<Closure>()
  const all = (await close(url, { ...day, start: '13:00', end: '16:00' })).json<Closure>()
  const closedAt = async (room: number) =>
    (await dayOf(id, room)).slots.filter(({ reason }) => reason === 'closure').map(({ start }) => start)

  expect((await closedAt(rooms[0]!)).length).toBe(8)
  await open(url, first.id)
  expect((await closedAt(rooms[0]!))[0]).toBe('13:00')
  expect((await closedAt(rooms[0]!)).length).toBe(6)
  const again = (await close(url, noon, rooms[0])).json<Closure>()
  await open(url, all.id)
  expect(await closedAt(rooms[0]!)).toEqual(['12:00', '12:30', '13:00', '13:30'])
  expect(await closedAt(rooms[1]!)).toEqual([])
  expect((await world.get(url, admin)).json()).toMatchObject([{ id: again.id }])
})

test('closing and booking at the same moment end in one of the two, never in both', async () => {
  const { id, rooms, url } = await office(4)
  const bookings = rooms.map((room) => book(id, room, noon))
  const [closed, ...booked] = await Promise.all([
    close(url, noon).then(({ statusCode }) => statusCode),
    ...bookings,
  ])

  expect(closed === 201 ? booked : [closed]).not.toContain(201)
  const { rows } = await world.pool.query(
    `select from occupancy a join occupancy b on a.office_id = b.office_id and a.unit_id = b.unit_id and a.id < b.id
     where a.during && b.during`,
  )
  expect(rows).toEqual([])
})

test.each([
  [{ date: '2026-03-01' }, 'end', 'This time is already over'],
  [{ ...day, start: '12:00', end: '11:00' }, 'end', 'End time must be after start time'],
  [{ ...day, reason: ' ' }, 'reason', 'Cannot be empty'],
  [
    { date: '2026-03-27', start: '02:30', end: '05:00' },
    'start',
    'The clocks skip this time on that day. Please choose another.',
  ],
])('%o is refused with its reason', async (closure, field, msg) => {
  const { url } = await office()
  const reply = await close(url, closure)

  expect([reply.statusCode, reply.json().detail[0]]).toMatchObject([422, { loc: ['body', field], msg }])
})

test('only what is there can be closed or opened', async () => {
  const { rooms, url } = await office()
  const other = await office()
  const { id } = (await close(url, noon)).json<Closure>()

  expect((await close('/api/admin/offices/999999/closures', noon)).json()).toEqual({
    detail: 'This office does not exist.',
  })
  expect((await close(other.url, noon, rooms[0])).json()).toEqual({ detail: 'This space does not exist.' })
  expect((await open(other.url, id)).json()).toEqual({ detail: 'This closure does not exist.' })
})

test('who closed and opened is written down', async () => {
  const { id, url } = await office()
  const closure = (await close(url, noon)).json<Closure>()
  await open(url, closure.id)
  const { rows } = await world.pool.query(
    "select action, actor_id::integer, details from audit_log where subject = 'closure' and subject_id = $1 order by id",
    [closure.id],
  )

  expect(rows).toEqual([
    { action: 'add closure', actor_id: admin.id, details: { office_id: id } },
    { action: 'remove closure', actor_id: admin.id, details: { office_id: id } },
  ])
})
