import { setTimeout } from 'node:timers/promises'
import type { Availability } from '@keyhour/contract/availability'
import type { BookingRequest, Hold, Quote } from '@keyhour/contract/bookings'
import type { OrderDetails } from '@keyhour/contract/orders'
import { expect, test } from 'vitest'
import type { offices, subOffices } from '#server/db/schema/offices.ts'
import { startWorld } from '../../../test/world.ts'

const world = await startWorld()
type Person = Awaited<ReturnType<typeof world.user>>

async function room(
  office: Partial<typeof offices.$inferInsert> = {},
  subOffice: Partial<typeof subOffices.$inferInsert> = {},
  seats = 1,
) {
  const place = await world.office({ open_hours: '08:00', close_hours: '20:00', ...office })
  const space = await world.subOffice(place.id, subOffice)
  for (let number = 1; number <= seats; number += 1) await world.unit(place.id, space.id, number)
  return { office_id: place.id, sub_office_id: space.id, date: '2026-03-03' }
}

const book = (booking: BookingRequest, as: Person, key?: string) =>
  world.send(
    {
      method: 'POST',
      url: '/api/orders',
      payload: booking,
      ...(key && { headers: { 'idempotency-key': key } }),
    },
    as,
  )
const morning = { start: '09:00', end: '11:00' }

test('a booking becomes an order with its price, at times on the office clock', async () => {
  const person = await world.user()
  const reply = await book({ ...(await room()), ...morning }, person)

  expect(reply.statusCode).toBe(201)
  expect(reply.json()).toMatchObject({
    start: '2026-03-03T07:00:00.000Z',
    end: '2026-03-03T09:00:00.000Z',
    total_price: 10_000,
    payment_status: 'pending',
  })
})

test('the tax is that of the office, and an order keeps it when the office changes', async () => {
  const [admin, person] = [await world.user({ admin: true }), await world.user()]
  const place = await room({ currency: 'USD', tax_percent: 9, time_zone: 'America/New_York' })
  const asked = { ...place, ...morning }
  const quote = (await world.post('/api/orders/quote', asked, person)).json<Quote>()
  expect(quote).toMatchObject({ currency: 'USD', total_price: 10_000, tax: 900, tax_percent: 9, due: 10_900 })

  const wrong = await book({ ...asked, expected_total: 11_800 }, person)
  expect(wrong.statusCode).toBe(409)
  const { id, ...order } = (await book({ ...asked, expected_total: 10_900 }, person)).json<OrderDetails>()
  expect(order).toMatchObject({ tax: 900, tax_percent: 9, left: 10_900 })

  const change = (tax_percent: unknown) =>
    world.send(
      { method: 'PUT', url: `/api/admin/offices/${place.office_id}`, payload: { tax_percent } },
      admin,
    )
  for (const bad of [-1, 101, 8.875, '9', null]) expect((await change(bad)).statusCode).toBe(422)
  expect((await change(0)).json()).toMatchObject({ tax_percent: 0 })
  expect((await world.post('/api/orders/quote', asked, person)).json<Quote>()).toMatchObject({ due: 10_000 })
  expect((await world.get(`/api/orders/${id}`, person)).json<OrderDetails>()).toMatchObject({ tax: 900 })
})

test('an account that is deleted during a booking gets no order', async () => {
  const [place, person] = [await room(), await world.user()]
  const now = { office_id: place.office_id, sub_office_id: place.sub_office_id }
  const client = await world.pool.connect()
  await client.query('begin')
  await client.query('update users set deleted_at = now() where id = $1', [person.id])
  const replies = Promise.all([
    book({ ...place, ...morning }, person),
    world.post('/api/orders/start_now', now, person),
  ])
  await setTimeout(300)
  await client.query('commit')
  client.release()

  expect((await replies).map(({ statusCode }) => statusCode)).toEqual([401, 401])
})

