import type { AdminOffice } from '@keyhour/contract/admin-offices'
import type { Availability } from '@keyhour/contract/availability'
import type { SubOffice } from '@keyhour/contract/offices'
import { expect, test } from 'vitest'
import { startWorld } from '../../../test/world.ts'

const world = await startWorld()
const admin = await world.user({ admin: true, name: 'Ada' })

const FORM = { name: 'Loft', lat: 32.07, lon: 34.78, address: 'Rothschild 1' }
const ROOM = {
  name: 'Blue room',
  capacity: 4,
  price_per_hour: 50,
  price_per_day: 300,
  price_per_week: 1500,
  type: 'meeting_room',
  rent_type: 'hour',
}
const DESKS = { ...ROOM, name: 'Desks', type: 'open_space' }
const TIME = { date: '2026-03-05', start: '10:00', end: '12:00' }

const addOffice = async (more: object = {}): Promise<AdminOffice> =>
  (await world.post('/api/admin/offices', { ...FORM, ...more }, admin)).json()
const add = (officeId: number, form: object = ROOM) =>
  world.post(`/api/offices/${officeId}/sub-offices`, form, admin)
const put = ({ office_id, id }: SubOffice, payload: object) =>
  world.send({ method: 'PUT', url: `/api/offices/${office_id}/sub-offices/${id}`, payload }, admin)

async function space(form: object = ROOM, office: object = {}): Promise<SubOffice> {
  return (await add((await addOffice(office)).id, form)).json()
}

const book = async (office_id: number, sub_office_id: number | null, times: object = TIME) =>
  world.post('/api/orders', { office_id, sub_office_id, ...times }, await world.user())
const bookIn = ({ office_id, id }: SubOffice, times: object = TIME) => book(office_id, id, times)
const ok = async (booking: ReturnType<typeof book>) => expect((await booking).statusCode).toBe(201)

async function seatsOf({ office_id, id }: SubOffice, date = TIME.date): Promise<number> {
  const url = `/api/offices/${office_id}/availability?date=${date}&sub_office_id=${id}`
  return (await world.get(url)).json<Availability>().units
}

async function overlaps() {
  const { rows } = await world.pool.query(
    `select from occupancy a join occupancy b on a.office_id = b.office_id and a.unit_id = b.unit_id and a.id < b.id
     where a.during && b.during`,
  )
  return rows
}

test('a room is one unit, an open space has one per seat, and both can be booked at the same time', async () => {
  const room = await space()
  const desks = await space(DESKS)

  expect([await seatsOf(room), await seatsOf(desks)]).toEqual([1, 4])
  await ok(bookIn(room))
  expect((await bookIn(room)).statusCode).toBe(409)
  for (let seat = 0; seat < 4; seat += 1) await ok(bookIn(desks))
  expect((await bookIn(desks)).statusCode).toBe(409)
})

test('a space has its own additional info; lines without a key are dropped', async () => {
  const room = await space({ ...ROOM, additional_info: { ' Floor ': '3', ' ': 'nothing' } })
  expect(room.additional_info).toEqual({ Floor: '3' })

  const office = (await world.get(`/api/offices/${room.office_id}`)).json()
  expect(office.sub_offices[0].additional_info).toEqual({ Floor: '3' })
  const copied = await world.post(
    `/api/offices/${room.office_id}/sub-offices/${room.id}/duplicate`,
    {},
    admin,
  )
  expect(copied.json().additional_info).toEqual({ Floor: '3' })
  expect((await put(room, { additional_info: {} })).json().additional_info).toBeNull()
})

test('only the fields that are sent change; a stale version is refused', async () => {
  const room = await space({ ...ROOM, google_calendar_id: 'blue@calendar', space_amenities: ['Whiteboard'] })
  const changed = (await put(room, { version: 1, name: 'Green room', price_per_month: 4000 })).json()

  expect(changed).toMatchObject({
    ...ROOM,
    name: 'Green room',
    price_per_month: 4000,
    google_calendar_id: 'blue@calendar',
    version: 2,
  })
  const late = await put(room, { version: 1, name: 'Red room' })
  expect([late.statusCode, late.json()]).toMatchObject([409, { changed_by: 'Ada' }])
})

test.each([
  [{ name: '' }, 'name', 'Cannot be empty'],
  [{ capacity: 0 }, 'capacity', 'Should be a whole number from 1'],
  [{ capacity: 1001 }, 'capacity', 'Should be at most 1000'],
  [{ price_per_day: 2_000_000 }, 'price_per_day', 'Should be at most 1,000,000'],
])('%o is refused at its field', async (fields, field, msg) => {
  const { id } = await addOffice()
  const reply = await add(id, { ...ROOM, ...fields })

  expect([reply.statusCode, reply.json().detail]).toMatchObject([422, [{ loc: ['body', field], msg }]])
})

test('a space is only found under its own office, and only if both exist', async () => {
  const room = await space()
  const { id } = await addOffice()

  expect((await put({ ...room, office_id: id }, { version: 1 })).json()).toEqual({
    detail: 'This space does not exist.',
  })
  expect((await add(999_999)).json()).toEqual({ detail: 'This office does not exist.' })
})

