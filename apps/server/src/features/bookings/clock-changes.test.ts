import type { Availability } from '@keyhour/contract/availability'
import type { Quote } from '@keyhour/contract/bookings'
import type { OrderDetails } from '@keyhour/contract/orders'
import { expect, test } from 'vitest'
import { startWorld } from '../../../test/world.ts'

const world = await startWorld()

async function roomIn(time_zone: string) {
  const { id: office_id } = await world.office({ time_zone, open_hours: null, close_hours: null })
  const { id: sub_office_id } = await world.subOffice(office_id, { price_per_hour: 6000 })
  await world.unit(office_id, sub_office_id)
  return { office_id, sub_office_id }
}

async function slotsOf(place: Awaited<ReturnType<typeof roomIn>>, date: string) {
  const query = `date=${date}&sub_office_id=${place.sub_office_id}`
  const day = await world.get(`/api/offices/${place.office_id}/availability?${query}`)
  return day.json<Availability>().slots
}

test('the half-hour that the clock shows twice in autumn is quoted and booked once, at the price of one', async () => {
  world.setNow('2027-10-01T08:00:00.000Z')
  const place = await roomIn('Asia/Jerusalem')
  const person = await world.user()
  const stay = { ...place, date: '2027-10-31', start: '01:30', end: '02:00' }
  const half = { start: '2027-10-30T22:30:00.000Z', end: '2027-10-30T23:00:00.000Z', total_price: 3000 }

  expect((await world.post('/api/orders/quote', stay, person)).json()).toMatchObject(half)
  expect((await world.post('/api/orders', stay, person)).json()).toMatchObject(half)
  expect((await slotsOf(place, '2027-10-31')).slice(1, 5)).toMatchObject([
    { start: '00:30', end: '01:00', free: 1 },
    { start: '01:00', end: '01:30', free: 1 },
    { start: '01:30', end: '02:00', free: 0 },
    { start: '02:00', end: '02:30', free: 1, starts_at: '2027-10-31T00:00:00.000Z' },
  ])
})

test('alternatives to the half-hour before the clocks are set back can be booked as offered', async () => {
  world.setNow('2027-10-01T08:00:00.000Z')
  const place = await roomIn('Asia/Jerusalem')
  const stay = { ...place, date: '2027-10-31', start: '01:00', end: '02:00' }
  await world.post('/api/orders', stay, await world.user())
  const reply = await world.post('/api/orders', stay, await world.user())

  expect(reply.statusCode).toBe(409)
  expect(reply.json().alternatives.slice(0, 2)).toMatchObject([
    { date: '2027-10-31', start: '00:00', end: '01:00' },
    { date: '2027-10-30', start: '23:30', end: '00:30', end_date: '2027-10-31' },
  ])
})

test.each([
  ['Asia/Jerusalem', '2027-03-26'],
  ['Asia/Jerusalem', '2027-10-31'],
  ['Europe/Berlin', '2027-10-31'],
  ['America/New_York', '2027-11-07'],
  ['Australia/Lord_Howe', '2027-04-04'],
  ['Pacific/Chatham', '2027-04-04'],
])('in %s on %s every offered half-hour is quoted as shown, at the price of one', async (zone, date) => {
  world.setNow('2027-03-01T08:00:00.000Z')
  const place = await roomIn(zone)
  const person = await world.user()
  const slots = await slotsOf(place, date)
  expect(slots.every(({ free }) => free === 1)).toBe(true)

  for (const [at, { start, end, starts_at }] of slots.entries()) {
    const end_date = at === slots.length - 1 ? { end_date: nextDay(date) } : {}
    const reply = await world.post('/api/orders/quote', { ...place, date, start, end, ...end_date }, person)
    expect(reply.json<Quote>()).toMatchObject({ start: starts_at, total_price: 3000 })
    expect(Date.parse(reply.json<Quote>().end)).toBe(Date.parse(starts_at) + 1_800_000)
  }
  const whole = { ...place, date, start: '00:00', end: '00:00', end_date: nextDay(date) }
  expect((await world.post('/api/orders', whole, person)).json<OrderDetails>()).toMatchObject({
    start: slots[0]!.starts_at,
    total_price: 3000 * slots.length,
  })
  expect((await slotsOf(place, date)).every(({ free }) => free === 0)).toBe(true)
})

const nextDay = (date: string) => new Date(Date.parse(date) + 86_400_000).toISOString().slice(0, 10)