test('two customers cannot book the same room for the same time, but can book it one after the other', async () => {
  const place = await room()
  const people = await Promise.all([1, 2, 3].map(() => world.user()))
  const replies = await Promise.all(people.map((person) => book({ ...place, ...morning }, person)))

  expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409, 409])
  expect((await book({ ...place, start: '11:00', end: '11:30' }, await world.user())).statusCode).toBe(201)
})

test('an open space can be booked as often as it has seats', async () => {
  const place = await room({}, { type: 'open_space', capacity: 3 }, 3)
  const people = await Promise.all(Array.from({ length: 5 }, () => world.user()))
  const replies = await Promise.all(people.map((person) => book({ ...place, ...morning }, person)))

  expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([201, 201, 201, 409, 409])
})

test('a customer who comes too late is offered the nearest times and similar spaces, and each can be booked', async () => {
  const [first, second] = [await world.user(), await world.user()]
  const place = await room({ lat: 10, lon: 10 }, { type: 'podcast_room' })
  const near = await room({ name: 'Pier', lat: 10, lon: 10.01 }, { name: 'Booth', type: 'podcast_room' })
  await room({ lat: 10, lon: 11 }, { type: 'podcast_room' })
  await room({ lat: 10, lon: 10.01, hidden: true }, { type: 'podcast_room' })
  await book({ ...place, ...morning }, first)
  const reply = await book({ ...place, start: '10:00', end: '11:00' }, second)

  expect(reply.statusCode).toBe(409)
  const { detail, alternatives } = reply.json()
  expect(detail).toBe('This time is no longer free.')
  expect(alternatives).toMatchObject([
    { sub_office_id: place.sub_office_id, date: '2026-03-03', start: '11:00', end: '12:00' },
    { start: '11:30' },
    { start: expect.any(String) },
    {
      office_id: near.office_id,
      sub_office_id: near.sub_office_id,
      name: 'Booth',
      office_name: 'Pier',
      start: '10:00',
      end: '11:00',
    },
  ])
  // A new hold replaces the customer's old one, so that no hold blocks the next booking.
  for (const { name, ...alternative } of alternatives)
    expect([name, (await world.post('/api/orders/hold', alternative, second)).statusCode]).toEqual([
      name,
      200,
    ])
})

test('times that are offered or shown as free leave room for cleaning before the next order', async () => {
  const cleaned = { lat: 20, lon: 20, cleaning_buffer_minutes: 30 }
  const place = await room(cleaned, { type: 'podcast_room' })
  const busy = await room(cleaned, { type: 'podcast_room' })
  await book({ ...place, start: '12:00', end: '13:00' }, await world.user())
  await book({ ...busy, start: '13:00', end: '14:00' }, await world.user())
  const late = await world.user()
  const reply = await book({ ...place, start: '12:00', end: '13:00' }, late)

  const alternatives: BookingRequest[] = reply.json().alternatives
  expect(alternatives.map(({ start }) => start)).toEqual(['10:30', '13:30', '10:00'])
  for (const alternative of alternatives)
    expect((await world.post('/api/orders/hold', alternative, late)).statusCode).toBe(200)
  const { slots } = (
    await world.get(
      `/api/offices/${place.office_id}/availability?sub_office_id=${place.sub_office_id}&date=${place.date}`,
      await world.user(),
    )
  ).json<Availability>()
  const taken = slots.filter(({ free }) => free === 0).map(({ start }) => start)
  expect(taken).toEqual(['09:30', '10:00', '10:30', '11:00', '11:30', '12:00', '12:30', '13:00'])
})

test('repeated and simultaneous requests with the same key get the same order', async () => {
  const person = await world.user()
  const booking = { ...(await room()), ...morning }
  const replies = await Promise.all(Array.from({ length: 50 }, () => book(booking, person, 'a-key')))

  expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([201]))
  expect(new Set(replies.map((reply) => reply.json<OrderDetails>().id)).size).toBe(1)
  const other = await book({ ...booking, end: '12:00' }, person, 'a-key')
  expect([other.statusCode, other.json()]).toEqual([
    409,
    { detail: 'This Idempotency-Key was used for another request.' },
  ])
})

