import { MINUTES_BEFORE_START } from '@keyhour/contract/access'
import { phaseOf } from '@keyhour/contract/order-phase'
import type { OrderDetails } from '@keyhour/contract/orders'
import { and, eq } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import type { offices } from '#server/db/schema/offices.ts'
import { hasBegunAt, inSessionAt, orders } from '#server/db/schema/orders.ts'
import { startWorld } from '../../../test/world.ts'

const world = await startWorld()
type Person = Awaited<ReturnType<typeof world.user>>

const admin = await world.user({ admin: true })

beforeEach(() => world.setNow('2026-03-02T06:00:00.000Z'))

async function room(office: Partial<typeof offices.$inferInsert> = {}) {
  const place = await world.office({ open_hours: '08:00', close_hours: '20:00', ...office })
  const space = await world.subOffice(place.id)
  await world.unit(place.id, space.id)
  return { office_id: place.id, sub_office_id: space.id }
}
type Place = Awaited<ReturnType<typeof room>>

/** From 09:00 to 11:00 on the office clock, 07:00 to 09:00 UTC, for 118.00 with tax. */
async function booked(as: Person, place: Place, times: object = {}): Promise<OrderDetails> {
  const booking = { ...place, date: '2026-03-02', start: '09:00', end: '11:00', ...times }
  const reply = await world.post('/api/orders', booking, as)
  expect(reply.statusCode).toBe(201)
  return reply.json()
}

const act = (order: { id: number }, what: string, as: Person, body: object = {}) =>
  world.post(`/api/orders/${order.id}/${what}`, body, as)
const orderOf = async ({ id }: { id: number }, as: Person) =>
  (await world.get(`/api/orders/${id}`, as)).json<OrderDetails>()
const costOf = async ({ id }: { id: number }, as: Person) =>
  (await world.get(`/api/orders/${id}/check_out`, as)).json()
const timelineOf = async ({ id }: { id: number }, as: Person): Promise<string[]> =>
  (await world.get(`/api/orders/${id}/events`, as)).json().map(({ kind }: { kind: string }) => kind)
const idsAt = async (address: string): Promise<number[]> =>
  (await world.get(address, admin)).json().map(({ id }: { id: number }) => id)
const creditsOf = async ({ id }: Person) =>
  (await world.pool.query('select remaining, granted from credit_lots where user_id = $1 order by id', [id]))
    .rows

test('the database and the screens agree on which orders are running and which are still to come', async () => {
  const place = await room()
  const person = await world.user()
  const now = new Date('2026-03-02T08:00:00.000Z')
  const minutes = fc.integer({ min: -30, max: 30 })
  const lives = fc.record({
    start: fc.oneof(minutes, fc.constantFrom(0, MINUTES_BEFORE_START, MINUTES_BEFORE_START + 1)),
    length: fc.option(fc.integer({ min: 1, max: 60 })),
    in: fc.boolean(),
    out: fc.boolean(),
    cancelled: fc.boolean(),
  })
  const at = (offset: number) => new Date(now.getTime() + offset * 60_000).toISOString()

  await fc.assert(
    fc.asyncProperty(lives, async (life) => {
      const order = await world.order({
        ...place,
        user_id: person.id,
        booking_type: life.length === null ? 'on_demand' : 'pre_book',
        start: at(life.start),
        end: life.length === null ? null : at(life.start + life.length),
        checked_in_at: life.in ? at(life.start) : null,
        checked_out_at: life.out ? at(life.start) : null,
        cancelled_at: life.cancelled ? at(life.start) : null,
      })
      const phase = phaseOf(order, now.getTime())
      const isRunning = (await world.db.$count(orders, and(eq(orders.id, order.id), inSessionAt(now)))) > 0
      const hasBegun = (await world.db.$count(orders, and(eq(orders.id, order.id), hasBegunAt(now)))) > 0

      expect(isRunning).toBe(phase === 'active')
      if (phase === 'active' || phase === 'coming') expect(hasBegun).toBe(phase === 'active')
    }),
    { numRuns: 60 },
  )
})

test('an order runs from an early check-in on, on every list, beside the order before it', async () => {
  const place = await room()
  const [early, before] = [await world.user(), await world.user()]
  const { id: first } = await booked(before, place, { start: '08:00', end: '09:00' })
  const { id } = await booked(early, place)
  const { office_id, sub_office_id } = place
  world.setNow('2026-03-02T06:50:00.000Z')
  const lists = async () => ({
    sessions: await idsAt(`/api/orders/active/${office_id}`),
    drillDown: await idsAt(`/api/admin/suboffices/${sub_office_id}/active_orders`),
  })
  expect(await lists()).toEqual({ sessions: [first], drillDown: [first] })
  expect((await act({ id }, 'check_in', early)).statusCode).toBe(200)

  expect(await lists()).toEqual({
    sessions: [first, id],
    drillDown: expect.arrayContaining([first, id]),
  })
  const [, session] = (await world.get(`/api/orders/active/${office_id}`, admin)).json()
  expect(session).toMatchObject({
    start: '2026-03-02T06:50:00.000Z',
    booked_start: '2026-03-02T07:00:00.000Z',
  })
})