test('a deleted office gets no spaces, new or copied', async () => {
  const room = await space()
  await world.send({ method: 'DELETE', url: `/api/admin/offices/${room.office_id}` }, admin)
  const copy = `/api/offices/${room.office_id}/sub-offices/${room.id}/duplicate`

  for (const reply of [await add(room.office_id), await world.post(copy, {}, admin)])
    expect([reply.statusCode, reply.json()]).toEqual([409, { detail: 'This office was deleted.' }])
})

test('with its first space an office is no longer rented whole; while it is booked as a whole, it gets none', async () => {
  const { id } = await addOffice({ price_per_hour: 90 })
  await ok(book(id, null))

  const refused = await add(id)
  expect([refused.statusCode, refused.json()]).toEqual([
    409,
    {
      detail: 'The whole office is booked: 1, the last on 2026-03-05. Move or cancel these orders first.',
      orders_in_the_way: 1,
      orders_until: '2026-03-05T10:00:00.000Z',
    },
  ])
  const other = await addOffice()
  const room: SubOffice = (await add(other.id)).json()
  expect((await book(other.id, null)).statusCode).toBe(404)
  await ok(bookIn(room))
})

test('added seats can be booked, and have the closures of the others', async () => {
  const desks = await space({ ...DESKS, capacity: 1 })
  const closed = { date: '2026-03-06', reason: 'Painters', sub_office_id: null }
  await world.post(`/api/admin/offices/${desks.office_id}/closures`, closed, admin)
  await put(desks, { version: 1, capacity: 3 })

  expect(await seatsOf(desks)).toBe(3)
  for (let seat = 0; seat < 3; seat += 1) await ok(bookIn(desks))
  expect((await bookIn(desks, { ...TIME, date: closed.date })).statusCode).toBe(409)
})

test('an order whose seat is removed moves to another one, with its cleaning time', async () => {
  const desks = await space({ ...DESKS, capacity: 3 }, { cleaning_buffer_minutes: 30 })
  // Side by side on all three, then two of them leave.
  const first = await bookIn(desks)
  const second = await bookIn(desks)
  const last = (await bookIn(desks)).json()
  for (const reply of [first, second]) {
    const { id, user_id } = reply.json()
    await world.post(`/api/orders/${id}/cancel`, { refund: 0 }, await personOf(user_id))
  }
  const fewer = await put(desks, { version: 1, capacity: 1 })

  expect([fewer.statusCode, fewer.json().capacity]).toEqual([200, 1])
  const { rows } = await world.pool.query(
    `select cause, number from occupancy join units using (office_id) where unit_id = units.id and order_id = $1
     order by cause`,
    [last.id],
  )
  expect(rows).toEqual([
    { cause: 'buffer', number: 1 },
    { cause: 'order', number: 1 },
  ])
  expect((await bookIn(desks)).statusCode).toBe(409)
  await ok(bookIn(desks, { ...TIME, start: '12:30', end: '13:30' }))
})

async function personOf(id: number) {
  const { rows } = await world.pool.query('select * from users where id = $1', [id])
  return { ...rows[0], id }
}

test('fewer seats than simultaneous orders are refused, and nothing changes', async () => {
  const desks = await space({ ...DESKS, capacity: 3 })
  for (let seat = 0; seat < 3; seat += 1) await ok(bookIn(desks))
  await ok(bookIn(desks, { ...TIME, date: '2026-03-06' }))
  const refused = await put(desks, { version: 1, capacity: 2 })

  expect([refused.statusCode, refused.json()]).toEqual([
    409,
    {
      detail:
        'There would be no seats for some orders: 1, the last on 2026-03-05. Move or cancel them first.',
      orders_in_the_way: 1,
      orders_until: '2026-03-05T10:00:00.000Z',
    },
  ])
  expect(await seatsOf(desks)).toBe(3)
})

test('a room does not become an open space while it is booked', async () => {
  const room = await space()
  await ok(bookIn(room))

  expect((await put(room, { version: 1, type: 'open_space' })).json().detail).toBe(
    'A room cannot become an open space, or the other way round, while there are upcoming orders: 1, the last on 2026-03-05.',
  )
  expect((await put(room, { version: 1, type: 'lecture_room' })).statusCode).toBe(200)
  const other = await space()
  expect((await put(other, { version: 1, type: 'open_space' })).statusCode).toBe(200)
  expect(await seatsOf(other)).toBe(4)
})

test('nor during a visit without an end', async () => {
  const room = await space()
  const visit = { office_id: room.office_id, sub_office_id: room.id }
  await world.post('/api/orders/start_now', visit, await world.user())

  expect((await put(room, { version: 1, type: 'open_space' })).json()).toMatchObject({
    orders_in_the_way: 1,
    orders_until: '2026-03-02T08:00:00.000Z',
  })
})

