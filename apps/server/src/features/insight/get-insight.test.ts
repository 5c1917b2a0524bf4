import { Insight, noShowsOf, occupancyOf, type Totals, utilisationOf } from '@keyhour/contract/insight'
import { expect, test } from 'vitest'
import { keepInsight } from '#server/features/insight/keep-insight.ts'
import { HOUR } from '#server/time/opening-hours.ts'
import { startWorld } from '../../../test/world.ts'

const world = await startWorld()
const boss = await world.user({ admin: true })
const maya = await world.user()
const LONG_AGO = '2024-01-01T00:00:00.000Z'

type Given = Parameters<typeof world.order>[0]
type OfficeGiven = Parameters<typeof world.office>[0]

/** An office with one room, both added long ago. */
async function place(
  given: OfficeGiven = {},
  seats = 1,
  type: 'meeting_room' | 'open_space' = 'meeting_room',
) {
  const office = await world.office({
    open_hours: '08:00',
    close_hours: '20:00',
    createdAt: LONG_AGO,
    ...given,
  })
  const room = await world.subOffice(office.id, { type, created_at: LONG_AGO })
  for (let number = 1; number <= seats; number += 1) await world.unit(office.id, room.id, number)
  const book = (start: string, end: string | null, more: Partial<Given> = {}) =>
    world.order({ office_id: office.id, sub_office_id: room.id, user_id: maya.id, start, end, ...more })
  return { office, room, book }
}

async function insight(query: string): Promise<Insight> {
  const reply = await world.get(`/api/admin/insight?${query}`, boss)
  expect([reply.statusCode, reply.statusCode === 200 ? '' : reply.body]).toEqual([200, ''])
  return Insight.parse(reply.json())
}

const keep = () => keepInsight.run(world, {})
const hoursOf = ({ booked_ms, open_ms, due_ms, there_ms }: Totals) => ({
  booked: booked_ms / HOUR,
  open: open_ms / HOUR,
  due: due_ms / HOUR,
  there: there_ms / HOUR,
})
const moneyOf = ({ orders, revenue, net }: Totals) => ({ orders, revenue, net })
/** Booked time by hour of the week. Sunday is 0. */
const bookedHours = ({ hours }: Insight): Record<string, number> =>
  Object.fromEntries(
    hours.flatMap(({ now }, hour) =>
      now.booked_ms > 0 ? [[`${Math.floor(hour / 24)} ${hour % 24}:00`, now.booked_ms / HOUR]] : [],
    ),
  )