test('after an early check-in the terms of a running visit apply, and the start cannot change', async () => {
  const person = await world.user()
  await world.credits(person.id, 20_000)
  const place = await room()
  world.setNow('2026-03-02T06:49:00.000Z')
  const order = await booked(person, place)
  const refund = async () => (await world.get(`/api/orders/${order.id}/refund`, person)).json()
  expect(await refund()).toMatchObject({ percent: 100 })
  world.setNow('2026-03-02T06:51:00.000Z')
  await act(order, 'check_in', person)

  expect(await refund()).toMatchObject({ percent: 0, refund: 0 })
  const later = { date: '2026-03-02', start: '10:00', end: '12:00' }
  const moved = await world.send(
    { method: 'PUT', url: `/api/orders/${order.id}/time`, payload: later },
    person,
  )
  expect([moved.statusCode, moved.json().detail]).toEqual([
    409,
    'It is too late to change the start. You can still change the end.',
  ])
})

test('a customer who came early can leave before the start; the time is free again and stays paid', async () => {
  const [person, next] = [await world.user(), await world.user()]
  await world.credits(person.id, 20_000)
  const place = await room()
  const order = await booked(person, place)
  world.setNow('2026-03-02T06:55:00.000Z')
  expect((await act(order, 'check_out', person)).json().detail).toBe(
    'This order has not started yet. You can cancel it.',
  )
  await act(order, 'check_in', person)
  expect(await costOf(order, person)).toEqual({
    currency: 'ILS',
    due: 11_800,
    with_credits: 0,
    left: 0,
    on_saved_card: false,
    free_until: '2026-03-02T09:00:00.000Z',
  })
  expect((await act(order, 'check_out', person, { expected_total: 11_800 })).statusCode).toBe(200)

  expect(await orderOf(order, person)).toMatchObject({
    checked_out_at: '2026-03-02T06:55:00.000Z',
    total_price: 10_000,
    paid_with_credits: 11_800,
    refunded: 0,
  })
  await booked(next, place)
})

test('a visit without an end shows what leaving costs, and no other price is charged', async () => {
  const person = await world.user()
  await world.credits(person.id, 4000)
  const place = await room()
  const order = (await world.post('/api/orders/start_now', place, person)).json()
  world.setNow('2026-03-02T06:40:00.000Z')
  expect(await costOf(order, person)).toMatchObject({ due: 5900, with_credits: 4000, left: 1900 })
  world.setNow('2026-03-02T07:05:00.000Z')

  const late = await act(order, 'check_out', person, { expected_total: 5900 })
  expect([late.statusCode, late.json()]).toMatchObject([
    409,
    {
      detail: 'The price has changed in the meantime. Please check it again.',
      check_out_cost: { due: 8850, with_credits: 4000, left: 4850 },
    },
  ])
  const { due } = late.json().check_out_cost
  expect((await act(order, 'check_out', person, { expected_total: due })).json()).toMatchObject({
    total_price: 7500,
    paid_with_credits: 4000,
    payment_status: 'part credit',
  })
})

test('a customer who checks out after the reservation has ended pays until its end', async () => {
  const place = await room()
  const [person, next] = [await world.user(), await world.user()]
  await booked(next, place, { start: '10:00', end: '11:00' })
  const order = (await world.post('/api/orders/start_now', place, person)).json()
  world.setNow('2026-03-02T08:00:40.000Z')

  expect(await costOf(order, person)).toMatchObject({ due: 11_800 })
  expect((await act(order, 'check_out', person)).json()).toMatchObject({
    end: '2026-03-02T08:00:00.000Z',
    total_price: 10_000,
  })
})

test('a check-out can be undone within a minute, and undoing it again changes nothing', async () => {
  const place = await room({ cleaning_buffer_minutes: 30 })
  const [person, other] = [await world.user(), await world.user()]
  const order = await booked(person, place)
  world.setNow('2026-03-02T07:30:00.000Z')
  const before = await orderOf(order, person)
  await act(order, 'check_out', person)
  world.setNow('2026-03-02T07:31:00.000Z')
  const replies = await Promise.all([1, 2, 3].map(() => act(order, 'check_out/undo', person)))

  expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
  expect(await orderOf(order, person)).toEqual(before)
  expect(await timelineOf(order, person)).toEqual(['booked', 'checked out', 'check-out undone'])
  const times = { ...place, date: '2026-03-02', start: '10:00', end: '11:00' }
  expect((await world.post('/api/orders', times, other)).statusCode).toBe(409)
  const after = { ...place, date: '2026-03-02', start: '11:00', end: '12:00' }
  expect((await world.post('/api/orders', after, other)).statusCode).toBe(409)
})

