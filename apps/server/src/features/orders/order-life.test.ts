import type { Availability, MonthAvailability } from '@keyhour/contract/availability'
import type { BookingRequest } from '@keyhour/contract/bookings'
import type { OrderDetails, OrderEvent } from '@keyhour/contract/orders'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import type { offices, subOffices } from '#server/db/schema/offices.ts'
import { endHolds } from '#server/features/bookings/end-holds.ts'
import { endOverdueVisit, endOverdueVisits } from '#server/features/visits/end-overdue-visits.ts'
import { startWorld } from '../../../test/world.ts'

const world = await startWorld()
type Person = Awaited<ReturnType<typeof world.user>>

beforeEach(() => world.setNow('2026-03-02T08:00:00.000Z'))

async function room(
  office: Partial<typeof offices.$inferInsert> = {},
  subOffice: Partial<typeof subOffices.$inferInsert> = {},
) {
  const place = await world.office({ open_hours: '08:00', close_hours: '20:00', ...office })
  const space = await world.subOffice(place.id, subOffice)
  await world.unit(place.id, space.id)
  return { office_id: place.id, sub_office_id: space.id }
}

const put = (url: string, payload: object, as: Person) => world.send({ method: 'PUT', url, payload }, as)

async function booked(
  as: Person,
  times: Partial<BookingRequest> = {},
  where?: Awaited<ReturnType<typeof room>>,
) {
  const place = where ?? (await room())
  const booking = { ...place, date: '2026-03-05', start: '09:00', end: '11:00', ...times }
  const reply = await world.post('/api/orders', booking, as)
  expect(reply.statusCode).toBe(201)
  return { place, order: reply.json<OrderDetails>() }
}

async function cancelled(order: OrderDetails, as: Person) {
  const { refund } = (await world.get(`/api/orders/${order.id}/refund`, as)).json()
  return world.post(`/api/orders/${order.id}/cancel`, { refund }, as)
}

const remainingOf = async (userId: number) =>
  Number(
    (await world.pool.query('select sum(remaining) as left from credit_lots where user_id = $1', [userId]))
      .rows[0].left,
  )

test('an early cancellation refunds everything to the lots it came from, and frees the room', async () => {
  const person = await world.user()
  await world.credits(person.id, 20_000)
  const { place, order } = await booked(person)
  expect(await remainingOf(person.id)).toBe(8200)
  expect((await world.get(`/api/orders/${order.id}/refund`, person)).json()).toEqual({
    percent: 100,
    kept: 0,
    refund: 11_800,
    refund_credits: 11_800,
    refund_card: 0,
    expired: null,
    owed: 0,
    currency: 'ILS',
  })
  const reply = await cancelled(order, person)

  expect(reply.json()).toMatchObject({ cancelled_at: '2026-03-02T08:00:00.000Z' })
  expect(await remainingOf(person.id)).toBe(20_000)
  await booked(await world.user(), {}, place)
})

test('a late cancellation refunds half, and cancelling again refunds nothing more', async () => {
  const person = await world.user()
  await world.credits(person.id, 20_000)
  const { order } = await booked(person)
  world.setNow('2026-03-04T20:00:00.000Z')
  await cancelled(order, person)
  expect(await remainingOf(person.id)).toBe(8200 + 5900)
  const again = await world.post(`/api/orders/${order.id}/cancel`, { refund: 5900 }, person)

  expect(again.statusCode).toBe(200)
  expect(await remainingOf(person.id)).toBe(8200 + 5900)
})

test('refund and time quotes can be read while another transaction changes the order', async () => {
  const person = await world.user()
  await world.credits(person.id, 20_000)
  const { order } = await booked(person)
  const other = await world.pool.connect()
  onTestFinished(async () => {
    await other.query('rollback')
    other.release()
  })
  await other.query('begin')
  await other.query('select from orders where id = $1 for update', [order.id])
  const times = { date: '2026-03-05', start: '09:00', end: '10:00' }
  const quote = await world.post(`/api/orders/${order.id}/time/quote`, times, person)

  expect((await world.get(`/api/orders/${order.id}/refund`, person)).json()).toMatchObject({ refund: 11_800 })
  expect(quote.json()).toMatchObject({ back: 5900 })
})

test('a cancellation is refused if the refund is no longer the one shown', async () => {
  const person = await world.user()
  await world.credits(person.id, 20_000)
  const { order } = await booked(person)
  world.setNow('2026-03-04T20:00:00.000Z')
  const reply = await world.post(`/api/orders/${order.id}/cancel`, { refund: 11_800 }, person)

  expect([reply.statusCode, reply.json()]).toEqual([
    409,
    { detail: 'The refund has changed in the meantime. Please check it again.' },
  ])
  expect(await remainingOf(person.id)).toBe(8200)
})

