import type { BookingRequest } from '@keyhour/contract/bookings'
import type { SpaceRef } from '@keyhour/contract/offices'
import type { Settlement } from '@keyhour/contract/order-management'
import type { OrderDetails, OrderEvent, Refund } from '@keyhour/contract/orders'
import { beforeEach, expect, test } from 'vitest'
import type { offices } from '#server/db/schema/offices.ts'
import { checkLedger } from '#server/features/credits/check-ledger.ts'
import { startWorld } from '../../../test/world.ts'

const world = await startWorld()
type Person = Awaited<ReturnType<typeof world.user>>

beforeEach(() => world.setNow('2026-03-02T08:00:00.000Z'))

const admin = await world.user({ admin: true })

async function newRoom(given: Partial<typeof offices.$inferInsert> = {}): Promise<SpaceRef> {
  const office = await world.office({ open_hours: '08:00', close_hours: '20:00', ...given })
  const room = await world.subOffice(office.id)
  await world.unit(office.id, room.id)
  return { office_id: office.id, sub_office_id: room.id }
}

/** Two hours for 118.00 with tax, from 07:00 UTC. */
async function book(as: Person, place: SpaceRef, times: Partial<BookingRequest> = {}): Promise<OrderDetails> {
  const booking = { ...place, date: '2026-03-05', start: '09:00', end: '11:00', ...times }
  const reply = await world.post('/api/orders', booking, as)
  expect(reply.statusCode).toBe(201)
  return reply.json()
}

const refundOf = async ({ id }: OrderDetails, as: Person) =>
  (await world.get(`/api/orders/${id}/refund`, as)).json<Refund>()
const cancel = ({ id }: OrderDetails, shown: object, as: Person) =>
  world.post(`/api/orders/${id}/cancel`, shown, as)
const settlementOf = async ({ id }: OrderDetails) =>
  (await world.get(`/api/admin/orders/${id}/settlement`, admin)).json<Settlement>()
const cancelAsAdmin = ({ id }: OrderDetails, cancellation: object) =>
  world.post(`/api/admin/orders/${id}/cancel`, { reason: 'Closed', ...cancellation }, admin)
const change = (officeId: number, terms: string) =>
  world.pool.query(`update offices set ${terms} where id = $1`, [officeId])

const AN_HOUR_BEFORE = '2026-03-05T06:00:00.000Z'
const DURING_THE_STAY = '2026-03-05T07:30:00.000Z'

test('an order keeps the terms of cancellation that it was made with', async () => {
  const person = await world.user()
  await world.credits(person.id, 50_000)
  const place = await newRoom()
  const before = await book(person, place)
  await change(place.office_id, 'free_cancel_hours = 48, late_cancel_refund_percent = 0')
  const after = await book(person, place, { start: '12:00', end: '14:00' })
  world.setNow('2026-03-04T06:00:00.000Z')

  expect(await refundOf(before, person)).toMatchObject({ percent: 100, refund: 11_800 })
  expect(await refundOf(after, person)).toMatchObject({ percent: 0, kept: 11_800, refund: 0 })
  expect((await settlementOf(before)).by_rule).toEqual({ percent: 100, refund: 11_800, owed: 0 })
})

test('a change of time follows the terms of the order, too', async () => {
  const person = await world.user()
  const place = await newRoom()
  const order = await book(person, place)
  await change(place.office_id, 'free_cancel_hours = 100')
  world.setNow('2026-03-03T08:00:00.000Z')
  const earlier = { date: '2026-03-04', start: '09:00', end: '11:00' }
  const url = `/api/orders/${order.id}/time`

  expect((await world.send({ method: 'PUT', url, payload: earlier }, person)).statusCode).toBe(200)
})

test('a visit that starts now has the terms of its office', async () => {
  const person = await world.user()
  const place = await newRoom({ free_cancel_hours: 3, late_cancel_refund_percent: 20 })
  const visit = (await world.post('/api/orders/start_now', place, person)).json<OrderDetails>()
  const { rows } = await world.pool.query(
    `select free_cancel_hours, free_cancel_minutes_after_booking, late_cancel_refund_percent from orders where id = $1`,
    [visit.id],
  )

  expect(rows).toEqual([
    { free_cancel_hours: 3, free_cancel_minutes_after_booking: 15, late_cancel_refund_percent: 20 },
  ])
})

