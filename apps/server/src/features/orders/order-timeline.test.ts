import type { OfficeDay } from '@keyhour/contract/front-desk'
import type { OrderDetails } from '@keyhour/contract/orders'
import { beforeEach, expect, test } from 'vitest'
import { readCalendar } from '../../../test/read-calendar.ts'
import { startWorld } from '../../../test/world.ts'

const world = await startWorld({ PUBLIC_URL: 'https://keyhour.example' })
const admin = await world.user({ admin: true })

beforeEach(() => world.setNow('2026-03-02T08:00:00.000Z'))

async function staffedRoom(hours: { open_hours: string | null; close_hours: string | null } | object = {}) {
  const office = await world.office({
    name: 'Harbour House',
    open_hours: '08:00',
    close_hours: '20:00',
    ...hours,
  })
  const room = await world.subOffice(office.id, { name: 'Lighthouse' })
  await world.unit(office.id, room.id)
  const manager = await world.user({ name: 'Dana' })
  await world.member(office.id, manager.id, 'manager')
  return { office, room, manager, place: { office_id: office.id, sub_office_id: room.id } }
}

test('the timeline of an order shows what happened, when, by whom and with what result', async () => {
  const { place, manager } = await staffedRoom()
  const customer = await world.user({ name: 'Noa' })
  await world.credits(customer.id, 50_000)
  const booking = { ...place, date: '2026-03-05', start: '09:00', end: '10:00' }
  const { id } = (await world.post('/api/orders', booking, customer)).json<OrderDetails>()
  world.setNow('2026-03-02T08:30:00.000Z')
  const moved = { date: '2026-03-06', start: '09:00', end: '10:00' }
  await world.send({ method: 'PUT', url: `/api/orders/${id}/time`, payload: moved }, customer)
  world.setNow('2026-03-02T09:00:00.000Z')
  await world.post(`/api/orders/${id}/cancel`, { refund: 5900 }, admin)

  const timeline = [
    { at: '2026-03-02T08:00:00.000Z', kind: 'booked', actor_name: 'Noa' },
    {
      at: '2026-03-02T08:30:00.000Z',
      kind: 'moved',
      actor_name: 'Noa',
      start: '2026-03-06T07:00:00.000Z',
      end: '2026-03-06T08:00:00.000Z',
    },
    { at: '2026-03-02T09:00:00.000Z', kind: 'cancelled', actor_name: admin.name, refund: 5900 },
  ]
  for (const reader of [customer, manager, admin])
    expect((await world.get(`/api/orders/${id}/events`, reader)).json()).toEqual(timeline)
  expect((await world.get(`/api/orders/${id}/events`, await world.user())).statusCode).toBe(404)
})

test('staff see the orders that start today, on the office clock', async () => {
  const { office, room, manager } = await staffedRoom()
  const guest = await world.user({ name: 'Noa' })
  const at = { office_id: office.id, user_id: guest.id, end: '2026-03-04T00:00:00Z' }
  const later = await world.order({ ...at, sub_office_id: room.id, start: '2026-03-02T21:30:00Z' })
  const soon = await world.order({ ...at, start: '2026-03-02T08:00:01Z' })
  const tomorrow = await world.order({ ...at, start: '2026-03-02T22:00:00Z' })
  await world.order({ ...at, start: '2026-03-02T12:00:00Z', cancelled_at: '2026-03-02T07:00:00Z' })
  const url = `/api/offices/${office.id}/day`
  const idsOf = (orders: { id: number }[]) => orders.map(({ id }) => id)

  const day = (await world.get(url, manager)).json<OfficeDay>()
  expect([idsOf(day.today), idsOf(day.tomorrow)]).toEqual([[soon.id, later.id], [tomorrow.id]])
  const ofRoom = (await world.get(`${url}?sub_office_id=${room.id}`, admin)).json<OfficeDay>()
  expect([idsOf(ofRoom.today), idsOf(ofRoom.tomorrow)]).toEqual([[later.id], []])
  expect((await world.get(url, guest)).statusCode).toBe(404)
})

test('where the night ends past midnight, so does the day of the front desk', async () => {
  const { office, manager } = await staffedRoom({ open_hours: '18:00', close_hours: '02:00' })
  const guest = await world.user()
  const night = { office_id: office.id, user_id: guest.id, end: '2026-03-03T04:00:00Z' }
  const late = await world.order({ ...night, start: '2026-03-02T23:00:00Z' })
  const evening = await world.order({ ...night, start: '2026-03-03T17:00:00Z', end: '2026-03-03T19:00:00Z' })
  const todayAt = async (now: string) => {
    world.setNow(now)
    const { today } = (await world.get(`/api/offices/${office.id}/day`, manager)).json<OfficeDay>()
    return today.map(({ id }) => id)
  }

  expect(await todayAt('2026-03-02T20:00:00.000Z')).toEqual([late.id])
  // 00:40 in Jerusalem: the office is still open.
  expect(await todayAt('2026-03-02T22:40:00.000Z')).toEqual([late.id])
  // The next day still has who left in its morning.
  expect(await todayAt('2026-03-03T05:00:00.000Z')).toEqual([late.id, evening.id])
})

test('an order can be downloaded as a calendar file, with a higher sequence after each change', async () => {
  const { place } = await staffedRoom()
  const customer = await world.user()
  const booking = { ...place, date: '2026-03-05', start: '09:00', end: '10:00' }
  const { id } = (await world.post('/api/orders', booking, customer)).json<OrderDetails>()
  const file = async () => world.get(`/api/orders/${id}/calendar.ics`, customer)
  const reply = await file()
  const before = readCalendar(reply.body)
  await world.post(`/api/orders/${id}/cancel`, { refund: 0 }, customer)
  const after = readCalendar((await file()).body)

  expect(reply.headers).toMatchObject({
    'content-type': 'text/calendar; charset=utf-8',
    'content-disposition': `attachment; filename="keyhour-${id}.ics"`,
  })
  expect(before).toMatchObject({
    uid: `order-${id}@keyhour.example`,
    summary: 'Lighthouse · Harbour House',
    start: '2026-03-05T07:00:00.000Z',
    end: '2026-03-05T08:00:00.000Z',
    status: 'CONFIRMED',
    url: `https://keyhour.example/order/${id}`,
  })
  expect(after).toMatchObject({ uid: before.uid, status: 'CANCELLED' })
  expect(after.sequence).toBeGreaterThan(before.sequence)
  const refused = await world.get(`/api/orders/${id}/calendar.ics`, await world.user())
  expect([refused.statusCode, refused.json()]).toEqual([404, { detail: 'This order does not exist.' }])
})