test('a key can be used again after its booking failed', async () => {
  const person = await world.user()
  const place = await room()
  const taken = await book({ ...place, ...morning }, await world.user())
  await book({ ...place, ...morning }, person, 'again')
  await world.pool.query('delete from occupancy where order_id = $1', [taken.json().id])

  expect((await book({ ...place, ...morning }, person, 'again')).statusCode).toBe(201)
})

test('credits pay first, starting with those that expire soonest', async () => {
  const person = await world.user()
  const later = await world.credits(person.id, 9000, '2027-01-01T00:00:00Z')
  const sooner = await world.credits(person.id, 3000, '2026-04-01T00:00:00Z')
  await world.credits(person.id, 99_000, '2026-03-01T00:00:00Z')
  const reply = await book({ ...(await room()), ...morning }, person)

  expect(reply.json()).toMatchObject({ payment_status: 'credits' })
  const { rows } = await world.pool.query('select id, remaining from credit_lots where id = any($1)', [
    [later, sooner],
  ])
  // 100.00 and 18% tax: first the 30 that expire soonest, then 88 of the others.
  expect(Object.fromEntries(rows.map(({ id, remaining }) => [id, remaining]))).toEqual({
    [sooner]: 0,
    [later]: 200,
  })
})

test('the part that credits do not cover stays to be paid', async () => {
  const person = await world.user()
  await world.credits(person.id, 5000)
  const reply = await book({ ...(await room()), ...morning }, person)

  expect(reply.json()).toMatchObject({ payment_status: 'part credit' })
})

test('simultaneous bookings never spend the same credits twice', async () => {
  const person = await world.user()
  await world.credits(person.id, 11_800 * 3)
  const places = await Promise.all(Array.from({ length: 8 }, () => room()))
  const replies = await Promise.all(places.map((place) => book({ ...place, ...morning }, person)))

  expect(replies.map(({ statusCode }) => statusCode)).toEqual(Array(8).fill(201))
  const statuses = replies.map((reply) => reply.json<OrderDetails>().payment_status)
  expect(statuses.filter((status) => status === 'credits')).toHaveLength(3)
  const { rows } = await world.pool.query(
    `select sum(remaining) as remaining, (select sum(amount) from credit_ledger join credit_lots l on l.id = lot_id
     where l.user_id = $1) as ledger from credit_lots where user_id = $1`,
    [person.id],
  )
  expect(rows).toEqual([{ remaining: '0', ledger: '0' }])
})

const REFUSED: [string, Partial<BookingRequest>, number, string, string][] = [
  [
    'an end before the start',
    { start: '11:00', end: '09:00' },
    422,
    'end',
    'End time must be after start time',
  ],
  ['yesterday', { date: '2026-03-01', ...morning }, 422, 'date', 'Date cannot be in the past'],
  ['a quarter past', { start: '09:15', end: '10:00' }, 422, 'start', 'Should be a full or half hour'],
  [
    'a time before the opening',
    { start: '07:30', end: '09:00' },
    422,
    'start',
    'The office is closed at that time',
  ],
  [
    'a time past the closing',
    { start: '19:00', end: '20:30' },
    422,
    'start',
    'The office is closed at that time',
  ],
  ['half a time', { start: '09:00' }, 422, 'end', 'Choose both a start and an end'],
  ['no time', {}, 422, 'start', 'Please choose a time'],
  [
    'a day in two years',
    { date: '2028-03-03', ...morning },
    422,
    'date',
    'Bookings can be made up to a year ahead',
  ],
  [
    'an hour that the clocks skip',
    { date: '2026-03-27', start: '02:30', end: '04:00' },
    422,
    'start',
    'The clocks change on that day and skip this time. Please choose another.',
  ],
]