test('an order that moves to another office keeps its terms', async () => {
  const person = await world.user()
  const [from, to] = [await newRoom(), await newRoom({ free_cancel_hours: 500 })]
  const order = await book(person, from)
  const payload = { ...to, from, price: 'as agreed', due: 11_800 }
  const url = `/api/admin/orders/${order.id}/space`
  const moved = (await world.send({ method: 'PUT', url, payload }, admin)).json<OrderDetails>()
  world.setNow('2026-03-03T08:00:00.000Z')

  expect(await refundOf(moved, person)).toMatchObject({ percent: 100, owed: 0 })
})

test('cancelling an unpaid booking in time owes nothing', async () => {
  const person = await world.user()
  const order = await book(person, await newRoom())

  expect(await refundOf(order, person)).toMatchObject({ kept: 0, refund: 0, owed: 0 })
  expect((await cancel(order, { refund: 0, owed: 0 }, person)).json()).toMatchObject({ kept: 0, left: 0 })
})

test.each([
  ['shortly before it', AN_HOUR_BEFORE, 5900],
  ['during it', DURING_THE_STAY, 11_800],
])('cancelling an unpaid stay %s owes what the terms keep', async (_, now, owed) => {
  const person = await world.user()
  const order = await book(person, await newRoom())
  world.setNow(now)

  expect(await refundOf(order, person)).toMatchObject({ kept: owed, refund: 0, owed })
  expect((await cancel(order, { refund: 0, owed }, person)).json()).toMatchObject({
    kept: owed,
    left: owed,
    payment_status: 'pending',
  })
  expect(await settlementOf(order)).toMatchObject({ due: owed, paid: 0, left: owed })
  const events = (await world.get(`/api/orders/${order.id}/events`, person)).json<OrderEvent[]>()
  expect(events.at(-1)).toMatchObject({ kind: 'cancelled', refund: 0, owed })
})

test('what was paid counts towards what the terms keep, and only the rest is owed or refunded', async () => {
  const [little, much] = [await world.user(), await world.user()]
  const lots = [await world.credits(little.id, 4000), await world.credits(much.id, 8000)]
  const [owing, covered] = [await book(little, await newRoom()), await book(much, await newRoom())]
  world.setNow(AN_HOUR_BEFORE)

  expect((await cancel(owing, { refund: 0, owed: 1900 }, little)).json()).toMatchObject({
    kept: 5900,
    left: 1900,
    payment_status: 'part credit',
  })
  expect((await cancel(covered, { refund: 2100, owed: 0 }, much)).json()).toMatchObject({
    kept: 5900,
    left: 0,
    refunded: 2100,
    payment_status: 'credits',
  })
  const { rows } = await world.pool.query(
    'select remaining from credit_lots where id = any($1) order by id',
    [lots],
  )
  expect(rows).toEqual([{ remaining: 0 }, { remaining: 2100 }])
  await expect(checkLedger.run(world, {})).resolves.toBeUndefined()
})

test('a cancellation is refused if what stays owed is no longer what was shown', async () => {
  const person = await world.user()
  const order = await book(person, await newRoom())
  world.setNow(DURING_THE_STAY)
  const reply = await cancel(order, { refund: 0, owed: 5900 }, person)

  expect([reply.statusCode, reply.json()]).toEqual([
    409,
    { detail: 'The amount still owed has changed in the meantime. Please check it again.' },
  ])
})

test('what a cancelled order owes can be marked as paid, once', async () => {
  const person = await world.user()
  const order = await book(person, await newRoom())
  world.setNow(AN_HOUR_BEFORE)
  await cancel(order, { refund: 0, owed: 5900 }, person)
  const pay = (amount: number) =>
    world.post(`/api/admin/orders/${order.id}/mark_paid`, { amount, method: 'cash' }, admin)
  const [wrong, paid, again] = [await pay(11_800), await pay(5900), await pay(5900)]

  expect(wrong.json().detail).toBe(
    'The amount left to pay has changed in the meantime. Please check it again.',
  )
  expect(paid.json()).toMatchObject({ paid_otherwise: 5900, left: 0, payment_status: 'paid' })
  expect([again.statusCode, again.json().detail]).toEqual([409, 'This order is cancelled.'])
})

