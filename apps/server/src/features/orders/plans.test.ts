import { expect, test } from 'vitest'
import { endHolds } from '#server/features/bookings/end-holds.ts'
import { endOverdueVisit, endOverdueVisits } from '#server/features/visits/end-overdue-visits.ts'
import { fillOrders, fillPlaces } from '../../../test/fill-many.ts'
import { plansDuring } from '../../../test/query-plans.ts'
import { wholeScansDuring } from '../../../test/whole-scans.ts'
import { startWorld } from '../../../test/world.ts'

const world = await startWorld()
await fillPlaces(world.pool, { subOffices: 300, users: 50 })
await fillOrders(world.pool, { first: 1, last: 20_000, around: world.now() })
const person = await world.user({ admin: true })
const { rows } = await world.pool.query(
  `select office_id::integer, id::integer as sub_office_id from sub_offices where type = 'meeting_room' limit 1`,
)
const place: { office_id: number; sub_office_id: number } = rows[0]
const free = { ...place, date: '2026-06-20', start: '09:00', end: '11:00' }

test('this measurement works: it notices a query without an index', async () => {
  expect(await wholeScansDuring(world.pool, () => world.pool.query('select max(note) from orders'))).toEqual({
    orders: 1,
  })
})

test.each<[string, () => Promise<unknown>]>([
  [
    'a day of a space',
    () =>
      world.get(
        `/api/offices/${place.office_id}/availability?date=2026-03-03&sub_office_id=${place.sub_office_id}`,
      ),
  ],
  [
    'a day of every space of an office',
    () => world.get(`/api/offices/${place.office_id}/availability/spaces?date=2026-03-03`),
  ],
  [
    'a month of a space',
    () =>
      world.get(
        `/api/offices/${place.office_id}/availability/month?month=2026-03&sub_office_id=${place.sub_office_id}`,
      ),
  ],
  ['the search over all spaces', () => world.get('/api/spaces?date=2026-03-03&start=10:00&end=12:00')],
  ['a quote', () => world.post('/api/orders/quote', free, person)],
  ['a hold', () => world.post('/api/orders/hold', free, person)],
  ['a booking', () => world.post('/api/orders', free, person)],
  ['a booking that comes too late', () => world.post('/api/orders', free, person)],
  ['a visit that starts now', () => world.post('/api/orders/start_now', place, person)],
  ['the list of running visits', () => world.get(`/api/orders/active/${place.office_id}`, person)],
  ['the day of an office', () => world.get(`/api/offices/${place.office_id}/day`, person)],
  [
    'the day of a space',
    () => world.get(`/api/offices/${place.office_id}/day?sub_office_id=${place.sub_office_id}`, person),
  ],
  ['the list of a customer’s own orders', () => world.get('/api/orders', person)],
  ['one order', () => world.get('/api/orders/4711', person)],
  ['its timeline', () => world.get('/api/orders/4711/events', person)],
  ['ending holds', () => endHolds.run(world, {})],
  ['finding the visits that are overdue', () => endOverdueVisits.run(world, {})],
  ['ending one', () => endOverdueVisit.run(world, { order_id: 4711 })],
])('%s is answered from indexes, however many orders there are', async (_, ask) => {
  let answer: unknown
  const scans = await wholeScansDuring(world.pool, async () => {
    answer = await ask()
  })

  expect(scans).toEqual({})
  if (answer !== undefined) expect([200, 201, 409]).toContain((answer as { statusCode: number }).statusCode)
})

test('a day, a month and the search read occupancy by index', async () => {
  const { office_id, sub_office_id } = place
  const plansOf = async (url: string) => (await plansDuring(world.pool, () => world.get(url))).join('\n')
  const day = await plansOf(
    `/api/offices/${office_id}/availability?date=2026-03-03&sub_office_id=${sub_office_id}`,
  )
  const month = await plansOf(
    `/api/offices/${office_id}/availability/month?month=2026-03&sub_office_id=${sub_office_id}`,
  )
  const search = await plansOf('/api/spaces?date=2026-03-03&start=10:00&end=12:00')

  for (const plan of [day, month, search]) {
    expect(plan).toMatch(/Index (Only )?Scan occupancy_/)
    expect(plan).not.toMatch(/Seq Scan (occupancy|orders)/)
  }
})