test('a week of one office equals what one computes by hand', async () => {
  world.setNow('2026-03-10T08:00:00.000Z')
  const { office, room, book } = await place()
  // Sunday 10:00 to 12:00; the customer was there from 10:15 to 11:45.
  await book('2026-03-01T08:00:00Z', '2026-03-01T10:00:00Z', {
    total_price: 10_000,
    checked_in_at: '2026-03-01T08:15:00Z',
    checked_out_at: '2026-03-01T09:45:00Z',
    payment_status: 'credits',
  })
  // Monday 9:30 to 11:00; the customer did not come. 18% of 33.33 is 6.00, 30% is 10.00.
  await book('2026-03-02T07:30:00Z', '2026-03-02T09:00:00Z', { total_price: 3333 })
  // Saturday 19:00 to 20:00; the customer came early and never checked out.
  await book('2026-03-07T17:00:00Z', '2026-03-07T18:00:00Z', {
    total_price: 1000,
    checked_in_at: '2026-03-07T16:55:00Z',
    payment_status: 'paid',
  })
  await book('2026-03-03T08:00:00Z', '2026-03-03T10:00:00Z', { cancelled_at: '2026-03-02T08:00:00Z' })
  await book('2026-03-04T08:00:00Z', null, { booking_type: 'on_demand', total_price: null })
  // The next Sunday is not in the range; the Saturday before it is in the range before.
  await book('2026-03-08T08:00:00Z', '2026-03-08T10:00:00Z')
  await book('2026-02-28T08:00:00Z', '2026-02-28T09:00:00Z', { total_price: 2000 })
  // Wednesday 12:00 to 16:00, twice over, and Thursday from two hours before the opening to two hours after it.
  await world.pool.query(
    `insert into closures (office_id, sub_office_id, during, reason) values
      ($1, $2, '[2026-03-04 10:00Z,2026-03-04 14:00Z)', 'Painters'), ($1, null, '[2026-03-04 11:00Z,2026-03-04 13:00Z)', 'Party'),
      ($1, null, '[2026-03-05 04:00Z,2026-03-05 08:00Z)', 'Late')`,
    [office.id, room.id],
  )
  const found = await insight(`from=2026-03-01&to=2026-03-07&office_id=${office.id}`)

  expect([found.range, found.before]).toEqual([
    { from: '2026-03-01', to: '2026-03-07' },
    { from: '2026-02-22', to: '2026-02-28' },
  ])
  expect(moneyOf(found.total.now)).toEqual({
    orders: 3,
    revenue: 11_800 + 3933 + 1180,
    net: 7000 + 2333 + 700,
  })
  expect(hoursOf(found.total.now)).toEqual({ booked: 4.5, open: 7 * 12 - 4 - 2, due: 4.5, there: 2.5 })
  expect(occupancyOf(found.total.now)).toBeCloseTo(4.5 / 78)
  expect(utilisationOf(found.total.now)).toBeCloseTo(2.5 / 4.5)
  expect(moneyOf(found.total.before)).toEqual({ orders: 1, revenue: 2360, net: 1400 })
  expect(hoursOf(found.total.before)).toEqual({ booked: 1, open: 84, due: 1, there: 0 })
  expect(bookedHours(found)).toEqual({
    '0 10:00': 1,
    '0 11:00': 1,
    '1 9:00': 0.5,
    '1 10:00': 1,
    '6 19:00': 1,
  })
  expect(found.hours[3 * 24 + 12]!.now.open_ms).toBe(0)
  expect(found.hours[3 * 24 + 16]!.now.open_ms).toBe(HOUR)
  expect(found.hours[7]!.now.open_ms).toBe(0)
  expect(found.hours[24 + 9]!.now.revenue).toBe(3933)
  expect(found.hours[24 + 10]!.now.revenue).toBe(0)
  expect(found.payments.filter(({ now }) => now.orders > 0)).toEqual([
    { payment: 'Credits', now: { orders: 1, revenue: 11_800 }, before: { orders: 0, revenue: 0 } },
    { payment: 'Pending', now: { orders: 1, revenue: 3933 }, before: { orders: 1, revenue: 2360 } },
    { payment: 'Paid', now: { orders: 1, revenue: 1180 }, before: { orders: 0, revenue: 0 } },
  ])
  expect(found.periods.map(({ now }) => now.revenue)).toEqual([11_800, 3933, 0, 0, 0, 0, 1180])
  expect(found.offices).toMatchObject([{ office_id: office.id, name: office.name }])
  expect(found.types.map(({ type }) => type)).toEqual(['meeting_room'])
})

test('each seat of an open space counts as open and booked by itself', async () => {
  world.setNow('2026-03-10T08:00:00.000Z')
  const { office, book } = await place({}, 3, 'open_space')
  await book('2026-03-01T08:00:00Z', '2026-03-01T10:00:00Z')
  await book('2026-03-01T08:00:00Z', '2026-03-01T10:00:00Z')
  const { total, hours } = await insight(`from=2026-03-01&to=2026-03-01&office_id=${office.id}`)

  expect(hoursOf(total.now)).toMatchObject({ booked: 4, open: 36 })
  expect(occupancyOf(hours[10]!.now)).toBeCloseTo(2 / 3)
})