test('a customer cannot cancel, move, check in or check out an order of another customer', async () => {
  const { order } = await booked(await world.user())
  const stranger = await world.user()
  const times = { date: '2026-03-06', start: '09:00', end: '11:00' }
  const replies = [
    await world.get(`/api/orders/${order.id}/refund`, stranger),
    await world.post(`/api/orders/${order.id}/cancel`, { refund: 0 }, stranger),
    await put(`/api/orders/${order.id}/time`, times, stranger),
    await world.post(`/api/orders/${order.id}/check_in`, {}, stranger),
    await world.post(`/api/orders/${order.id}/check_out`, {}, stranger),
  ]

  for (const reply of replies) {
    expect([reply.statusCode, reply.json()]).toEqual([404, { detail: 'This order does not exist.' }])
  }
})

test('an order that is over cannot be cancelled', async () => {
  const person = await world.user()
  const { order } = await booked(person)
  world.setNow('2026-03-05T09:00:00.000Z')

  expect((await world.post(`/api/orders/${order.id}/cancel`, { refund: 0 }, person)).json()).toEqual({
    detail: 'This order is already over.',
  })
})

test('only the first check-in counts, and none is possible too early', async () => {
  const person = await world.user()
  const { order } = await booked(person)
  world.setNow('2026-03-05T06:49:00.000Z')
  expect((await world.post(`/api/orders/${order.id}/check_in`, {}, person)).statusCode).toBe(409)
  for (const moment of ['2026-03-05T06:50:00.000Z', '2026-03-05T07:30:00.000Z']) {
    world.setNow(moment)
    expect((await world.post(`/api/orders/${order.id}/check_in`, {}, person)).statusCode).toBe(200)
  }

  const { rows } = await world.pool.query('select checked_in_at from orders where id = $1', [order.id])
  expect(rows[0].checked_in_at.toISOString()).toBe('2026-03-05T06:50:00.000Z')
})

test('leaving early frees the rest of the time, except for the cleaning', async () => {
  const place = await room({ cleaning_buffer_minutes: 30 })
  const person = await world.user()
  const { order } = await booked(person, { end: '13:00' }, place)
  world.setNow('2026-03-05T08:00:00.000Z')
  expect((await world.post(`/api/orders/${order.id}/check_out`, {}, person)).statusCode).toBe(200)

  const next = { ...place, date: '2026-03-05', end: '12:00' }
  const other = await world.user()
  expect((await world.post('/api/orders', { ...next, start: '10:00' }, other)).statusCode).toBe(409)
  expect((await world.post('/api/orders', { ...next, start: '10:30' }, other)).statusCode).toBe(201)
})

test('a visit can end even if cleaning now takes longer than the time before the next order', async () => {
  const place = await room()
  const next = await booked(await world.user(), { date: '2026-03-02', start: '13:00', end: '14:00' }, place)
  const person = await world.user()
  const first = await world.post('/api/orders/start_now', place, person)
  await world.pool.query('update offices set cleaning_buffer_minutes = 30 where id = $1', [place.office_id])
  world.setNow('2026-03-02T10:50:00.000Z')

  expect((await world.post(`/api/orders/${first.json().id}/check_out`, {}, person)).statusCode).toBe(200)
  const { rows } = await world.pool.query(
    "select upper(during) as until from occupancy where order_id = $1 and cause = 'buffer'",
    [first.json().id],
  )
  expect(rows[0].until.toISOString()).toBe(next.order.start)
})

test('a visit that starts now has no end, keeps the room until the next order, and is priced when it ends', async () => {
  const place = await room()
  await booked(await world.user(), { date: '2026-03-02', start: '13:00', end: '14:00' }, place)
  const person = await world.user()
  await world.credits(person.id, 50_000)
  world.setNow('2026-03-02T08:10:00.000Z')
  const started = await world.post('/api/orders/start_now', place, person)
  expect(started.statusCode).toBe(201)
  expect(started.json()).toMatchObject({ start: '2026-03-02T08:10:00.000Z', end: null, total_price: 0 })
  const { rows } = await world.pool.query(
    'select upper(during) as until from occupancy where order_id = $1',
    [started.json().id],
  )
  expect(rows[0].until.toISOString()).toBe('2026-03-02T11:00:00.000Z')

  world.setNow('2026-03-02T09:15:00.000Z')
  const ended = await world.post(`/api/orders/${started.json().id}/check_out`, {}, person)
  // 65 minutes: three half-hours have begun.
  expect(ended.json()).toMatchObject({
    end: '2026-03-02T09:15:00.000Z',
    total_price: 7500,
    payment_status: 'credits',
  })
})

test('a visit cannot start less than half an hour before the next order or closing time, or in a closed office', async () => {
  const place = await room()
  await booked(await world.user(), { date: '2026-03-02', start: '10:30', end: '12:00' }, place)
  world.setNow('2026-03-02T08:10:00.000Z')
  const tooShort = await world.post('/api/orders/start_now', place, await world.user())
  expect([tooShort.statusCode, tooShort.json().detail]).toEqual([409, 'This time is no longer free.'])
  world.setNow('2026-03-02T17:31:00.000Z')
  const tooLate = await world.post('/api/orders/start_now', place, await world.user())
  expect([tooLate.statusCode, tooLate.json().detail]).toEqual([
    409,
    'The office closes in less than half an hour.',
  ])
  world.setNow('2026-03-02T20:00:00.000Z')
  const closed = await world.post('/api/orders/start_now', place, await world.user())
  expect([closed.statusCode, closed.json().detail]).toEqual([409, 'The office is closed at that time'])
})

