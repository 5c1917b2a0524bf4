import type { BookingRequest } from '@keyhour/contract/bookings'
import type { SpaceRef } from '@keyhour/contract/offices'
import type { OrderDetails } from '@keyhour/contract/orders'
import { beforeEach, expect, test } from 'vitest'
import type { offices } from '#server/db/schema/offices.ts'
import { checkLedger } from '#server/features/credits/check-ledger.ts'
import { startWorld } from '../../../test/world.ts'

const world = await startWorld()
type Person = Awaited<ReturnType<typeof world.user>>

beforeEach(() => world.setNow('2026-03-02T08:00:00.000Z'))

const admin = await world.user({ admin: true })

/** Several rooms at 50.00 an hour before tax. */
async function newOffice(given: Partial<typeof offices.$inferInsert> = {}, rooms = 3): Promise<SpaceRef[]> {
  const office = await world.office({ open_hours: '08:00', close_hours: '20:00', ...given })
  return Promise.all(
    Array.from({ length: rooms }, async () => {
      const room = await world.subOffice(office.id)
      await world.unit(office.id, room.id)
      return { office_id: office.id, sub_office_id: room.id }
    }),
  )
}

const book = (place: SpaceRef, as: Person, times: Partial<BookingRequest> = {}) =>
  world.post('/api/orders', { ...place, date: '2026-03-05', start: '09:00', end: '11:00', ...times }, as)
const startNow = (place: SpaceRef, as: Person) => world.post('/api/orders/start_now', place, as)
const pay = (id: number, as: Person) => world.post(`/api/orders/${id}/pay`, {}, as)
const cancel = (id: number, as: Person) => world.post(`/api/orders/${id}/cancel`, { refund: 0 }, as)
const changeTime = (id: number, end: string, as: Person) =>
  world.send(
    {
      method: 'PUT',
      url: `/api/orders/${id}/time`,
      payload: { date: '2026-03-05', start: '09:00', end },
    },
    as,
  )

const ONE_UNPAID =
  'You have an unpaid booking in this office. Please pay for it or buy credits, and then try again.'
const PAY_FIRST =
  'Bookings in this office are paid when they are made. Please buy credits, and then try again, or ask the office.'

test('a person may leave one booking unpaid in an office, and is told what to do about the second', async () => {
  const person = await world.user()
  const [[first, second], [elsewhere]] = [await newOffice(), await newOffice()]
  const { id } = (await book(first!, person)).json<OrderDetails>()
  const refused = await book(second!, person)

  expect([refused.statusCode, refused.json()]).toEqual([409, { detail: ONE_UNPAID, unpaid_orders: [id] }])
  expect((await book(elsewhere!, person)).statusCode).toBe(201)
  expect((await book(second!, await world.user())).statusCode).toBe(201)
})

test('a booking that credits cover is never refused for a debt, one that they cover in part is', async () => {
  const person = await world.user()
  const [first, second, third] = await newOffice()
  await book(first!, person)
  await world.credits(person.id, 15_000)

  expect((await book(second!, person)).json()).toMatchObject({ payment_status: 'credits' })
  expect((await book(third!, person)).json()).toMatchObject({ detail: ONE_UNPAID })
})

test('an office may allow more unpaid bookings, or none', async () => {
  const person = await world.user()
  const [[one, two, three], [strict]] = [
    await newOffice({ unpaid_bookings_allowed: 2 }),
    await newOffice({ unpaid_bookings_allowed: 0 }),
  ]
  const orders = [(await book(one!, person)).json(), (await book(two!, person)).json()]
  const [third, unpaid] = [await book(three!, person), await book(strict!, person)]

  expect(third.json()).toEqual({
    detail:
      'You have 2 unpaid bookings in this office. Please pay for them or buy credits, and then try again.',
    unpaid_orders: orders.map(({ id }) => id),
  })
  expect([unpaid.statusCode, unpaid.json()]).toEqual([409, { detail: PAY_FIRST, unpaid_orders: [] }])
  await world.credits(person.id, 11_800)
  expect((await book(strict!, person)).statusCode).toBe(201)
})