test.each(REFUSED)('%s is refused with its reason', async (_, times, status, field, msg) => {
  const place = await room(times.start === '02:30' ? { open_hours: null, close_hours: null } : {})
  const reply = await book({ ...place, ...times }, await world.user())

  expect([reply.statusCode, reply.json().detail[0]]).toMatchObject([status, { loc: ['body', field], msg }])
})

test.each([
  [{ hidden: true }, 404, 'This space cannot be booked.'],
  [{ coming_soon: true }, 409, 'This office is not open yet.'],
  [{ temporarily_closed: true }, 409, 'This office is temporarily closed.'],
])('an office with %o takes no bookings', async (flags, status, detail) => {
  const reply = await book({ ...(await room(flags)), ...morning }, await world.user())

  expect([reply.statusCode, reply.json()]).toEqual([status, { detail }])
})

test('a time can still be booked within half an hour of its start', async () => {
  world.setNow('2026-03-02T08:20:00.000Z')
  const place = { ...(await room()), date: '2026-03-02' }

  expect((await book({ ...place, start: '10:00', end: '11:00' }, await world.user())).statusCode).toBe(201)
  expect((await book({ ...place, start: '09:30', end: '10:00' }, await world.user())).json()).toMatchObject({
    detail: [{ msg: 'This time has already passed' }],
  })
  world.setNow('2026-03-02T08:00:00.000Z')
})

test('a stay past midnight is booked with the next date, and its cleaning time is kept free', async () => {
  const place = await room({ open_hours: '18:00', close_hours: '03:00', cleaning_buffer_minutes: 30 })
  const [first, second] = [await world.user(), await world.user()]
  const night = { ...place, start: '23:00', end_date: '2026-03-04', end: '01:00' }

  expect((await book(night, first)).json()).toMatchObject({
    start: '2026-03-03T21:00:00.000Z',
    end: '2026-03-03T23:00:00.000Z',
  })
  const next = (start: string) => ({ ...place, date: '2026-03-04', start, end: '02:00' })
  expect((await book(next('01:00'), second)).statusCode).toBe(409)
  expect((await book(next('01:30'), second)).statusCode).toBe(201)
})

test('whole days are booked, and seven days cost the weekly rate', async () => {
  const place = await room({}, { rent_type: 'day' })
  const reply = await book({ ...place, end_date: '2026-03-09' }, await world.user())

  expect(reply.json()).toMatchObject({
    start: '2026-03-03T06:00:00.000Z',
    end: '2026-03-09T18:00:00.000Z',
    total_price: 150_000,
  })
  const late = await book({ ...place, date: '2026-03-09' }, await world.user())
  expect(late.json().alternatives[0]).toMatchObject({ date: '2026-03-10' })
})

test('a space by the day is booked for whole days, even if the request has times', async () => {
  const place = await room({}, { rent_type: 'day' })
  const reply = await book({ ...place, ...morning }, await world.user())

  expect([reply.statusCode, reply.json()]).toMatchObject([
    201,
    { start: '2026-03-03T06:00:00.000Z', end: '2026-03-03T18:00:00.000Z', total_price: 30_000 },
  ])
})

test('an office without sub-offices is booked whole, at its own price', async () => {
  const office = await world.office({ price_per_hour: 20_000 })
  await world.unit(office.id)
  const whole = { office_id: office.id, sub_office_id: null, date: '2026-03-03', ...morning }

  expect((await book(whole, await world.user())).json()).toMatchObject({
    total_price: 40_000,
    SubOffice: null,
  })
  await world.subOffice(office.id)
  expect((await book(whole, await world.user())).statusCode).toBe(404)
})