test('after midnight the current night can still be seen, booked and started', async () => {
  const bar = await room({ open_hours: '18:00', close_hours: '03:00' })
  const byDay = await room({ open_hours: '18:00', close_hours: '03:00' }, { rent_type: 'day' })
  world.setNow('2026-03-02T22:40:00.000Z') // 00:40 on 3 March in Jerusalem.
  const url = `/api/offices/${bar.office_id}/availability?date=2026-03-02&sub_office_id=${bar.sub_office_id}`
  const day = (await world.get(url)).json<Availability>()
  const free = day.slots.filter((slot) => slot.free > 0).map(({ start }) => start)

  expect([day.reason, free]).toEqual([null, ['00:30', '01:00', '01:30', '02:00', '02:30']])
  const night = await booked(await world.user(), { date: '2026-03-03', start: '01:30', end: '03:00' }, bar)
  expect(night.order.end).toBe('2026-03-03T01:00:00.000Z')
  const started = await world.post('/api/orders/start_now', bar, await world.user())
  expect(started.statusCode).toBe(201)
  const wholeNight = await world.post('/api/orders', { ...byDay, date: '2026-03-02' }, await world.user())
  expect([wholeNight.statusCode, wholeNight.json().end]).toEqual([201, '2026-03-03T01:00:00.000Z'])

  world.setNow('2026-03-03T01:00:00.000Z') // 03:00 in Jerusalem: closed.
  const over = await world.post('/api/orders', { ...byDay, date: '2026-03-02' }, await world.user())
  expect(over.json().detail).toMatchObject([{ msg: 'Date cannot be in the past' }])
})

test('on the night of a clock change the current night ends at closing time', async () => {
  const office = { time_zone: 'Europe/Berlin', open_hours: '18:00', close_hours: '04:00' }
  const byDay = await room(office, { rent_type: 'day' })
  const wholeNight = { ...byDay, date: '2026-03-28' }
  world.setNow('2026-03-29T01:59:00.000Z') // 03:59 summer time, nine hours after opening.
  const reply = await world.post('/api/orders', wholeNight, await world.user())
  expect([reply.statusCode, reply.json().start, reply.json().end]).toEqual([
    201,
    '2026-03-28T17:00:00.000Z',
    '2026-03-29T02:00:00.000Z',
  ])
  world.setNow('2026-03-29T02:00:00.000Z')

  expect((await world.post('/api/orders', wholeNight, await world.user())).statusCode).toBe(422)
})

test('starting a visit twice with one key starts it once, and ends all holds of the customer', async () => {
  const [place, other] = [await room(), await room({}, { capacity: 2 })]
  const person = await world.user()
  await world.post('/api/orders/hold', { ...other, date: '2026-03-05', start: '09:00', end: '11:00' }, person)
  const start = (payload: object) =>
    world.send(
      { method: 'POST', url: '/api/orders/start_now', payload, headers: { 'idempotency-key': 'door' } },
      person,
    )
  const replies = await Promise.all([1, 2, 3, 4].map(() => start(place)))
  const [first] = replies.map((reply) => reply.json())

  expect(replies.map((reply) => [reply.statusCode, reply.json()])).toEqual(Array(4).fill([201, first]))
  expect((await start(other)).statusCode).toBe(409)
  const { rowCount } = await world.pool.query('select from occupancy where held_by = $1', [person.id])
  expect(rowCount).toBe(0)
})

test('a visit without a check-out ends once, with its reservation', async () => {
  const place = await room()
  const person = await world.user()
  await world.credits(person.id, 100_000)
  const { id: order_id } = (await world.post('/api/orders/start_now', place, person)).json()
  world.setNow('2026-03-02T17:59:00.000Z')
  await endOverdueVisit.run(world, { order_id })
  world.setNow('2026-03-02T18:05:00.000Z')
  await endOverdueVisits.run(world, {})
  await endOverdueVisits.run(world, {})
  await Promise.all([1, 2, 3].map(() => endOverdueVisit.run(world, { order_id })))
  await world.runJobs()

  const order = await world.get(`/api/orders/${order_id}`, person)
  expect(order.json()).toMatchObject({ end: '2026-03-02T18:00:00.000Z', total_price: 50_000 })
  expect(await remainingOf(person.id)).toBe(100_000 - 59_000)
  const events = (await world.get(`/api/orders/${order_id}/events`, person)).json<OrderEvent[]>()
  expect(events.map(({ kind }) => kind)).toEqual(['started', 'checked out'])
})