test('of many bookings that one person makes at once, one stays unpaid', async () => {
  const person = await world.user()
  const rooms = await newOffice({}, 8)
  const replies = await Promise.all(rooms.map((room) => book(room, person)))

  expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([201, ...Array(7).fill(409)])
  expect(new Set(replies.filter((one) => one.statusCode === 409).map((one) => one.json().detail))).toEqual(
    new Set([ONE_UNPAID]),
  )
})

test('where cards can be used, new accounts without one pay when they book', async () => {
  const cards = await startWorld({ STRIPE_SECRET_KEY: 'sk_test_key', STRIPE_WEBHOOK_SECRET: 'whsec_key' })
  const [newcomer, withCard, regular] = [
    await cards.user({ created_at: '2026-02-01T00:00:00Z' }),
    await cards.user({ created_at: '2026-02-01T00:00:00Z' }),
    await cards.user({ created_at: '2026-01-31T00:00:00Z' }),
  ]
  await cards.pool.query(`insert into profiles (user_id, has_card) values ($1, true)`, [withCard.id])
  const office = await cards.office()
  const room = await cards.subOffice(office.id)
  await cards.unit(office.id, room.id)
  const at = { office_id: office.id, sub_office_id: room.id, date: '2026-03-05' }
  const [refused, ...booked] = [
    await cards.post('/api/orders', { ...at, start: '09:00', end: '10:00' }, newcomer),
    await cards.post('/api/orders', { ...at, start: '10:00', end: '11:00' }, withCard),
    await cards.post('/api/orders', { ...at, start: '11:00', end: '12:00' }, regular),
  ]
  await cards.credits(newcomer.id, 5900)
  const paid = await cards.post('/api/orders', { ...at, start: '09:00', end: '10:00' }, newcomer)

  expect([refused.statusCode, refused.json()]).toEqual([
    409,
    {
      detail: 'New accounts pay when they book. Please pay by card or buy credits, or ask the office.',
      unpaid_orders: [],
    },
  ])
  expect([...booked, paid].map(({ statusCode }) => statusCode)).toEqual([201, 201, 201])
})

test('a booking and a visit that start at once do not both stay unpaid', async () => {
  const people = await Promise.all(Array.from({ length: 6 }, () => world.user()))
  const outcomes = await Promise.all(
    people.map(async (person) => {
      const [first, second] = await newOffice()
      const replies = await Promise.all([book(first!, person), startNow(second!, person)])
      return replies.map(({ statusCode }) => statusCode).sort()
    }),
  )

  expect(outcomes).toEqual(Array(6).fill([201, 409]))
})

test('a refused booking takes no slot and no credits', async () => {
  const person = await world.user()
  const [first, second] = await newOffice()
  await book(first!, person)
  const lot = await world.credits(person.id, 5000)
  await book(second!, person)

  const { rows } = await world.pool.query('select remaining from credit_lots where id = $1', [lot])
  expect(rows).toEqual([{ remaining: 5000 }])
  expect((await book(second!, await world.user())).statusCode).toBe(201)
})

test('a visit that starts now is paid later, so it counts as unpaid until then', async () => {
  const person = await world.user()
  const [here, room] = await newOffice()
  const visit = (await startNow(here!, person)).json<OrderDetails>()
  const during = await book(room!, person)
  await world.credits(person.id, 5900)
  world.setNow('2026-03-02T08:20:00.000Z')
  await world.post(`/api/orders/${visit.id}/check_out`, {}, person)

  expect(during.json()).toEqual({
    detail:
      'Your visit in this office is still going on. Please check out or buy credits, and then try again.',
    unpaid_orders: [visit.id],
  })
  expect((await book(room!, person)).statusCode).toBe(201)
})

test('nobody with an unpaid booking starts a visit, unless their credits cover it until it has to end', async () => {
  const person = await world.user()
  const [here, room] = await newOffice()
  await book(room!, person)
  // From ten in the morning to eight in the evening on the office clock.
  const whole = 10 * 5900
  await world.credits(person.id, whole - 1)
  const refused = await startNow(here!, person)
  await world.credits(person.id, 1)

  expect([refused.statusCode, refused.json().detail]).toEqual([409, ONE_UNPAID])
  expect((await startNow(here!, person)).statusCode).toBe(201)
})