test.each([
  // From 0:00 to 6:00 on the office clock, which skips the hour from 2:00 to 3:00.
  [
    'in spring the hour that the clocks skip is neither open nor booked',
    '2026-03-27',
    ['2026-03-26T22:00:00Z', '2026-03-27T03:00:00Z'],
    { booked: 5, open: 23 },
    { '5 0:00': 1, '5 1:00': 1, '5 3:00': 1, '5 4:00': 1, '5 5:00': 1 },
    [0, 0],
  ],
  // From 0:00 to 4:00 on the office clock, which shows the hour from 1:00 to 2:00 twice.
  [
    'in autumn the hour that comes twice counts twice',
    '2026-10-25',
    ['2026-10-24T21:00:00Z', '2026-10-25T02:00:00Z'],
    { booked: 5, open: 25 },
    { '0 0:00': 1, '0 1:00': 2, '0 2:00': 1, '0 3:00': 1 },
    [1, 2],
  ],
])('%s', async (_, day, [start, end], length, hours, [hour, open]) => {
  world.setNow('2026-12-01T08:00:00.000Z')
  const { office, book } = await place({ open_hours: null, close_hours: null })
  await book(start!, end!)
  const found = await insight(`from=${day}&to=${day}&office_id=${office.id}`)

  expect(hoursOf(found.total.now)).toMatchObject(length)
  expect(bookedHours(found)).toEqual(hours)
  const at = new Date(`${day}T00:00Z`).getUTCDay() * 24
  expect(found.hours[at + (hour === 0 ? 2 : hour!)]!.now.open_ms / HOUR).toBe(open)
})

test('days are those of Jerusalem, hours of the week those of the office clock', async () => {
  world.setNow('2026-03-10T08:00:00.000Z')
  const { office, book } = await place({
    time_zone: 'America/New_York',
    open_hours: '20:00',
    close_hours: '02:00',
  })
  // Monday 20:00 to 22:00 in New York is Tuesday 3:00 to 5:00 in Jerusalem.
  await book('2026-03-03T01:00:00Z', '2026-03-03T03:00:00Z')
  const tuesday = await insight(`from=2026-03-03&to=2026-03-03&office_id=${office.id}`)
  const monday = await insight(`from=2026-03-02&to=2026-03-02&office_id=${office.id}`)

  expect(bookedHours(tuesday)).toEqual({ '1 20:00': 1, '1 21:00': 1 })
  expect(hoursOf(tuesday.total.now)).toMatchObject({ booked: 2, open: 6 })
  expect(monday.total.now.orders).toBe(0)
})

test('the price of a long stay counts on its first day, and its hours on the days they belong to', async () => {
  world.setNow('2026-03-20T08:00:00.000Z')
  const { office, book } = await place({ open_hours: null, close_hours: null })
  await book('2026-03-01T22:00:00Z', '2026-03-12T22:00:00Z', { rent_type: 'day', total_price: 100_000 })
  const found = await insight(`from=2026-03-05&to=2026-03-11&office_id=${office.id}`)

  expect(moneyOf(found.total.now)).toEqual({ orders: 0, revenue: 0, net: 0 })
  expect(occupancyOf(found.total.now)).toBe(1)
  expect(moneyOf(found.total.before)).toEqual({ orders: 1, revenue: 118_000, net: 70_000 })
  expect(hoursOf(found.total.before)).toMatchObject({ booked: 3 * 24, open: 7 * 24 })
  expect(found.periods.map(({ now }) => now.booked_ms / HOUR)).toEqual([24, 24, 24, 24, 24, 24, 24])
})

test('future orders count as booked, but not as due', async () => {
  world.setNow('2026-03-10T08:30:00.000Z')
  const { office, book } = await place()
  await book('2026-03-10T08:00:00Z', '2026-03-10T10:00:00Z', { checked_in_at: '2026-03-10T08:10:00Z' })
  await book('2026-03-11T08:00:00Z', '2026-03-11T10:00:00Z')
  const { total } = await insight(`from=2026-03-10&to=2026-03-11&office_id=${office.id}`)

  expect(hoursOf(total.now)).toMatchObject({ booked: 4, due: 0.5, there: 1 / 3 })
})

test('a space counts as open from the day it was added until it was removed', async () => {
  world.setNow('2026-03-20T08:00:00.000Z')
  const { office, room } = await place()
  const late = await world.subOffice(office.id, { created_at: '2026-03-03T10:00:00.000Z' })
  await world.unit(office.id, late.id)
  await world.pool.query(`update sub_offices set deleted_at = '2026-03-02T10:00:00Z' where id = $1`, [
    room.id,
  ])
  const { total } = await insight(`from=2026-03-01&to=2026-03-04&office_id=${office.id}`)

  // Until noon of the second day, then from noon of the third.
  expect(total.now.open_ms / HOUR).toBe(12 + 4 + 8 + 12)
})