test('a visit that cannot be ended does not keep other visits from ending', async () => {
  const person = await world.user()
  const start = async () => (await world.post('/api/orders/start_now', await room(), person)).json().id
  const [broken, sound] = [await start(), await start()]
  await world.pool.query(`
    create function refuse_to_end() returns trigger language plpgsql as $$ begin raise 'no'; end $$;
    create trigger refuse_to_end before update on orders for each row when (old.id = ${broken})
      execute function refuse_to_end()`)
  onTestFinished(async () => void (await world.pool.query('drop function refuse_to_end() cascade')))
  world.setNow('2026-03-02T18:05:00.000Z')
  await endOverdueVisits.run(world, {})
  const { rows } = await world.pool.query(
    "delete from pgboss.job where name = 'end-overdue-visit' returning data",
  )
  await Promise.allSettled(rows.map(({ data }) => endOverdueVisit.run(world, data)))

  const endOf = async (id: number) => (await world.get(`/api/orders/${id}`, person)).json().end
  expect([await endOf(broken), await endOf(sound)]).toEqual([null, '2026-03-02T18:00:00.000Z'])
})

test('an order can be moved while cancelling is free, and a higher price is charged', async () => {
  const person = await world.user()
  await world.credits(person.id, 20_000)
  const { place, order } = await booked(person)
  const times = { date: '2026-03-06', start: '14:00', end: '17:00' }
  const moved = await put(`/api/orders/${order.id}/time`, times, person)

  expect(moved.json()).toMatchObject({
    id: order.id,
    start: '2026-03-06T12:00:00.000Z',
    end: '2026-03-06T15:00:00.000Z',
    total_price: 15_000,
    payment_status: 'credits',
  })
  expect(await remainingOf(person.id)).toBe(20_000 - 17_700)
  await booked(await world.user(), {}, place)
})

test('the quote for another time shows the exact extra charge or refund, and changes nothing', async () => {
  const person = await world.user()
  await world.credits(person.id, 20_000)
  const { order } = await booked(person)
  const quote = async (start: string, end: string) =>
    (
      await world.post(`/api/orders/${order.id}/time/quote`, { date: '2026-03-05', start, end }, person)
    ).json()
  const longer = await quote('09:00', '13:30')
  const shorter = await quote('10:00', '11:00')
  const moved = await put(
    `/api/orders/${order.id}/time`,
    { date: '2026-03-05', start: '09:00', end: '13:30' },
    person,
  )

  expect(longer).toEqual({
    currency: 'ILS',
    due: 26_550,
    kept: 0,
    more: 14_750,
    with_credits: 8200,
    left: 6550,
    back: 0,
    back_card: 0,
    expired: null,
  })
  expect(shorter).toMatchObject({ due: 5900, kept: 0, more: 0, back: 5900 })
  expect(moved.json()).toMatchObject({ paid_with_credits: 20_000 })
})

test('a time is changed at the price that was shown; a different one is refused with the new quote', async () => {
  const person = await world.user()
  await world.credits(person.id, 20_000)
  const { order } = await booked(person)
  const url = `/api/orders/${order.id}/time`
  const longer = { date: '2026-03-05', start: '09:00', end: '12:00' }
  const refused = await put(url, { ...longer, expected_total: 17_699 }, person)

  expect([refused.statusCode, refused.json()]).toEqual([
    409,
    {
      detail: 'The price has changed in the meantime. Please check it again.',
      time_quote: {
        currency: 'ILS',
        due: 17_700,
        kept: 0,
        more: 5900,
        with_credits: 5900,
        left: 0,
        back: 0,
        back_card: 0,
        expired: null,
      },
    },
  ])
  expect(await remainingOf(person.id)).toBe(20_000 - 11_800)
  expect((await put(url, { ...longer, expected_total: 17_700 }, person)).json()).toMatchObject({
    total_price: 15_000,
  })
})

test('a running order can be quoted for a later end, although its start has passed', async () => {
  const person = await world.user()
  const { order } = await booked(person, { date: '2026-03-02', start: '11:00', end: '12:00' })
  world.setNow('2026-03-02T09:45:00.000Z')
  const times = { date: '2026-03-02', start: '11:00', end: '13:00' }
  const reply = await world.post(`/api/orders/${order.id}/time/quote`, times, person)
  const elsewhere = await world.post(`/api/orders/${order.id}/time/quote`, times, await world.user())

  expect(reply.json()).toMatchObject({ due: 11_800, more: 11_800, left: 11_800 })
  expect(elsewhere.statusCode).toBe(404)
})

test('a running order can be extended while the time after it is free; otherwise the refusal has alternatives', async () => {
  const person = await world.user()
  const { place, order } = await booked(person)
  await booked(await world.user(), { start: '12:00', end: '13:00' }, place)
  world.setNow('2026-03-05T08:00:00.000Z')
  const until = (end: string) =>
    put(`/api/orders/${order.id}/time`, { date: '2026-03-05', start: '09:00', end }, person)

  expect((await until('12:00')).json()).toMatchObject({
    end: '2026-03-05T10:00:00.000Z',
    total_price: 15_000,
  })
  const tooLong = await until('12:30')
  expect([tooLong.statusCode, tooLong.json().detail]).toEqual([409, 'This time is no longer free.'])
  expect((await world.get(`/api/orders/${order.id}`, person)).json().end).toBe('2026-03-05T10:00:00.000Z')
})

