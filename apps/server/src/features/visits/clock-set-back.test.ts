import { beforeEach, expect, test } from 'vitest'
import { endHolds } from '#server/features/bookings/end-holds.ts'
import { endOverdueVisits } from '#server/features/visits/end-overdue-visits.ts'
import { startWorld } from '../../../test/world.ts'

const world = await startWorld()
const BEFORE = '2026-03-05T08:00:00.000Z'
const THREE_DAYS_EARLIER = '2026-03-02T08:00:00.000Z'

beforeEach(() => world.setNow(BEFORE))

async function room() {
  const office = await world.office()
  const space = await world.subOffice(office.id)
  await world.unit(office.id, space.id)
  return { office_id: office.id, sub_office_id: space.id }
}

const holds = async () => (await world.pool.query(`select from occupancy where cause = 'hold'`)).rowCount

test('a running visit can be checked out after the clock was set back, at the lowest price of a visit', async () => {
  const [person, place] = [await world.user(), await room()]
  const { id } = (await world.post('/api/orders/start_now', place, person)).json()
  world.setNow(THREE_DAYS_EARLIER)
  await endOverdueVisits.run(world, {})
  const reply = await world.post(`/api/orders/${id}/check_out`, {}, person)

  expect(reply.statusCode).toBe(200)
  const { start, end, total_price } = reply.json()
  expect(start).toBe(BEFORE)
  expect(Date.parse(end)).toBeGreaterThan(Date.parse(start))
  expect(total_price).toBe(2500)
  const { rowCount } = await world.pool.query(
    `select from occupancy where cause = 'order' and order_id = $1`,
    [id],
  )
  expect(rowCount).toBe(0)
})

test('a hold ends immediately when the clock is set back, and its time can be booked', async () => {
  const [holder, other, place] = [await world.user(), await world.user(), await room()]
  const stay = { ...place, date: '2026-03-06', start: '10:00', end: '11:00' }
  expect((await world.post('/api/orders/hold', stay, holder)).statusCode).toBe(200)
  expect((await world.post('/api/orders', stay, other)).statusCode).toBe(409)
  world.setNow(THREE_DAYS_EARLIER)
  const day = `/api/offices/${place.office_id}/availability?date=2026-03-06&sub_office_id=${place.sub_office_id}`
  const ten = (await world.get(day, other))
    .json()
    .slots.find(({ start }: { start: string }) => start === '10:00')

  expect(ten).toMatchObject({ free: 1 })
  expect((await world.post('/api/orders', stay, other)).statusCode).toBe(201)
})

test('holds made before the clock was set back are deleted like expired ones', async () => {
  const [holder, place] = [await world.user(), await room()]
  await world.post('/api/orders/hold', { ...place, date: '2026-03-06', start: '10:00', end: '11:00' }, holder)
  const held = await holds()
  world.setNow('2026-03-05T07:59:00.000Z')
  await endHolds.run(world, {})
  expect(await holds()).toBe(held)
  world.setNow(THREE_DAYS_EARLIER)
  await endHolds.run(world, {})

  expect(await holds()).toBe(0)
})

test('members stay signed in when the clock is set back', async () => {
  const person = await world.user()
  const headers = { authorization: `Bearer ${await world.tokenOf(person)}` }
  world.setNow(THREE_DAYS_EARLIER)

  expect((await world.send({ method: 'GET', url: '/api/orders', headers })).statusCode).toBe(200)
})