test('credits that a running visit may need do not cover another one', async () => {
  const person = await world.user()
  const [here, there] = await newOffice()
  await world.credits(person.id, 2 * 59_000 - 1)
  expect((await startNow(here!, person)).statusCode).toBe(201)
  const refused = await startNow(there!, person)
  await world.credits(person.id, 1)

  expect(refused.statusCode).toBe(409)
  expect((await startNow(there!, person)).statusCode).toBe(201)
})

test('credits that a running visit may need pay for nothing else until it ends', async () => {
  const person = await world.user()
  const [[here], [there]] = [await newOffice(), await newOffice()]
  const early = (await book(there!, person, { date: '2026-03-05', end: '10:00' })).json<OrderDetails>()
  await world.credits(person.id, 59_000, '2026-03-03T00:00:00.000Z')
  await world.credits(person.id, 3000)
  const visit = (await startNow(here!, person)).json<OrderDetails>()

  const times = { date: '2026-03-06', start: '09:00', end: '10:00' }
  const quote = await world.post('/api/orders/quote', { ...there!, ...times }, person)
  expect(quote.json()).toMatchObject({ due: 5900, with_credits: 3000, left: 2900, set_aside: 59_000 })
  expect((await world.get('/api/user-profile', person)).json()).toMatchObject({
    credit_balances: [{ currency: 'ILS', credits: 620 }],
    credits_set_aside: [{ currency: 'ILS', credits: 590 }],
  })
  expect((await book(there!, person, times)).json()).toMatchObject({ detail: ONE_UNPAID })
  expect((await pay(early.id, person)).json()).toMatchObject({ paid_with_credits: 3000 })
  expect((await pay(early.id, person)).json().detail).toBe('You have no credits that can pay for this order.')

  world.setNow('2026-03-02T18:00:00.000Z')
  const ended = await world.post(`/api/orders/${visit.id}/check_out`, {}, person)
  expect(ended.json()).toMatchObject({ paid_with_credits: 59_000, payment_status: 'credits' })
})

test('a visit that takes less than was set aside for it frees the rest', async () => {
  const person = await world.user()
  const [here, there] = await newOffice()
  await world.credits(person.id, 59_000)
  const { id } = (await startNow(here!, person)).json<OrderDetails>()
  world.setNow('2026-03-02T09:00:00.000Z')
  await world.post(`/api/orders/${id}/check_out`, {}, person)

  const quote = await world.post(
    '/api/orders/quote',
    { ...there!, date: '2026-03-05', start: '09:00', end: '17:00' },
    person,
  )
  expect(quote.json()).toMatchObject({ due: 47_200, with_credits: 47_200, set_aside: 0 })
})

test('a stay is made longer only with credits that no running visit needs', async () => {
  const person = await world.user()
  const [here, there] = await newOffice()
  await world.credits(person.id, 11_800 + 59_000)
  const { id } = (await book(there!, person)).json<OrderDetails>()
  await startNow(here!, person)

  expect((await changeTime(id, '12:00', person)).statusCode).toBe(409)
  await world.credits(person.id, 5900)
  expect((await changeTime(id, '12:00', person)).json()).toMatchObject({ paid_with_credits: 17_700 })
})

test('where bookings are paid at once, a visit needs credits for all of its time', async () => {
  const person = await world.user()
  const [here] = await newOffice({ unpaid_bookings_allowed: 0 })
  const refused = await startNow(here!, person)
  await world.credits(person.id, 59_000)

  expect([refused.statusCode, refused.json().detail]).toEqual([409, PAY_FIRST])
  expect((await startNow(here!, person)).statusCode).toBe(201)
})