/** Two seats with half an hour of cleaning time, each with an order from 9:00 to 11:00. */
async function twoTakenSeats() {
  const desks = await room({ cleaning_buffer_minutes: 30 }, { type: 'open_space', capacity: 2 })
  await world.unit(desks.office_id, desks.sub_office_id, 2)
  const [neighbour, guest] = [await world.user(), await world.user()]
  const first = await booked(neighbour, {}, desks)
  const { order } = await booked(guest, {}, desks)
  const until = (end: string) =>
    put(`/api/orders/${order.id}/time`, { date: '2026-03-05', start: '09:00', end }, guest)
  return { desks, neighbour, neighbours: first.order, guest, order, until }
}

/** On 5 March on the office clock, two hours ahead of UTC. */
async function seatsOf(order: OrderDetails): Promise<string[]> {
  const { rows } = await world.pool.query(
    `select concat_ws(' ', number, cause, to_char(lower(during) + interval '2 hours', 'HH24:MI'),
       to_char(upper(during) + interval '2 hours', 'HH24:MI')) as seat
     from occupancy join units on units.office_id = occupancy.office_id and units.id = unit_id
     where order_id = $1 order by lower(during), number`,
    [order.id],
  )
  return rows.map(({ seat }) => seat)
}

test('a customer who extends a running visit keeps their seat, even if another one is free', async () => {
  const { neighbour, neighbours, order, until } = await twoTakenSeats()
  await cancelled(neighbours, neighbour)
  world.setNow('2026-03-05T08:00:00.000Z')

  expect((await until('12:00')).statusCode).toBe(200)
  expect(await seatsOf(order)).toEqual(['2 order 10:00 12:00', '2 buffer 12:00 12:30'])
})

test('a customer whose seat is taken later continues at another one, and the first seat is cleaned', async () => {
  const { desks, neighbour, neighbours, guest, order, until } = await twoTakenSeats()
  const next = { start: '11:30', end: '13:00' }
  const [other, afterMe] = [await world.user(), await world.user()]
  const atOther = await booked(other, next, desks)
  const atMine = await booked(afterMe, next, desks)
  await cancelled(atOther.order, other)
  world.setNow('2026-03-05T07:30:00.000Z')
  await world.post(`/api/orders/${neighbours.id}/check_out`, {}, neighbour)
  world.setNow('2026-03-05T08:00:00.000Z')

  expect((await until('12:00')).statusCode).toBe(200)
  expect(await seatsOf(order)).toEqual([
    '1 order 10:00 12:00',
    '2 buffer 10:00 10:30',
    '1 buffer 12:00 12:30',
  ])
  expect(await seatsOf(atMine.order)).toEqual(['2 order 11:30 13:00', '2 buffer 13:00 13:30'])
  world.setNow('2026-03-05T08:10:00.000Z')
  await world.post(`/api/orders/${order.id}/check_out`, {}, guest)
  expect(await seatsOf(order)).toEqual(['2 buffer 10:00 10:30', '1 buffer 10:10 10:40'])
})

test('a room is cleaned after a customer who came early and left before the start', async () => {
  const place = await room({ cleaning_buffer_minutes: 30 })
  const person = await world.user()
  world.setNow('2026-03-05T06:50:00.000Z')
  const { order } = await booked(person, {}, place)
  await world.post(`/api/orders/${order.id}/check_in`, {}, person)
  expect((await world.post(`/api/orders/${order.id}/check_out`, {}, person)).statusCode).toBe(200)

  expect(await seatsOf(order)).toEqual(['1 buffer 09:00 09:30'])
})

test('shortly before the start only the end can change, and shortening refunds what cancelling would', async () => {
  const person = await world.user()
  await world.credits(person.id, 20_000)
  const { order } = await booked(person)
  world.setNow('2026-03-04T20:00:00.000Z')
  const later = { date: '2026-03-09', start: '09:00', end: '11:00' }
  expect((await put(`/api/orders/${order.id}/time`, later, person)).json()).toEqual({
    detail: 'It is too late to change the start. You can still change the end.',
  })
  const shorter = { date: '2026-03-05', start: '09:00', end: '10:00' }
  const quote = await world.post(`/api/orders/${order.id}/time/quote`, shorter, person)
  // 59.00 less, half of which is refunded.
  expect(quote.json()).toMatchObject({ due: 8850, kept: 2950, more: 0, back: 2950 })
  for (const _ of ['once', 'once more changes nothing']) {
    const moved = await put(`/api/orders/${order.id}/time`, shorter, person)
    expect(moved.json()).toMatchObject({ total_price: 7500, refunded: 2950, payment_status: 'credits' })
    expect(await remainingOf(person.id)).toBe(8200 + 2950)
  }
})