test('when booking and removing seats coincide, no order loses its seat', async () => {
  const desks = await space({ ...DESKS, capacity: 6 })
  const bookings = Array.from({ length: 6 }, () => bookIn(desks))
  const [fewer, ...booked] = await Promise.all([put(desks, { version: 1, capacity: 3 }), ...bookings])

  const got = booked.filter(({ statusCode }) => statusCode === 201).length
  expect(got).toBeLessThanOrEqual(fewer.statusCode === 200 ? 3 : 6)
  expect(await seatsOf(desks)).toBe(fewer.statusCode === 200 ? 3 : 6)
  const { rows } = await world.pool.query(
    `select from occupancy join units using (office_id) where unit_id = units.id and retired_at is not null
     and sub_office_id = $1`,
    [desks.id],
  )
  expect([rows, await overlaps()]).toEqual([[], []])
})

test('hours that would leave an order outside need a decision, others do not', async () => {
  const office = await addOffice({ open_hours: '08:00', close_hours: '20:00' })
  const room: SubOffice = (await add(office.id)).json()
  const days: SubOffice = (await add(office.id, { ...ROOM, rent_type: 'day' })).json()
  await ok(bookIn(room))
  await ok(bookIn(room, { ...TIME, date: '2026-03-09' }))
  const change = (hours: object, version = 1) =>
    world.send(
      { method: 'PUT', url: `/api/admin/offices/${office.id}`, payload: { version, ...hours } },
      admin,
    )

  const refused = await change({ open_hours: '11:00', close_hours: '20:00' })
  expect([refused.statusCode, refused.json()]).toEqual([
    409,
    {
      detail: 'Some orders would be outside these hours: 2, the last on 2026-03-09.',
      orders_in_the_way: 2,
      orders_until: '2026-03-09T10:00:00.000Z',
      orders_outside: ['2026-03-05', '2026-03-09'].map((day) => ({
        id: expect.any(Number),
        sub_office_name: room.name,
        sub_office_name_he: null,
        start: `${day}T08:00:00.000Z`,
        end: `${day}T10:00:00.000Z`,
      })),
    },
  ])
  expect((await change({ open_hours: '09:00', close_hours: '18:00' })).statusCode).toBe(200)
  await ok(bookIn(days, { date: '2026-03-10', end_date: '2026-03-11' }))
  expect((await change({ open_hours: '10:00', close_hours: '18:00' }, 2)).json().orders_in_the_way).toBe(1)
  expect((await change({ open_hours: '08:00', close_hours: '22:00' }, 2)).statusCode).toBe(200)
  expect((await change({ open_hours: null, close_hours: null }, 3)).statusCode).toBe(200)
})

test('the time zone of an office stays while orders are to come, and can change when they are over', async () => {
  const room = await space()
  await ok(bookIn(room))
  const change = (version: number) =>
    world.send(
      {
        method: 'PUT',
        url: `/api/admin/offices/${room.office_id}`,
        payload: { version, time_zone: 'Europe/Berlin' },
      },
      admin,
    )

  expect((await change(1)).json().detail).toBe(
    'The time zone cannot change while there are upcoming orders: 1, the last on 2026-03-05.',
  )
  world.setNow('2026-03-05T11:00:00.000Z')
  expect((await change(1)).statusCode).toBe(200)
  world.setNow('2026-03-02T08:00:00.000Z')
})

test('an order made while the hours change gets the old hours, or is refused', async () => {
  const office = await addOffice({ open_hours: '08:00', close_hours: '20:00' })
  const room: SubOffice = (await add(office.id)).json()
  const payload = { version: 1, open_hours: '14:00', close_hours: '20:00' }
  const [changed, ...booked] = await Promise.all([
    world.send({ method: 'PUT', url: `/api/admin/offices/${office.id}`, payload }, admin),
    ...['09:00', '10:00', '11:00'].map((start) =>
      bookIn(room, { date: TIME.date, start, end: `${Number(start.slice(0, 2)) + 1}:00` }),
    ),
  ])

  const got = booked.filter(({ statusCode }) => statusCode === 201).length
  expect(changed.statusCode === 200 ? got : 0).toBe(0)
})

test('more cleaning time applies from now on, and takes nothing from existing orders', async () => {
  const room = await space()
  await ok(bookIn(room))
  await ok(bookIn(room, { ...TIME, start: '12:00', end: '13:00' }))
  const payload = { version: 1, cleaning_buffer_minutes: 60 }
  await world.send({ method: 'PUT', url: `/api/admin/offices/${room.office_id}`, payload }, admin)

  await ok(bookIn(room, { ...TIME, start: '15:00', end: '16:00' }))
  expect((await bookIn(room, { ...TIME, start: '16:30', end: '17:00' })).statusCode).toBe(409)
})

test('flags hide and close an office without touching its orders', async () => {
  const room = await space()
  await ok(bookIn(room))
  const payload = { version: 1, hidden: true, temporarily_closed: true, coming_soon: true }
  const reply = await world.send(
    { method: 'PUT', url: `/api/admin/offices/${room.office_id}`, payload },
    admin,
  )

  expect(reply.json()).toMatchObject({ hidden: true, temporarily_closed: true, coming_soon: true })
  expect((await world.get(`/api/admin/offices/${room.office_id}/deletion`, admin)).json()).toMatchObject({
    coming_orders: 1,
  })
})
