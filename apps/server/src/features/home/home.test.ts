import type { Home } from '@keyhour/contract/home'
import type { OrderDetails } from '@keyhour/contract/orders'
import { beforeEach, expect, test } from 'vitest'
import type { offices } from '#server/db/schema/offices.ts'
import { startWorld } from '../../../test/world.ts'

const world = await startWorld()
type Person = Awaited<ReturnType<typeof world.user>>

/** A Monday, 08:00 at the office. */
beforeEach(() => world.setNow('2026-03-02T06:00:00.000Z'))

async function room(office: Partial<typeof offices.$inferInsert> = {}, units = 1) {
  const place = await world.office({ open_hours: '08:00', close_hours: '20:00', ...office })
  const space = await world.subOffice(place.id)
  for (let number = 1; number <= units; number += 1) await world.unit(place.id, space.id, number)
  return { office_id: place.id, sub_office_id: space.id }
}
type Place = Awaited<ReturnType<typeof room>>

async function person(): Promise<Person> {
  const somebody = await world.user()
  await world.credits(somebody.id, 500_000)
  return somebody
}

async function booked(as: Person, place: Place, times: object = {}): Promise<OrderDetails> {
  const booking = { ...place, date: '2026-03-02', start: '09:00', end: '11:00', ...times }
  const reply = await world.post('/api/orders', booking, as)
  expect(reply.statusCode).toBe(201)
  return reply.json()
}

const homeOf = async (as: Person) => (await world.get('/api/home', as)).json<Home>()
const ids = (orders: OrderDetails[]) => orders.map(({ id }) => id)

test('the home of a newcomer is empty, and a visitor has none', async () => {
  expect(await homeOf(await world.user())).toEqual({
    running: [],
    coming: [],
    owed: [],
    recent: [],
    again: null,
    places: [],
  })
  expect((await world.get('/api/home')).statusCode).toBe(401)
})

test('home shows what runs and what comes next, only of the caller, with the places', async () => {
  const [maya, dana] = [await person(), await person()]
  const [near, far] = [await room({ name: 'Harbour', pictures: ['harbour.webp'] }), await room()]
  const running = await booked(maya, near)
  const cancelled = await booked(maya, far, { start: '12:00', end: '13:00' })
  const later = await booked(maya, far, { date: '2026-03-04' })
  const next = await booked(maya, near, { start: '15:00', end: '16:00' })
  await booked(dana, near, { start: '12:00', end: '13:00' })
  await world.post(`/api/orders/${cancelled.id}/cancel`, { refund: cancelled.paid_with_credits }, maya)

  const before = await homeOf(maya)
  expect([ids(before.running), ids(before.coming)]).toEqual([[], [running.id, next.id, later.id]])
  world.setNow('2026-03-02T07:30:00.000Z')
  const home = await homeOf(maya)
  expect([ids(home.running), ids(home.coming)]).toEqual([[running.id], [next.id, later.id]])
  expect(home.recent).toEqual([near.office_id])
  expect(home.places.map(({ office_id }) => office_id).sort()).toEqual([near.office_id, far.office_id].sort())
  expect(home.places.find(({ office_id }) => office_id === near.office_id)).toMatchObject({
    name: 'Harbour',
    picture: '/static/office_images/harbour.webp',
    is_open: true,
    spaces: [{ sub_office_id: near.sub_office_id, picture: null }],
  })

  await world.post(`/api/orders/${running.id}/check_out`, {}, maya)
  expect(ids((await homeOf(maya)).running)).toEqual([])
})

test('the same again is the next day on which the hours are free and the customer has nothing else', async () => {
  const [maya, dana] = [await person(), await person()]
  const [place, other] = [await room(), await room()]
  await booked(maya, place)
  await booked(dana, place, { date: '2026-03-03', start: '10:00', end: '10:30' })
  await booked(maya, other, { date: '2026-03-04', start: '10:30', end: '12:00' })
  world.setNow('2026-03-02T07:30:00.000Z')

  const { again } = await homeOf(maya)
  expect(again).toMatchObject({ ...place, date: '2026-03-05', start: '09:00', end: '11:00', business: null })
  expect(again?.end_date).toBeUndefined()
  // It can be booked as it is.
  await booked(maya, place, { date: again!.date, start: again!.start, end: again!.end })
  expect((await homeOf(maya)).again?.date).toBe('2026-03-06')
})