test('an admin who cancels may waive what is owed', async () => {
  const person = await world.user()
  const [kept, waived] = [await book(person, await newRoom()), await book(person, await newRoom())]
  world.setNow(DURING_THE_STAY)

  expect((await settlementOf(kept)).by_rule).toEqual({ percent: 0, refund: 0, owed: 11_800 })
  expect((await cancelAsAdmin(kept, { refund: 0, paid: 0 })).json()).toMatchObject({ left: 11_800 })
  expect((await cancelAsAdmin(waived, { refund: 0, paid: 0, waive: true })).json()).toMatchObject({
    kept: 0,
    left: 0,
  })
  const acts = await world.get(`/api/admin/orders/${kept.id}/history`, admin)
  expect(acts.json()).toMatchObject([{ kind: 'cancel order', refund: 0, owed: 11_800 }])
})

test('an admin who refunds part of a partly paid order keeps the rest of the payment and asks for nothing more', async () => {
  const person = await world.user()
  await world.credits(person.id, 4000)
  const order = await book(person, await newRoom())
  world.setNow(DURING_THE_STAY)

  expect((await cancelAsAdmin(order, { refund: 1000, paid: 4000 })).json()).toMatchObject({
    kept: 3000,
    refunded: 1000,
    left: 0,
    payment_status: 'credits',
  })
})

test('a closure waives everything', async () => {
  const person = await world.user()
  const place = await newRoom()
  const order = await book(person, place)
  world.setNow(AN_HOUR_BEFORE)
  const url = `/api/admin/offices/${place.office_id}/closures`
  const closure = { sub_office_id: place.sub_office_id, date: '2026-03-05', reason: 'Burst pipe' }
  const { orders_key } = (await world.post(url, closure, admin)).json()
  await world.post(url, { ...closure, orders: 'cancel', orders_key }, admin)
  await world.runJobs()

  expect((await world.get(`/api/orders/${order.id}`, person)).json()).toMatchObject({
    cancelled_at: AN_HOUR_BEFORE,
    kept: 0,
    left: 0,
  })
})

test('the mail about a late cancellation says what is left to pay, in both languages', async () => {
  const [dana, yael] = [await world.user(), await world.user({ language: 'he' })]
  await world.credits(yael.id, 4000)
  const orders = [await book(dana, await newRoom()), await book(yael, await newRoom())]
  world.setNow(AN_HOUR_BEFORE)
  await cancel(orders[0]!, { refund: 0 }, dana)
  await cancel(orders[1]!, { refund: 0 }, yael)
  await world.runJobs()
  const lastTo = async ({ email }: Person) =>
    (await world.mailsTo(email)).find(({ subject }) => /Cancelled|בוטלה/.test(subject ?? ''))?.text

  expect(await lastTo(dana)).toContain(
    'Under the terms of the booking, cancelling this late costs ₪59.00, which is left to pay.',
  )
  expect(await lastTo(yael)).toMatch(/ביטול מאוחר כזה עולה .*59\.00.*ומתוכם נותרו לתשלום .*19\.00/)
})

test('what is kept of cancelled orders is in the list of all orders and in Insight', async () => {
  const person = await world.user()
  const place = await newRoom()
  const order = await book(person, place)
  world.setNow(AN_HOUR_BEFORE)
  await cancel(order, { refund: 0 }, person)
  const query = `from=2026-03-05&to=2026-03-05&office_id=${place.office_id}`
  const insight = (await world.get(`/api/admin/insight?${query}`, admin)).json()
  const list = (await world.get(`/api/admin/all-orders?user_id=${person.id}`, admin)).json()

  expect(list).toMatchObject([{ id: order.id, owed: 59, total_price: 100 }])
  expect(insight.total.now).toMatchObject({ orders: 0, revenue: 5900, net: 3500, booked_ms: 0 })
  expect(insight.payments).toContainEqual(
    expect.objectContaining({ payment: 'Pending', now: { orders: 0, revenue: 5900 } }),
  )
})

test('an admin who deletes a user waives what the user would owe', async () => {
  const person = await world.user()
  const order = await book(person, await newRoom())
  world.setNow(AN_HOUR_BEFORE)
  const preview = (await world.get(`/api/admin/users/${person.id}/deletion`, admin)).json()
  await world.send({ method: 'DELETE', url: `/api/admin/users/${person.id}` }, admin)

  expect(preview.orders).toMatchObject([{ id: order.id, refund: 0, owed: 0, waived: 11_800 }])
  expect(await settlementOf(order)).toMatchObject({ due: 0, left: 0 })
})