test('an office rented whole needs a price before it can be booked, while a sub-office may be free of charge', async () => {
  const office = await world.office({ price_per_day: 50_000 })
  await world.unit(office.id)
  const whole = { office_id: office.id, sub_office_id: null, date: '2026-03-03', ...morning }
  const person = await world.user()

  for (const url of ['/api/orders', '/api/orders/hold', '/api/orders/quote', '/api/orders/start_now']) {
    const reply = await world.post(url, whole, person)
    expect([url, reply.statusCode, reply.json()]).toEqual([
      url,
      409,
      { detail: 'This office has no price yet and cannot be booked.' },
    ])
  }
  const free = await room({}, { price_per_hour: 0 })
  expect((await book({ ...free, ...morning }, person)).json()).toMatchObject({ total_price: 0 })
})

test('a customer who booked a whole office can still change the time after its price is removed', async () => {
  const office = await world.office({ price_per_hour: 20_000 })
  await world.unit(office.id)
  const whole = { office_id: office.id, sub_office_id: null, date: '2026-03-03', ...morning }
  const person = await world.user()
  const { id } = (await book(whole, person)).json()
  await world.pool.query('update offices set price_per_hour = 0 where id = $1', [office.id])
  const url = `/api/offices/${office.id}/availability?date=2026-03-03`

  expect((await world.get(url, person)).json()).toMatchObject({ reason: 'no_price' })
  expect((await world.get(`${url}&order_id=${id}`, person)).json()).toMatchObject({ reason: null })
  const times = { date: '2026-03-03', start: '14:00', end: '16:00' }
  const moved = await world.send({ method: 'PUT', url: `/api/orders/${id}/time`, payload: times }, person)
  expect([moved.statusCode, moved.json()]).toMatchObject([200, { total_price: 40_000 }])
})

test('a hold keeps a slot for its customer for five minutes; then it is free again', async () => {
  world.setNow('2026-03-02T08:00:00.000Z')
  const place = { ...(await room()), ...morning }
  const [first, second] = [await world.user(), await world.user()]
  const held = await world.post('/api/orders/hold', place, first)
  expect(held.json()).toMatchObject({
    expires_at: '2026-03-02T08:05:00.000Z',
    quote: { total_price: 10_000, tax: 1800, due: 11_800, left: 11_800 },
  })
  expect((await book(place, second)).statusCode).toBe(409)
  world.setNow('2026-03-02T08:05:00.000Z')

  expect((await book(place, second)).statusCode).toBe(201)
  world.setNow('2026-03-02T08:00:00.000Z')
})

test('a customer books the slot they hold, and a new hold releases the old one', async () => {
  const [first, second] = [await world.user(), await world.user()]
  const [one, other] = [
    { ...(await room()), ...morning },
    { ...(await room()), ...morning },
  ]
  await world.post('/api/orders/hold', one, first)
  await world.post('/api/orders/hold', other, first)

  expect((await book(one, second)).statusCode).toBe(201)
  expect((await book(other, first)).statusCode).toBe(201)
})

test('releasing a hold frees the slot immediately', async () => {
  const place = { ...(await room()), ...morning }
  const [first, second] = [await world.user(), await world.user()]
  await world.post('/api/orders/hold', place, first)
  await world.send({ method: 'DELETE', url: '/api/orders/hold' }, first)

  expect((await book(place, second)).statusCode).toBe(201)
})

test('a quote shows how credits and the rest would pay, and books nothing', async () => {
  const person = await world.user()
  await world.credits(person.id, 1000)
  const place = { ...(await room()), ...morning }
  const reply = await world.post('/api/orders/quote', place, person)

  expect(reply.json()).toMatchObject({ due: 11_800, with_credits: 1000, left: 10_800, rent_type: 'hour' })
  expect((await book(place, await world.user())).statusCode).toBe(201)
})