test.each([
  ['in time', '2026-03-02T09:00:00.000Z', 5000, 0],
  ['late', '2026-03-04T20:00:00.000Z', 7500, 2950],
  ['after the start', '2026-03-05T07:30:00.000Z', 10_000, 5900],
])('an unpaid order that is shortened %s costs as much as a paid one', async (_, now, price, kept) => {
  const person = await world.user()
  const { order } = await booked(person)
  world.setNow(now)
  const shorter = { date: '2026-03-05', start: '09:00', end: '10:00' }
  const quote = await world.post(`/api/orders/${order.id}/time/quote`, shorter, person)
  const moved = await put(`/api/orders/${order.id}/time`, shorter, person)

  expect(quote.json()).toMatchObject({ due: price * 1.18, kept, left: price * 1.18, back: 0 })
  expect(moved.json()).toMatchObject({
    end: '2026-03-05T08:00:00.000Z',
    total_price: price,
    payment_status: 'pending',
  })
})

test('days given back late stay in the price at what cancelling them would cost', async () => {
  const place = await room({}, { rent_type: 'day', price_per_day: 30_000, price_per_week: 0 })
  const person = await world.user()
  const stay = { ...place, date: '2026-03-05', end_date: '2026-03-08' }
  const { id } = (await world.post('/api/orders', stay, person)).json<OrderDetails>()
  world.setNow('2026-03-04T20:00:00.000Z')
  const times = { date: '2026-03-05', end_date: '2026-03-06' }

  expect((await put(`/api/orders/${id}/time`, times, person)).json()).toMatchObject({
    end: '2026-03-06T18:00:00.000Z',
    total_price: 90_000,
  })
})

test('a day shows its free half-hours on the office clock, and why the others are not free', async () => {
  const place = await room()
  await booked(await world.user(), { date: '2026-03-02', start: '12:00', end: '13:00' }, place)
  world.setNow('2026-03-02T08:40:00.000Z')
  const url = `/api/offices/${place.office_id}/availability?date=2026-03-02&sub_office_id=${place.sub_office_id}`
  const day = (await world.get(url)).json()

  expect(day).toMatchObject({ units: 1, reason: null, time_zone: 'Asia/Jerusalem' })
  expect(day.slots).toHaveLength(24)
  const at = (start: string) => day.slots.find((slot: { start: string }) => slot.start === start)
  expect(at('10:00')).toMatchObject({ free: 0, reason: 'past' })
  expect(at('10:30')).toMatchObject({ end: '11:00', free: 1, reason: null })
  expect(at('12:30')).toMatchObject({ free: 0, reason: 'booked' })
})

test('a day gives a reason only if nothing of it is free', async () => {
  const [hours, days] = [await room(), await room({}, { rent_type: 'day' })]
  const reasonOf = async ({ office_id, sub_office_id }: typeof hours, date: string) => {
    const url = `/api/offices/${office_id}/availability?date=${date}&sub_office_id=${sub_office_id}`
    return (await world.get(url)).json().reason
  }
  expect([await reasonOf(hours, '2026-03-02'), await reasonOf(days, '2026-03-05')]).toEqual([null, null])
  await booked(await world.user(), { date: '2026-03-02', start: '10:00', end: '20:00' }, hours)
  await world.post('/api/orders', { ...days, date: '2026-03-05' }, await world.user())

  expect([await reasonOf(hours, '2026-03-02'), await reasonOf(days, '2026-03-05')]).toEqual([
    'booked',
    'booked',
  ])
  expect(await reasonOf(hours, '2026-03-01')).toBe('past')
})

test('a month shows which days are free, how many seats each has, and why the others are not free', async () => {
  const desks = await room({ time_zone: 'Europe/Berlin' }, { type: 'open_space', rent_type: 'day' })
  await world.unit(desks.office_id, desks.sub_office_id, 2)
  const admin = await world.user({ admin: true })
  const [first, second] = [await world.user(), await world.user()]
  // Spans the night of the clock change.
  await world.post('/api/orders', { ...desks, date: '2026-03-27', end_date: '2026-03-30' }, first)
  await world.post('/api/orders', { ...desks, date: '2026-03-30', end_date: '2026-04-02' }, second)
  const closure = { sub_office_id: null, date: '2026-03-10', end_date: '2026-03-11', reason: 'Repairs' }
  expect(
    (await world.post(`/api/admin/offices/${desks.office_id}/closures`, closure, admin)).statusCode,
  ).toBeLessThan(300)
  const query = `month=2026-03&sub_office_id=${desks.sub_office_id}`
  const reply = await world.get(`/api/offices/${desks.office_id}/availability/month?${query}`)
  const { units, days } = reply.json<MonthAvailability>()

  expect([units, days.length]).toEqual([2, 31])
  const on = (day: number) => days[day - 1]
  expect(on(1)).toEqual({ date: '2026-03-01', free: 0, reason: 'past' })
  expect(on(2)).toEqual({ date: '2026-03-02', free: 2, reason: null })
  expect([9, 10, 11, 12].map((day) => on(day)!.reason)).toEqual([null, 'closure', 'closure', null])
  expect([26, 27, 28, 29, 30, 31].map((day) => on(day)!.free)).toEqual([2, 1, 1, 1, 0, 1])
  expect(on(30)!.reason).toBe('booked')
})