test('what is owed for a stay that is over, or was cancelled late, counts until it is paid', async () => {
  const [past, late] = [await world.user(), await world.user()]
  const [room, next] = await newOffice()
  const stayed = (await book(room!, past)).json<OrderDetails>()
  const gone = (await book(room!, late, { start: '12:00', end: '14:00' })).json<OrderDetails>()
  world.setNow('2026-03-05T09:00:00.000Z')
  await cancel(gone.id, late)
  world.setNow('2026-03-06T09:00:00.000Z')
  const later = { date: '2026-03-09' }

  expect((await book(next!, past, later)).json()).toMatchObject({ unpaid_orders: [stayed.id] })
  expect((await book(next!, late, later)).json()).toMatchObject({ unpaid_orders: [gone.id] })
  const payment = { method: 'cash' }
  await world.post(`/api/admin/orders/${stayed.id}/mark_paid`, { ...payment, amount: 11_800 }, admin)
  await world.post(`/api/admin/orders/${gone.id}/mark_paid`, { ...payment, amount: 5900 }, admin)
  expect((await book(next!, past, later)).statusCode).toBe(201)
  expect((await book(next!, late, { ...later, start: '12:00', end: '13:00' })).statusCode).toBe(201)
})

test('an order cancelled in time, or free of charge, is no debt', async () => {
  const person = await world.user()
  const [room, next] = await newOffice()
  const { id } = (await book(room!, person)).json<OrderDetails>()
  await cancel(id, person)
  await world.pool.query('update sub_offices set price_per_hour = 0 where id = $1', [next!.sub_office_id])

  expect((await book(next!, person)).statusCode).toBe(201)
  expect((await book(room!, person)).statusCode).toBe(201)
})

test('a stay is not made longer on credit while another one is unpaid; an admin may do it', async () => {
  const person = await world.user()
  const [room, other] = await newOffice()
  await world.credits(person.id, 11_800)
  const paid = (await book(room!, person)).json<OrderDetails>()
  const unpaid = (await book(other!, person)).json<OrderDetails>()
  const [refused, longer, shorter] = [
    await changeTime(paid.id, '12:00', person),
    await changeTime(unpaid.id, '12:00', person),
    await changeTime(paid.id, '10:00', person),
  ]

  expect([refused.statusCode, refused.json()]).toEqual([
    409,
    { detail: ONE_UNPAID, unpaid_orders: [unpaid.id] },
  ])
  expect([longer.statusCode, shorter.statusCode]).toEqual([200, 200])
  expect((await changeTime(paid.id, '14:00', admin)).json()).toMatchObject({ payment_status: 'part credit' })
})

test('two stays that are made longer at once do not both stay unpaid', async () => {
  const person = await world.user()
  const [first, second] = await newOffice()
  await world.credits(person.id, 23_600)
  const orders = [(await book(first!, person)).json(), (await book(second!, person)).json()]
  const replies = await Promise.all(orders.map(({ id }) => changeTime(id, '12:00', person)))

  expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
})

test('an unpaid order is paid with credits as far as they go, and only once', async () => {
  const person = await world.user()
  const [room] = await newOffice()
  const { id } = (await book(room!, person)).json<OrderDetails>()
  const nothing = await pay(id, person)
  await world.credits(person.id, 5000)
  const part = await pay(id, person)
  await world.credits(person.id, 20_000)
  const rest = await Promise.all(Array.from({ length: 5 }, () => pay(id, person)))

  expect([nothing.statusCode, nothing.json().detail]).toEqual([
    409,
    'You have no credits that can pay for this order.',
  ])
  expect(part.json()).toMatchObject({ paid_with_credits: 5000, left: 6800, payment_status: 'part credit' })
  expect(rest.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409, 409, 409])
  expect((await world.get(`/api/orders/${id}`, person)).json()).toMatchObject({
    paid_with_credits: 11_800,
    left: 0,
    payment_status: 'credits',
  })
  expect((await pay(id, person)).json()).toEqual({ detail: 'Nothing is left to pay.' })
  expect((await pay(id, await world.user())).statusCode).toBe(404)
  await expect(checkLedger.run(world, {})).resolves.toBeUndefined()
})

test('what a cancelled order owes is paid with credits, too', async () => {
  const person = await world.user()
  const [room] = await newOffice()
  const { id } = (await book(room!, person)).json<OrderDetails>()
  world.setNow('2026-03-05T06:00:00.000Z')
  await cancel(id, person)
  await world.credits(person.id, 20_000)

  expect((await pay(id, person)).json()).toMatchObject({
    paid_with_credits: 5900,
    kept: 5900,
    left: 0,
    payment_status: 'credits',
  })
})