test('a booking is charged the price that was shown; a different one is refused with the new quote', async () => {
  const person = await world.user()
  await world.credits(person.id, 1000)
  const booking = { ...(await room()), ...morning }
  const quoted = (await world.post('/api/orders/quote', booking, person)).json<Quote>()
  await book({ ...booking, date: '2026-03-04' }, await world.user())
  await world.pool.query('update sub_offices set price_per_hour = 6000 where id = $1', [
    booking.sub_office_id,
  ])
  const refused = await book({ ...booking, expected_total: quoted.due }, person, 'one-key')

  expect([refused.statusCode, refused.json()]).toMatchObject([
    409,
    {
      detail: 'The price has changed in the meantime. Please check it again.',
      quote: { total_price: 12_000, due: 14_160, with_credits: 1000, left: 13_160 },
    },
  ])
  const agreed = { ...booking, expected_total: refused.json().quote.due }
  expect((await book(agreed, person, 'one-key')).json()).toMatchObject({ total_price: 12_000 })
})

test('a held slot is booked at the price of the hold, or not at all', async () => {
  const person = await world.user()
  const booking = { ...(await room()), ...morning }
  const { quote } = (await world.post('/api/orders/hold', booking, person)).json<Hold>()
  await world.pool.query('update sub_offices set price_per_hour = 4000 where id = $1', [
    booking.sub_office_id,
  ])
  const [refused, someoneElse] = [
    await book({ ...booking, expected_total: quote.due }, person),
    await book(booking, await world.user()),
  ]

  expect(refused.json().quote).toMatchObject({ due: 9440 })
  expect(someoneElse.statusCode).toBe(409)
  expect((await book({ ...booking, expected_total: 9440 }, person)).statusCode).toBe(201)
})

test('a repeated booking request gets its first answer even after the price has changed', async () => {
  const person = await world.user()
  const booking = { ...(await room()), ...morning, expected_total: 11_800 }
  const first = await book(booking, person, 'lost-answer')
  await world.pool.query('update sub_offices set price_per_hour = 6000 where id = $1', [
    booking.sub_office_id,
  ])
  const again = await book(booking, person, 'lost-answer')
  const anew = await book({ ...booking, expected_total: 14_160 }, person, 'lost-answer')

  expect([again.statusCode, anew.statusCode]).toEqual([201, 201])
  expect([again.json(), anew.json()]).toEqual([first.json(), first.json()])
})

test('a hold covers the cleaning time, too, so that it can be booked', async () => {
  const place = await room({ cleaning_buffer_minutes: 30 })
  const [first, second] = [await world.user(), await world.user()]
  await world.post('/api/orders/hold', { ...place, ...morning }, first)

  expect((await book({ ...place, start: '11:00', end: '12:00' }, second)).statusCode).toBe(409)
  expect((await book({ ...place, start: '11:30', end: '12:00' }, second)).statusCode).toBe(201)
  expect((await book({ ...place, ...morning }, first)).statusCode).toBe(201)
})

test('a customer who sends many hold requests simultaneously has one hold', async () => {
  const person = await world.user()
  const places = await Promise.all(Array.from({ length: 6 }, () => room()))
  const replies = await Promise.all(
    places.map((place) => world.post('/api/orders/hold', { ...place, ...morning }, person)),
  )

  expect(replies.map(({ statusCode }) => statusCode)).toEqual(Array(6).fill(200))
  const { rowCount } = await world.pool.query('select from occupancy where held_by = $1', [person.id])
  expect(rowCount).toBe(1)
})

test('a repeated booking request gets its first answer even after the time has passed', async () => {
  const person = await world.user()
  const booking = { ...(await room()), ...morning }
  const first = await book(booking, person, 'patient')
  world.setNow('2026-03-04T08:00:00.000Z')
  const again = await book(booking, person, 'patient')
  world.setNow('2026-03-02T08:00:00.000Z')

  expect([again.statusCode, again.json()]).toEqual([201, first.json()])
})

test('where nights end past midnight, a customer who asks for one day is offered one day', async () => {
  const place = await room({ open_hours: '18:00', close_hours: '03:00' }, { rent_type: 'day' })
  await book(place, await world.user())
  const { alternatives } = (await book(place, await world.user())).json()

  expect(alternatives[0]).toMatchObject({ date: '2026-03-04' })
  expect(alternatives[0]).not.toHaveProperty('end_date')
})