test("a month shows the customer's own hold as free, and an invalid month is refused", async () => {
  const days = await room({}, { rent_type: 'day' })
  const person = await world.user()
  await world.post('/api/orders/hold', { ...days, date: '2026-03-05' }, person)
  const url = `/api/offices/${days.office_id}/availability/month?sub_office_id=${days.sub_office_id}`
  const fifth = async (as?: Person) => (await world.get(`${url}&month=2026-03`, as)).json().days[4]

  expect([await fifth(person), await fifth()]).toMatchObject([{ free: 1 }, { free: 0, reason: 'booked' }])
  expect((await world.get(`${url}&month=2026-13`)).statusCode).toBe(422)
})

test.each([
  ['?date=0000-01-01', 422],
  ['?date=0001-01-01', 422],
  ['?date=2000-01-01', 200],
  ['?date=2999-12-31', 200],
  ['?date=9999-12-31', 422],
  ['/month?month=0000-01', 422],
  ['/month?month=2999-12', 200],
  ['/month?month=9999-12', 422],
])('calendars go from the year 2000 to 2999: %s answers %i', async (query, status) => {
  const place = await room({ time_zone: 'America/New_York' })
  const url = `/api/offices/${place.office_id}/availability${query}&sub_office_id=${place.sub_office_id}`

  expect((await world.get(url)).statusCode).toBe(status)
})

test.each([
  [{ temporarily_closed: true }, 'temporarily_closed'],
  [{ coming_soon: true }, 'coming_soon'],
])('a day of an office with %o says why nothing can be booked', async (flags, reason) => {
  const place = await room(flags)
  const admin = await world.user({ admin: true })
  const url = `/api/offices/${place.office_id}/availability?date=2026-03-05&sub_office_id=${place.sub_office_id}`
  const month = `/api/offices/${place.office_id}/availability/month?month=2026-03&sub_office_id=${place.sub_office_id}`

  expect((await world.get(url, admin)).json()).toMatchObject({ reason })
  expect((await world.get(month, admin)).json().days[4]).toMatchObject({ free: 0, reason })
})

test('a hold counts as taken for others and as free for its customer, until it expires', async () => {
  const place = await room()
  const person = await world.user()
  await world.post('/api/orders/hold', { ...place, date: '2026-03-05', start: '09:00', end: '10:00' }, person)
  const url = `/api/offices/${place.office_id}/availability?date=2026-03-05&sub_office_id=${place.sub_office_id}`
  const nine = async (as?: Person) => (await world.get(url, as)).json().slots[2]

  expect([await nine(), await nine(person)]).toMatchObject([
    { start: '09:00', free: 0 },
    { start: '09:00', free: 1 },
  ])
  world.setNow('2026-03-02T08:05:00.000Z')
  expect(await nine()).toMatchObject({ free: 1 })
  await endHolds.run(world, {})
  expect((await world.pool.query(`select from occupancy where cause = 'hold'`)).rowCount).toBe(0)
})

test('an order and its cleaning time count as free for people who may move it, and for nobody else', async () => {
  const place = await room({ cleaning_buffer_minutes: 30 })
  const [person, stranger, admin] = [
    await world.user(),
    await world.user(),
    await world.user({ admin: true }),
  ]
  const { order } = await booked(person, {}, place)
  await booked(stranger, { start: '14:00', end: '15:00' }, place)
  const url = `/api/offices/${place.office_id}/availability?date=2026-03-05&sub_office_id=${place.sub_office_id}`
  const taken = async (query: string, as?: Person) =>
    (await world.get(`${url}${query}`, as))
      .json<Availability>()
      .slots.filter(({ free }) => free === 0)
      .map(({ start }) => start)
  const others = ['13:30', '14:00', '14:30', '15:00']

  expect(await taken('', person)).toEqual(['08:30', '09:00', '09:30', '10:00', '10:30', '11:00', ...others])
  expect(await taken(`&order_id=${order.id}`, person)).toEqual(others)
  expect(await taken(`&order_id=${order.id}`, admin)).toEqual(others)
  for (const as of [stranger, undefined])
    expect((await world.get(`${url}&order_id=${order.id}`, as)).statusCode).toBe(404)
})

test('a month shows the days of an order as free to the customer who moves it', async () => {
  const hours = { open_hours: null, close_hours: null, cleaning_buffer_minutes: 30 }
  const days = await room(hours, { rent_type: 'day' })
  const person = await world.user()
  const stay = { ...days, date: '2026-03-05', end_date: '2026-03-06' }
  const { id } = (await world.post('/api/orders', stay, person)).json<OrderDetails>()
  const url = `/api/offices/${days.office_id}/availability/month?sub_office_id=${days.sub_office_id}&month=2026-03`
  const taken = async (query: string) =>
    (await world.get(`${url}${query}`, person))
      .json<MonthAvailability>()
      .days.filter(({ reason }) => reason === 'booked')
      .map(({ date }) => date)

  expect(await taken('')).toEqual(['2026-03-04', '2026-03-05', '2026-03-06', '2026-03-07'])
  expect(await taken(`&order_id=${id}`)).toEqual([])
})