test('undoing the check-out of a visit without an end returns the credits to their lots', async () => {
  const place = await room()
  const person = await world.user()
  await world.credits(person.id, 2000, '2026-03-20T00:00:00.000Z')
  await world.credits(person.id, 9000)
  const lots = await creditsOf(person)
  const order = (await world.post('/api/orders/start_now', place, person)).json()
  const before = await orderOf(order, person)
  world.setNow('2026-03-02T06:50:00.000Z')
  await act(order, 'check_out', person)
  expect(await creditsOf(person)).not.toEqual(lots)
  world.setNow('2026-03-02T06:50:30.000Z')
  expect((await act(order, 'check_out/undo', person)).statusCode).toBe(200)

  expect(await orderOf(order, person)).toEqual(before)
  expect(await creditsOf(person)).toEqual(lots)
  world.setNow('2026-03-02T07:10:00.000Z')
  expect((await act(order, 'check_out', person)).json()).toMatchObject({
    total_price: 7500,
    paid_with_credits: 8850,
    refunded: 0,
    payment_status: 'credits',
  })
})

test('a check-out cannot be undone once another customer has booked or held the time', async () => {
  for (const take of ['/api/orders', '/api/orders/hold']) {
    world.setNow('2026-03-02T06:00:00.000Z')
    const place = await room()
    const [person, other] = [await world.user(), await world.user()]
    const order = await booked(person, place)
    world.setNow('2026-03-02T07:30:00.000Z')
    await act(order, 'check_out', person)
    const times = { ...place, date: '2026-03-02', start: '10:00', end: '11:00' }
    expect((await world.post(take, times, other)).statusCode).toBeLessThan(300)
    const reply = await act(order, 'check_out/undo', person)

    expect([reply.statusCode, reply.json().detail]).toEqual([
      409,
      'Someone else has booked this time in the meantime. You stay checked out.',
    ])
    expect(await orderOf(order, person)).toMatchObject({ checked_out_at: '2026-03-02T07:30:00.000Z' })
  }
})

test('of a simultaneous undo and booking, one gets the time', async () => {
  for (let round = 0; round < 5; round += 1) {
    world.setNow('2026-03-02T06:00:00.000Z')
    const place = await room()
    const [person, other] = [await world.user(), await world.user()]
    const order = await booked(person, place)
    world.setNow('2026-03-02T07:30:00.000Z')
    await act(order, 'check_out', person)
    const times = { ...place, date: '2026-03-02', start: '10:00', end: '11:00' }
    const [undone, taken] = await Promise.all([
      act(order, 'check_out/undo', person),
      world.post('/api/orders', times, other),
    ])

    expect([undone.statusCode, taken.statusCode]).toSatisfy(
      ([undo, book]: number[]) => (undo === 200 && book === 409) || (undo === 409 && book === 201),
    )
  }
})

test.each([
  ['after a minute', '2026-03-02T07:31:00.001Z', 'You can only undo a check-out within one minute.'],
  ['once the order is over', '2026-03-02T09:00:00.000Z', 'This order is already over.'],
])('%s a check-out cannot be undone', async (_, moment, sentence) => {
  const person = await world.user()
  const order = await booked(person, await room())
  const left = sentence.includes('over') ? '2026-03-02T08:59:30.000Z' : '2026-03-02T07:30:00.000Z'
  world.setNow(left)
  await act(order, 'check_out', person)
  world.setNow(moment)
  const reply = await act(order, 'check_out/undo', person)

  expect([reply.statusCode, reply.json().detail]).toEqual([409, sentence])
})

test('the check-out of a visit that was paid since cannot be undone', async () => {
  const person = await world.user()
  const order = (await world.post('/api/orders/start_now', await room(), person)).json()
  world.setNow('2026-03-02T06:20:00.000Z')
  await act(order, 'check_out', person)
  const payment = { amount: 2950, method: 'cash', reference: '' }
  expect((await world.post(`/api/admin/orders/${order.id}/mark_paid`, payment, admin)).statusCode).toBe(200)
  const reply = await act(order, 'check_out/undo', person)

  expect([reply.statusCode, reply.json().detail]).toEqual([
    409,
    'This order has changed since then. You stay checked out.',
  ])
})

test('only the customer and admins can undo a check-out, and an undo by an admin is audited', async () => {
  const [person, stranger] = [await world.user(), await world.user()]
  const order = await booked(person, await room())
  world.setNow('2026-03-02T07:30:00.000Z')
  await act(order, 'check_out', person)

  expect((await act(order, 'check_out/undo', stranger)).statusCode).toBe(404)
  expect((await world.get(`/api/orders/${order.id}/check_out`, stranger)).statusCode).toBe(404)
  expect((await act(order, 'check_out/undo', admin)).statusCode).toBe(200)
  const history = (await world.get(`/api/admin/orders/${order.id}/history`, admin)).json()
  expect(history.map(({ kind }: { kind: string }) => kind)).toContain('undo check-out of order')
})
