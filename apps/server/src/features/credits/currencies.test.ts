import type { BookingRequest, Quote, TimeQuote } from '@keyhour/contract/bookings'
import type { SpaceRef } from '@keyhour/contract/offices'
import type { OrderDetails } from '@keyhour/contract/orders'
import type { Currency } from '@keyhour/contract/primitives'
import type { CheckOutCost } from '@keyhour/contract/visits'
import { beforeEach, expect, test } from 'vitest'
import { checkLedger } from '#server/features/credits/check-ledger.ts'
import { startWorld } from '../../../test/world.ts'

const world = await startWorld()
type Person = Awaited<ReturnType<typeof world.user>>

beforeEach(() => world.setNow('2026-03-02T08:00:00.000Z'))

async function roomIn(currency: Currency): Promise<SpaceRef> {
  const office = await world.office({ currency, open_hours: '08:00', close_hours: '20:00' })
  const room = await world.subOffice(office.id)
  await world.unit(office.id, room.id)
  return { office_id: office.id, sub_office_id: room.id }
}

const stay = (place: SpaceRef, times: Partial<BookingRequest> = {}): BookingRequest => ({
  ...place,
  date: '2026-03-05',
  start: '09:00',
  end: '11:00',
  ...times,
})
const quote = async (place: SpaceRef, as: Person) =>
  (await world.post('/api/orders/quote', stay(place), as)).json<Quote>()
const book = async (place: SpaceRef, as: Person) =>
  (await world.post('/api/orders', stay(place), as)).json<OrderDetails>()
const remaining = async (lot: number) =>
  (await world.pool.query('select remaining from credit_lots where id = $1', [lot])).rows[0].remaining

test('credits pay only in offices of their currency', async () => {
  const person = await world.user()
  const shekels = await world.credits(person.id, 20_000)
  const pounds = await world.credits(person.id, 5000, '2026-04-01T00:00:00Z', 'GBP')
  const there = await book(await roomIn('GBP'), person)
  const here = await book(await roomIn('ILS'), person)

  expect(there).toMatchObject({ currency: 'GBP', paid_with_credits: 5000, payment_status: 'part credit' })
  expect(here).toMatchObject({ currency: 'ILS', paid_with_credits: 11_800, payment_status: 'credits' })
  expect([await remaining(shekels), await remaining(pounds)]).toEqual([8200, 0])
})

test('a quote names credits of other currencies, which cannot pay', async () => {
  const person = await world.user()
  await world.credits(person.id, 7316)
  const [london, telAviv] = [await roomIn('GBP'), await roomIn('ILS')]

  expect(await quote(london, person)).toMatchObject({
    with_credits: 0,
    left: 11_800,
    other_credits: [{ currency: 'ILS', amount: 7316 }],
  })
  expect(await quote(telAviv, person)).toMatchObject({ with_credits: 7316, other_credits: [] })
  const held = await world.post('/api/orders/hold', stay(london), person)
  expect(held.json().quote).toMatchObject({ other_credits: [{ currency: 'ILS', amount: 7316 }] })
})

test('a longer stay is quoted and paid in the currency of the order, and its refund goes back where it came from', async () => {
  const person = await world.user()
  const shekels = await world.credits(person.id, 50_000)
  const pounds = await world.credits(person.id, 13_000, null, 'GBP')
  const order = await book(await roomIn('GBP'), person)
  const longer = { date: '2026-03-05', start: '09:00', end: '12:00' }
  const quoted = (await world.post(`/api/orders/${order.id}/time/quote`, longer, person)).json<TimeQuote>()
  const url = `/api/orders/${order.id}/time`
  const changed = (await world.send({ method: 'PUT', url, payload: longer }, person)).json<OrderDetails>()

  expect(quoted).toMatchObject({ currency: 'GBP', more: 5900, with_credits: 1200, left: 4700 })
  expect(changed).toMatchObject({ paid_with_credits: 13_000, payment_status: 'part credit' })
  await world.post(`/api/orders/${order.id}/cancel`, { refund: 13_000 }, person)
  expect([await remaining(shekels), await remaining(pounds)]).toEqual([50_000, 13_000])
})

test('a visit is paid at check-out with credits of its currency only', async () => {
  const person = await world.user()
  const shekels = await world.credits(person.id, 50_000)
  await world.credits(person.id, 1000, null, 'EUR')
  const place = await roomIn('EUR')
  const visit = (await world.post('/api/orders/start_now', place, person)).json<OrderDetails>()
  world.setNow('2026-03-02T08:20:00.000Z')
  const url = `/api/orders/${visit.id}/check_out`
  const cost = (await world.get(url, person)).json<CheckOutCost>()
  const left = (await world.post(url, { expected_total: cost.due }, person)).json<OrderDetails>()

  expect(cost).toMatchObject({ currency: 'EUR', due: 2950, with_credits: 1000, left: 1950 })
  expect(left).toMatchObject({ paid_with_credits: 1000, payment_status: 'part credit' })
  expect(await remaining(shekels)).toBe(50_000)
})

test('an order moved to an office of another currency keeps its price, its currency and its credits', async () => {
  const [admin, person] = [await world.user({ admin: true }), await world.user()]
  const shekels = await world.credits(person.id, 11_800)
  const pounds = await world.credits(person.id, 50_000, null, 'GBP')
  const [from, to] = [await roomIn('ILS'), await roomIn('GBP')]
  const order = await book(from, person)
  const payload = { ...to, from, price: 'as agreed', due: 11_800 }
  const url = `/api/admin/orders/${order.id}/space`
  const moved = (await world.send({ method: 'PUT', url, payload }, admin)).json<OrderDetails>()

  expect(moved).toMatchObject({ currency: 'ILS', paid_with_credits: 11_800, payment_status: 'credits' })
  const longer = { date: '2026-03-05', start: '08:00', end: '11:00' }
  const quoted = await world.post(`/api/orders/${moved.id}/time/quote`, longer, person)
  expect(quoted.json()).toMatchObject({ currency: 'ILS', with_credits: 0 })
  await world.post(`/api/orders/${moved.id}/cancel`, { refund: 11_800 }, person)
  expect([await remaining(shekels), await remaining(pounds)]).toEqual([11_800, 50_000])
  await expect(checkLedger.run(world, {})).resolves.toBeUndefined()
})

test('simultaneous bookings in two currencies never spend the same credits twice', async () => {
  const person = await world.user()
  const lots = [
    await world.credits(person.id, 11_800 * 2),
    await world.credits(person.id, 11_800, null, 'EUR'),
  ]
  const places = await Promise.all((['ILS', 'ILS', 'ILS', 'EUR', 'EUR', 'EUR'] as const).map(roomIn))
  const orders = await Promise.all(places.map((place) => book(place, person)))

  const paid = orders.filter((order) => order.payment_status === 'credits').map((order) => order.currency)
  expect(paid.sort()).toEqual(['EUR', 'ILS', 'ILS'])
  expect(await Promise.all(lots.map(remaining))).toEqual([0, 0])
  await expect(checkLedger.run(world, {})).resolves.toBeUndefined()
})