test('currencies are never added up: the most used one is shown, or the one that was asked for', async () => {
  world.setNow('2026-03-10T08:00:00.000Z')
  const { office, book } = await place()
  await book('2026-03-01T08:00:00Z', '2026-03-01T09:00:00Z', { currency: 'EUR', total_price: 500 })
  await book('2026-03-02T08:00:00Z', '2026-03-02T09:00:00Z', { total_price: 1000 })
  await book('2026-03-03T08:00:00Z', '2026-03-03T09:00:00Z', { total_price: 1000 })
  const range = `from=2026-03-01&to=2026-03-07&office_id=${office.id}`
  const [shekels, euros] = [await insight(range), await insight(`${range}&currency=EUR`)]

  expect([shekels.currency, shekels.currencies]).toEqual(['ILS', ['ILS', 'EUR']])
  expect(moneyOf(shekels.total.now)).toEqual({ orders: 2, revenue: 2360, net: 1400 })
  expect(moneyOf(euros.total.now)).toEqual({ orders: 1, revenue: 590, net: 350 })
  expect(euros.payments.reduce((sum, { now }) => sum + now.orders, 0)).toBe(1)
  expect([shekels, euros].map(({ total }) => total.now.booked_ms / HOUR)).toEqual([3, 3])
})

test('the refund of a shortened stay is not counted twice', async () => {
  world.setNow('2026-03-02T08:00:00.000Z')
  const { office, room } = await place()
  const noa = await world.user()
  await world.credits(noa.id, 100_000)
  const times = { date: '2026-03-05', start: '10:00', end: '14:00' }
  const booked = await world.post(
    '/api/orders',
    { office_id: office.id, sub_office_id: room.id, ...times },
    noa,
  )
  const url = `/api/orders/${booked.json().id}/time`
  await world.send({ method: 'PUT', url, payload: { ...times, end: '12:00' } }, noa)
  const { total } = await insight(`from=2026-03-05&to=2026-03-05&office_id=${office.id}`)

  expect(moneyOf(total.now)).toEqual({ orders: 1, revenue: 11_800, net: 7000 })
})

test('stored sums equal the sums of the orders, whatever happens to the orders', async () => {
  world.setNow('2026-06-20T08:00:00.000Z')
  const berlin = await place({ time_zone: 'Europe/Berlin' }, 2, 'open_space')
  const order = await berlin.book('2026-06-01T08:00:00Z', '2026-06-01T10:00:00Z', { total_price: 10_000 })
  const long = await berlin.book('2026-06-02T08:00:00Z', '2026-06-09T10:00:00Z', { total_price: 50_000 })
  const june = 'from=2026-06-01&to=2026-06-30'
  const counted = await insight(june)
  await keep()
  const left = await world.pool.query('select count(*)::integer from insight_changes')

  expect(left.rows).toEqual([{ count: 0 }])
  expect(await insight(june)).toEqual(counted)

  const change = async (text: string, id: number) => {
    await world.pool.query(text, [id])
    const before = await insight(june)
    await keep()
    expect(await insight(june)).toEqual(before)
    return before
  }
  const { total } = await change(`update orders set checked_in_at = start where id = $1`, order.id)
  expect(total.now.there_ms - counted.total.now.there_ms).toBe(2 * HOUR)
  const moved = await change(`update orders set start = start + interval '2 days' where id = $1`, long.id)
  expect(moved.total.now.booked_ms).toBe(counted.total.now.booked_ms - 48 * HOUR)
  const retyped = await change(`update sub_offices set type = 'clinics' where id = $1`, berlin.room.id)
  expect(retyped.types.find(({ type }) => type === 'clinics')?.now.orders).toBe(2)
  const rezoned = await change(
    `update offices set time_zone = 'Asia/Jerusalem' where id = $1`,
    berlin.office.id,
  )
  expect(rezoned.hours[24 + 11]!.now.revenue).toBe(11_800)
  const cancelled = await change(`update orders set cancelled_at = start where id = $1`, order.id)
  expect(cancelled.total.now.revenue).toBe(59_000)
  await change(`delete from orders where id = $1`, long.id)
})

