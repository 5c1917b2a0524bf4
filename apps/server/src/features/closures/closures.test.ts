import type { Availability } from '@keyhour/contract/availability'
import type { Closure } from '@keyhour/contract/closures'
import type { ErrorBody } from '@keyhour/contract/errors'
import type { OrderDetails } from '@keyhour/contract/orders'
import { expect, onTestFinished, test } from 'vitest'
import { startWorld } from '../../../test/world.ts'

const world = await startWorld()
const admin = await world.user({ admin: true, name: 'Ada' })

async function office(rooms = 2, place = {}) {
  const { id } = await world.office({ open_hours: '08:00', close_hours: '20:00', ...place })
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

test('a closed office shows why and takes no bookings until it is opened again', async () => {
  const { id, rooms, url } = await office()
  const reply = await close(url, noon)
  expect([reply.statusCode, reply.json()]).toEqual([
    201,
    {
      id: expect.any(Number),
      office_id: id,
      sub_office_id: null,
      sub_office_name: null,
      sub_office_name_he: null,
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

test('a closure of whole days lasts from opening to closing time', async () => {
  const { id, rooms, url } = await office()
  const { start, end } = (await close(url, { ...day, end_date: '2026-03-06' }, rooms[0])).json<Closure>()

  expect([start, end]).toEqual(['2026-03-05T06:00:00.000Z', '2026-03-06T18:00:00.000Z'])
  expect(await dayOf(id, rooms[0]!)).toMatchObject({ reason: 'closure', closure: 'Painters' })
  expect(await dayOf(id, rooms[1]!)).toMatchObject({ reason: null, closure: null })
})

test('a closure does not take booked time: the refusal lists the orders in the way', async () => {
  const { id, rooms, url } = await office()
  for (const room of rooms) await book(id, room, noon)
  const refusal = await close(url, day)

  expect([refusal.statusCode, refusal.json()]).toEqual([
    409,
    {
      detail: 'There are orders in this time. Move or cancel them first.',
      orders_in_the_way: 2,
      orders_key: expect.any(String),
      orders: rooms.map(() => ({
        id: expect.any(Number),
        user_name: expect.any(String),
        user_email: expect.stringContaining('@'),
        sub_office_name: expect.any(String),
        sub_office_name_he: null,
        start: '2026-03-05T10:00:00.000Z',
        end: '2026-03-05T12:00:00.000Z',
        is_running: false,
        refund: 0,
        currency: 'ILS',
      })),
    },
  ])
  expect((await close(url, day, rooms[0])).json()).toMatchObject({ orders_in_the_way: 1 })
  expect((await close(url, { ...day, start: '14:00', end: '15:00' })).statusCode).toBe(201)
})

test('holds give way to a closure', async () => {
  const { id, rooms, url } = await office()
  const person = await world.user()
  const booking = { office_id: id, sub_office_id: rooms[0]!, ...noon }
  await world.post('/api/orders/hold', booking, person)

  expect((await close(url, day)).statusCode).toBe(201)
  expect((await world.post('/api/orders', booking, person)).statusCode).toBe(409)
})

test('closures may overlap, and time stays closed until all of them are removed', async () => {
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

test('a simultaneous closure and booking never both succeed', async () => {
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
  [{ date: '2026-03-01' }, 'end', 'This time has already passed'],
  [{ ...day, start: '12:00', end: '11:00' }, 'end', 'End time must be after start time'],
  [{ ...day, reason: ' ' }, 'reason', 'Cannot be empty'],
  [
    { date: '2026-03-27', start: '02:30', end: '05:00' },
    'start',
    'The clocks change on that day and skip this time. Please choose another.',
  ],
])('%o is refused with its reason', async (closure, field, msg) => {
  const { url } = await office()
  const reply = await close(url, closure)

  expect([reply.statusCode, reply.json().detail[0]]).toMatchObject([422, { loc: ['body', field], msg }])
})

test('only offices and spaces that exist can be closed or opened', async () => {
  const { rooms, url } = await office()
  const other = await office()
  const { id } = (await close(url, noon)).json<Closure>()

  expect((await close('/api/admin/offices/999999/closures', noon)).json()).toEqual({
    detail: 'This office does not exist.',
  })
  expect((await close(other.url, noon, rooms[0])).json()).toEqual({ detail: 'This space does not exist.' })
  expect((await open(other.url, id)).json()).toEqual({ detail: 'This closure does not exist.' })
})

test('closing and opening are audited', async () => {
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

/** An order paid with credits, and its customer. */
async function paidBooking(office_id: number, sub_office_id: number, times: object) {
  const customer = await world.user({ language: 'he' })
  await world.credits(customer.id, 100_000)
  const reply = await world.post('/api/orders', { office_id, sub_office_id, ...times }, customer)
  return { customer, order: reply.json<OrderDetails>() }
}

const mailsTo = async (email: string) => {
  await world.runJobs()
  return world.mailsTo(email)
}

test('a closure can cancel the orders in it, with full refunds, a mail with the reason, and no gap to book in', async () => {
  const { id, rooms, url } = await office()
  const { customer, order } = await paidBooking(id, rooms[0]!, noon)
  const { orders_key, orders } = (await close(url, day)).json<ErrorBody>()
  expect(orders).toMatchObject([{ id: order.id, refund: order.paid_with_credits }])
  expect(order.paid_with_credits).toBeGreaterThan(0)

  expect((await close(url, { ...day, orders: 'cancel', orders_key })).statusCode).toBe(201)
  expect(await book(id, rooms[0]!, noon)).toBe(409)
  const mail = (await mailsTo(customer.email)).find(({ subject }) => subject?.startsWith('נאלצנו לבטל'))
  expect(mail?.text).toContain('הסיבה: \u2068Painters\u2069')
  expect((await world.get(`/api/orders/${order.id}`, customer)).json()).toMatchObject({
    cancelled_at: expect.any(String),
    refunded: order.paid_with_credits,
  })
  expect((await world.get('/api/user-profile', customer)).json()).toMatchObject({ credit_balance: 1000 })
  expect((await dayOf(id, rooms[0]!)).slots.every(({ reason }) => reason === 'closure')).toBe(true)
  expect(await book(id, rooms[0]!, noon)).toBe(409)
})

test('orders made after the list was shown are not cancelled unseen', async () => {
  const { id, rooms, url } = await office()
  await book(id, rooms[0]!, noon)
  const { orders_key } = (await close(url, day)).json<ErrorBody>()
  await book(id, rooms[1]!, noon)
  const refusal = await close(url, { ...day, orders: 'cancel', orders_key })

  expect([refusal.statusCode, refusal.json()]).toMatchObject([
    409,
    {
      detail: 'The orders in this time have changed. Please check them again.',
      orders_in_the_way: 2,
    },
  ])
  expect((await close(url, { ...day, orders: 'cancel' })).statusCode).toBe(409)
})

test('a closure can keep the orders in it; the time they give up later is closed, too', async () => {
  const { id, rooms, url } = await office(1)
  const { customer, order } = await paidBooking(id, rooms[0]!, noon)
  expect((await close(url, { ...day, orders: 'keep' })).statusCode).toBe(201)
  const closedAt = async () =>
    (await dayOf(id, rooms[0]!)).slots.filter(({ reason }) => reason === 'closure').length

  expect(await closedAt()).toBe(20)
  const shorter = { ...day, start: '12:00', end: '13:00' }
  expect(
    (await world.send({ method: 'PUT', url: `/api/orders/${order.id}/time`, payload: shorter }, customer))
      .statusCode,
  ).toBe(200)
  expect(await closedAt()).toBe(22)
  const { refund } = (await world.get(`/api/orders/${order.id}/refund`, customer)).json()
  expect((await world.post(`/api/orders/${order.id}/cancel`, { refund }, customer)).statusCode).toBe(200)
  expect(await closedAt()).toBe(24)
})

test('a visit that has begun is listed and not cancelled', async () => {
  const { id, rooms, url } = await office()
  await book(id, rooms[0]!, { date: '2026-03-02', start: '10:00', end: '14:00' })
  const { order: coming } = await paidBooking(id, rooms[0]!, {
    date: '2026-03-02',
    start: '15:00',
    end: '16:00',
  })
  world.setNow('2026-03-02T09:00:00.000Z')
  const today = { date: '2026-03-02' }
  const { orders, orders_key } = (await close(url, today)).json<ErrorBody>()
  expect(orders?.map(({ is_running }) => is_running)).toEqual([true, false])

  expect((await close(url, { ...today, orders: 'cancel', orders_key })).statusCode).toBe(201)
  await world.runJobs()
  const { rows } = await world.pool.query(
    'select id::integer from orders where office_id = $1 and cancelled_at is not null',
    [id],
  )
  expect(rows).toEqual([{ id: coming.id }])
  world.setNow('2026-03-02T08:00:00.000Z')
})

test('removing a closure before its orders are cancelled keeps those orders', async () => {
  const { id, rooms, url } = await office()
  await book(id, rooms[0]!, noon)
  const { orders_key } = (await close(url, day)).json<ErrorBody>()
  const closure = (await close(url, { ...day, orders: 'cancel', orders_key })).json<Closure>()
  await open(url, closure.id)
  await world.runJobs()

  const { rows } = await world.pool.query('select cancelled_at from orders where office_id = $1', [id])
  expect(rows).toEqual([{ cancelled_at: null }])
})

/** A customer gives up an order that lies within a closure of the whole day. */
async function leftInClosure(place = {}) {
  const { id, rooms, url } = await office(1, place)
  const { customer, order } = await paidBooking(id, rooms[0]!, noon)
  expect((await close(url, { ...day, orders: 'keep' })).statusCode).toBe(201)
  const reasons = async () => {
    const { rows } = await world.pool.query(
      'select cause, lower(during) as from, upper(during) as to from occupancy where office_id = $1 order by during',
      [id],
    )
    return rows.map(({ cause, from, to }) => [cause, from.toISOString(), to.toISOString()])
  }
  const before = await reasons()
  world.setNow('2026-03-05T10:30:00.000Z')
  onTestFinished(() => world.setNow('2026-03-02T08:00:00.000Z'))
  expect((await world.post(`/api/orders/${order.id}/check_out`, {}, customer)).statusCode).toBe(200)
  const undo = () => world.post(`/api/orders/${order.id}/check_out/undo`, {}, customer)
  return { url, before, reasons, undo }
}

test('a check-out within a closure can be undone, and the rest stays closed', async () => {
  const { before, reasons, undo } = await leftInClosure({ cleaning_buffer_minutes: 30 })
  expect((await undo()).statusCode).toBe(200)

  const [morning, , ...rest] = before
  expect(await reasons()).toEqual([
    morning,
    ['closure', '2026-03-05T10:00:00.000Z', '2026-03-05T10:30:00.000Z'],
    ['order', '2026-03-05T10:30:00.000Z', '2026-03-05T12:00:00.000Z'],
    ...rest,
  ])
})

test('a check-out cannot be undone if the time was closed afterwards', async () => {
  const { url, undo } = await leftInClosure()
  for (const { id } of (await world.get(url, admin)).json<Closure[]>()) await open(url, id)
  world.setNow('2026-03-05T10:30:20.000Z')
  expect((await close(url, day)).statusCode).toBe(201)

  expect((await undo()).statusCode).toBe(409)
})