test('a seat beside the own one is not the same again', async () => {
  const maya = await person()
  const place = await room({}, 2)
  await booked(maya, place)
  await booked(maya, place, { date: '2026-03-03' })
  world.setNow('2026-03-02T09:30:00.000Z')
  expect((await homeOf(maya)).again?.date).toBe('2026-03-04')
})

test.each([
  ['is closed for now', { temporarily_closed: true }],
  ['is hidden', { hidden: true }],
  ['closes before the hours end', { close_hours: '10:00' }],
])('nothing is offered again where the office %s', async (_, change) => {
  const maya = await person()
  const place = await room()
  await booked(maya, place)
  world.setNow('2026-03-02T09:30:00.000Z')
  expect((await homeOf(maya)).again).not.toBeNull()
  const [column, value] = Object.entries(change)[0]!
  await world.pool.query(`update offices set ${column} = $1 where id = $2`, [value, place.office_id])
  expect((await homeOf(maya)).again).toBeNull()
})

test('an office that was deleted is not a recent one', async () => {
  const maya = await person()
  const place = await room()
  await booked(maya, place)
  world.setNow('2026-03-03T09:30:00.000Z')
  expect((await homeOf(maya)).recent).toEqual([place.office_id])
  await world.pool.query('update offices set deleted_at = now() where id = $1', [place.office_id])
  expect(await homeOf(maya)).toMatchObject({ recent: [], places: [], again: null })
})

test('free now: open and free for an hour on the clock of each office, among the offices that were asked for', async () => {
  const maya = await person()
  const [here, taken, abroad] = [await room(), await room(), await room({ time_zone: 'America/New_York' })]
  await booked(maya, taken, { start: '09:30', end: '11:00' })
  const freeIn = async (...places: Place[]) => {
    const asked = places.map(({ office_id }) => office_id).join()
    const reply = await world.get(`/api/spaces?free_now=true&office_ids=${asked}`)
    return reply.json().spaces.map(({ office_id }: { office_id: number }) => office_id)
  }
  world.setNow('2026-03-02T07:10:00.000Z')
  expect(await freeIn(here, taken, abroad)).toEqual([here.office_id])
  // 09:10 in New York, 16:10 here.
  world.setNow('2026-03-02T14:10:00.000Z')
  expect((await freeIn(here, taken, abroad)).sort()).toEqual(
    [here.office_id, taken.office_id, abroad.office_id].sort(),
  )
  expect(await freeIn(taken)).toEqual([taken.office_id])
  expect((await world.get('/api/spaces?free_now=true&office_ids=x')).statusCode).toBe(422)
})

test('home names what is not paid, cancelled orders too, until it is', async () => {
  const maya = await world.user()
  const place = await room()
  const order = await booked(maya, place)
  expect((await homeOf(maya)).owed).toMatchObject([{ id: order.id, left: 11_800 }])

  world.setNow('2026-03-02T06:30:00.000Z')
  expect((await world.post(`/api/orders/${order.id}/cancel`, { refund: 0 }, maya)).statusCode).toBe(200)
  const { owed, coming } = await homeOf(maya)
  expect([ids(coming), owed]).toMatchObject([[], [{ id: order.id, left: 5900 }]])

  await world.credits(maya.id, 500_000)
  await world.post(`/api/orders/${order.id}/pay`, {}, maya)
  expect((await homeOf(maya)).owed).toEqual([])
})

test('a visit without an end is not owed before its check-out', async () => {
  const maya = await person()
  const started = await world.post('/api/orders/start_now', await room(), maya)
  expect(started.statusCode).toBe(201)
  expect((await homeOf(maya)).owed).toEqual([])
})

test('a booking that waits for its card payment is on the home, however far ahead it is', async () => {
  const maya = await person()
  const place = await room({}, 9)
  const days = ['03', '04', '05', '06'].map((day) => ({ date: `2026-03-${day}` }))
  for (const day of days) await booked(maya, place, day)
  const far = await booked(maya, place, { date: '2026-03-09' })
  await world.pool.query('update orders set pay_until = $2 where id = $1', [far.id, '2026-03-02T06:15:00Z'])

  const { coming, owed } = await homeOf(maya)
  expect(coming.map(({ pay_until }) => pay_until)).toEqual([null, null, null, '2026-03-02T06:15:00.000Z'])
  expect(owed).toEqual([])
})