test('every breakdown adds up to the same total, and types can be filtered', async () => {
  world.setNow('2026-04-20T08:00:00.000Z')
  const rooms = await place()
  const seats = await place({}, 4, 'open_space')
  await rooms.book('2026-04-01T08:00:00Z', '2026-04-01T10:00:00Z', { total_price: 1234 })
  await seats.book('2026-04-02T08:00:00Z', '2026-04-02T11:00:00Z', { total_price: 4321 })
  await keep()
  const april = await insight('from=2026-04-01&to=2026-04-30')
  const added = (all: { now: Totals }[], name: keyof Totals) =>
    all.reduce((sum, { now }) => sum + now[name], 0)

  for (const name of ['orders', 'revenue', 'net', 'booked_ms', 'open_ms'] as const)
    for (const part of [april.offices, april.types, april.hours, april.periods])
      expect(added(part, name)).toBe(april.total.now[name])
  const alone = await insight('from=2026-04-01&to=2026-04-30&type=open_space')
  expect(moneyOf(alone.total.now)).toMatchObject({ orders: 1, revenue: 4321 + 778 })
  expect(alone.total).toEqual(
    april.types.find(({ type }) => type === 'open_space') && {
      now: april.types.find(({ type }) => type === 'open_space')!.now,
      before: april.types.find(({ type }) => type === 'open_space')!.before,
    },
  )
})

test('a range without orders has open hours and nothing else', async () => {
  const { total, currency, currencies, payments } = await insight('from=2040-01-01&to=2040-01-31')

  expect(moneyOf(total.now)).toEqual({ orders: 0, revenue: 0, net: 0 })
  expect([currency, currencies]).toEqual(['ILS', []])
  expect(payments.map(({ payment }) => payment)).toEqual([
    'Credits',
    'Pending',
    'Partly Credit',
    'Full Credit Card',
    'Paid',
  ])
})

test.each([
  ['from=2026-03-02&to=2026-03-01', 'to', 'The last day cannot be before the first'],
  ['from=2020-01-01&to=2026-03-01', 'to', 'Please choose at most two years'],
  ['from=2026-03-01', 'to', 'Should be a date like 2026-03-02'],
])('%s is refused with its reason', async (query, field, msg) => {
  const reply = await world.get(`/api/admin/insight?${query}`, boss)

  expect([reply.statusCode, reply.json().detail[0]]).toMatchObject([422, { loc: ['query', field], msg }])
})

test('only admins can read insight', async () => {
  const url = '/api/admin/insight?from=2026-03-01&to=2026-03-07'

  expect((await world.get(url, maya)).statusCode).toBe(403)
  expect((await world.get(url)).statusCode).toBe(401)
})

test('no-shows are counted by office and day, beside the orders, counted at once or kept', async () => {
  world.setNow('2026-05-10T08:00:00.000Z')
  const { office, book } = await place()
  const released = { cancelled_at: '2026-05-04T08:15:00Z', no_show: true }
  await book('2026-05-04T08:00:00Z', '2026-05-04T10:00:00Z', { ...released, kept: 5900 })
  await book('2026-05-05T08:00:00Z', '2026-05-05T10:00:00Z', { ...released, kept: 0 })
  await book('2026-05-06T08:00:00Z', '2026-05-06T10:00:00Z', { cancelled_at: '2026-05-05T08:00:00Z' })
  for (const day of ['06', '07']) await book(`2026-05-${day}T12:00:00Z`, `2026-05-${day}T13:00:00Z`)

  for (const prepare of [async () => undefined, keep]) {
    await prepare()
    for (const query of ['', `&office_id=${office.id}`]) {
      const { total, offices, periods } = await insight(`from=2026-05-03&to=2026-05-09${query}`)
      expect([total.now.no_shows, total.now.orders, noShowsOf(total.now)]).toEqual([2, 2, 0.5])
      expect(offices.find(({ office_id }) => office_id === office.id)!.now.no_shows).toBe(2)
      expect(periods.map(({ now }) => now.no_shows)).toEqual([0, 1, 1, 0, 0, 0, 0])
    }
  }
})