test("alternatives for a move may overlap the order's time, but never equal it", async () => {
  const place = await room({ open_hours: '09:00', close_hours: '13:00', lat: 40, lon: 40 })
  const person = await world.user()
  const { order } = await booked(person, { start: '09:00', end: '11:00' }, place)
  await booked(await world.user(), { start: '11:30', end: '13:00' }, place)
  const times = { date: '2026-03-05', start: '10:00', end: '12:00' }
  const { alternatives } = (await put(`/api/orders/${order.id}/time`, times, person)).json()

  expect(alternatives.map(({ start, end }: BookingRequest) => `${start}-${end}`)).toEqual(['09:30-11:30'])
})

test("a customer's own hold can be among the alternatives they are offered", async () => {
  const place = await room({ open_hours: '09:00', close_hours: '12:00', lat: 50, lon: 50 })
  const person = await world.user()
  await booked(await world.user(), { start: '09:00', end: '10:00' }, place)
  const hold = { ...place, date: '2026-03-05', start: '10:00', end: '12:00' }
  expect((await world.post('/api/orders/hold', hold, person)).statusCode).toBe(200)
  const wanted = { ...place, date: '2026-03-05', start: '09:30', end: '11:30' }
  const { alternatives } = (await world.post('/api/orders', wanted, person)).json()

  expect(alternatives).toMatchObject([{ start: '10:00', end: '12:00' }])
})

test('what was already refunded is not refunded again when the rest is cancelled', async () => {
  const person = await world.user()
  await world.credits(person.id, 11_800)
  const { order } = await booked(person)
  await put(`/api/orders/${order.id}/time`, { date: '2026-03-05', start: '09:00', end: '10:00' }, person)
  expect(await remainingOf(person.id)).toBe(5900)
  world.setNow('2026-03-04T20:00:00.000Z')
  expect((await world.get(`/api/orders/${order.id}/refund`, person)).json()).toMatchObject({ refund: 2950 })
  const reply = await cancelled(order, person)

  expect(reply.json()).toMatchObject({ refunded: 5900 + 2950 })
  expect(await remainingOf(person.id)).toBe(5900 + 2950)
})

test('an order shortened to what is already paid counts as paid', async () => {
  const person = await world.user()
  await world.credits(person.id, 8000)
  const { order } = await booked(person)
  expect(order.payment_status).toBe('part credit')
  const shorter = { date: '2026-03-05', start: '09:00', end: '10:00' }
  const reply = await put(`/api/orders/${order.id}/time`, shorter, person)

  expect(reply.json()).toMatchObject({ payment_status: 'credits', refunded: 2100 })
})

test('an extension costs the hourly rate of the time of booking', async () => {
  const person = await world.user()
  const { place, order } = await booked(person)
  await world.pool.query('update sub_offices set price_per_hour = 9900 where id = $1', [place.sub_office_id])
  const longer = { date: '2026-03-05', start: '09:00', end: '12:00' }

  expect((await put(`/api/orders/${order.id}/time`, longer, person)).json()).toMatchObject({
    base_price: 5000,
    total_price: 15_000,
  })
})

test('a visit without an end cannot be cancelled: checking out prices it', async () => {
  const person = await world.user()
  const { id } = (await world.post('/api/orders/start_now', await room(), person)).json<OrderDetails>()
  world.setNow('2026-03-02T09:00:00.000Z')
  const replies = [
    await world.get(`/api/orders/${id}/refund`, person),
    await world.post(`/api/orders/${id}/cancel`, { refund: 0 }, person),
  ]

  for (const reply of replies)
    expect([reply.statusCode, reply.json()]).toEqual([
      409,
      { detail: 'This visit is in progress. Check out to end it.' },
    ])
  expect((await world.post(`/api/orders/${id}/check_out`, {}, person)).json()).toMatchObject({
    total_price: 5000,
  })
})

test('a customer who cannot start a visit now is offered times and spaces that can be booked', async () => {
  const place = await room({ lat: 20, lon: 20 }, { type: 'clinics' })
  await room({ lat: 20, lon: 20.01 }, { type: 'clinics' })
  await booked(await world.user(), { date: '2026-03-02', start: '10:00', end: '11:00' }, place)
  world.setNow('2026-03-02T08:10:00.000Z')
  const person = await world.user()
  await world.credits(person.id, 100_000)
  const { alternatives } = (await world.post('/api/orders/start_now', place, person)).json()

  expect(alternatives.length).toBeGreaterThan(1)
  for (const { name, ...alternative } of alternatives)
    expect([name, (await world.post('/api/orders', alternative, person)).statusCode]).toEqual([name, 201])
})

test('an office that opens at a quarter past offers the half-hours that can be booked', async () => {
  const place = await room({ open_hours: '08:15', close_hours: '10:15' })
  const url = `/api/offices/${place.office_id}/availability?date=2026-03-05&sub_office_id=${place.sub_office_id}`
  const { slots } = (await world.get(url)).json()

  expect(slots.map(({ start, end }: { start: string; end: string }) => `${start}-${end}`)).toEqual([
    '08:30-09:00',
    '09:00-09:30',
    '09:30-10:00',
  ])
})
