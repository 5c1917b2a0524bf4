import type { AdminOffice } from '@keyhour/contract/admin-offices'
import type { Availability, MonthAvailability } from '@keyhour/contract/availability'
import type { OrderDetails } from '@keyhour/contract/orders'
import type { FoundSpaces } from '@keyhour/contract/spaces'
import { expect, onTestFinished, test } from 'vitest'
import { startWorld } from '../../../test/world.ts'

const world = await startWorld()
const admin = await world.user({ admin: true })

// It is Monday, 2026-03-02.
const [THURSDAY, FRIDAY, SATURDAY, PURIM] = ['2026-03-05', '2026-03-06', '2026-03-07', '2026-03-10']
const SHORT = { open_hours: '09:00', close_hours: '13:00' }
const WEEK = [
  { weekday: 5, hours: SHORT },
  { weekday: 6, hours: null },
]
const HOLIDAY = { first_day: PURIM, last_day: PURIM, name: 'Purim', name_he: 'פורים', hours: null }
const OWN = { week_hours: WEEK, holidays: [HOLIDAY] }

async function place(hours: object = {}, room: object = {}) {
  const office = await world.office({ open_hours: '08:00', close_hours: '20:00', ...hours })
  const { id } = await world.subOffice(office.id, room)
  await world.unit(office.id, id)
  return { office_id: office.id, sub_office_id: id, url: `/api/admin/offices/${office.id}` }
}
type Place = Awaited<ReturnType<typeof place>>

const change = ({ url }: Place, hours: object) => world.send({ method: 'PUT', url, payload: hours }, admin)

async function book(
  { office_id, sub_office_id }: Place,
  times: object,
  customer?: Awaited<ReturnType<typeof world.user>>,
) {
  return world.post('/api/orders', { office_id, sub_office_id, ...times }, customer ?? (await world.user()))
}

async function dayOf({ office_id, sub_office_id }: Place, date: string) {
  const url = `/api/offices/${office_id}/availability?date=${date}&sub_office_id=${sub_office_id}`
  return (await world.get(url)).json<Availability>()
}
const spanOf = ({ slots }: Availability) => [slots[0]?.start, slots.at(-1)?.end]
const msgOf = (reply: { json: () => { detail: [{ msg: string }] } }) => reply.json().detail[0].msg

test('days of the week and holidays have their own hours, for everybody at once', async () => {
  const room = await place()
  // The server remembers the office as it is now.
  expect(spanOf(await dayOf(room, FRIDAY))).toEqual(['08:00', '20:00'])
  const saved = await change(room, { week_hours: WEEK.toReversed(), holidays: [HOLIDAY] })
  expect(saved.json<AdminOffice>()).toMatchObject({ ...OWN, open_hours: '08:00', close_hours: '20:00' })
  expect((await world.get(`/api/offices/${room.office_id}`)).json()).toMatchObject(OWN)

  expect(spanOf(await dayOf(room, THURSDAY))).toEqual(['08:00', '20:00'])
  expect(spanOf(await dayOf(room, FRIDAY))).toEqual(['09:00', '13:00'])
  expect(await dayOf(room, SATURDAY)).toMatchObject({ slots: [], reason: 'hours', holiday: null })
  const holiday = { name: 'Purim', name_he: 'פורים' }
  expect(await dayOf(room, PURIM)).toMatchObject({ slots: [], reason: 'holiday', holiday })
  const all = (await world.get(`/api/offices/${room.office_id}/availability/spaces?date=${PURIM}`)).json()
  expect(all).toMatchObject([{ slots: [], reason: 'holiday', holiday }])
})

test('a booking, a quote and a hold outside the hours of the day are refused', async () => {
  const room = await place(OWN)
  const customer = await world.user()
  const { office_id, sub_office_id } = room
  const ask = (times: object) =>
    ['', '/quote', '/hold'].map((call) =>
      world.post(`/api/orders${call}`, { office_id, sub_office_id, ...times }, customer),
    )
  const late = { date: FRIDAY, start: '12:30', end: '13:30' }
  for (const [times, message] of [
    [late, 'The office is closed at that time'],
    [{ ...late, start: '08:00', end: '10:00' }, 'The office is closed at that time'],
    [{ ...late, date: SATURDAY }, 'The office is closed on that day'],
    [{ ...late, date: PURIM }, 'The office is closed on that day'],
  ] as const) {
    const replies = (await Promise.all(ask(times))).filter(({ statusCode }) => statusCode !== 404)
    expect(replies.length).toBeGreaterThan(1)
    for (const reply of replies) expect([reply.statusCode, msgOf(reply)]).toEqual([422, message])
  }
  expect((await book(room, { date: FRIDAY, start: '09:00', end: '13:00' })).statusCode).toBe(201)
})

test('a search finds an office only during its hours of that day', async () => {
  const town = 'Weekdayville'
  const room = await place({ ...OWN, address: `Street 1, ${town}` })
  await place({
    address: `Street 2, ${town}`,
    holidays: [{ ...HOLIDAY, first_day: '2026-05-01', last_day: '2026-05-02' }],
  })
  const found = async (date: string, start: string, end: string) => {
    const query = new URLSearchParams({ place: town, date, start, end })
    const { total, spaces } = (await world.get(`/api/spaces?${query}`)).json<FoundSpaces>()
    return [total, spaces.some(({ office_id }) => office_id === room.office_id)]
  }

  expect(await found(THURSDAY, '14:00', '15:00')).toEqual([2, true])
  expect(await found(FRIDAY, '10:00', '11:00')).toEqual([2, true])
  expect(await found(FRIDAY, '14:00', '15:00')).toEqual([1, false])
  expect(await found(SATURDAY, '10:00', '11:00')).toEqual([1, false])
  expect(await found(PURIM, '10:00', '11:00')).toEqual([1, false])
})

test('days on which the office is closed are neither offered nor charged', async () => {
  const room = await place(OWN, { rent_type: 'day', price_per_day: 10000, price_per_week: 0 })
  const url = `/api/offices/${room.office_id}/availability/month?month=2026-03&sub_office_id=${room.sub_office_id}`
  const { days } = (await world.get(url)).json<MonthAvailability>()
  const of = (date: string) => days.find((day) => day.date === date)
  expect([of(THURSDAY), of(SATURDAY), of(PURIM)]).toEqual([
    { date: THURSDAY, free: 1, reason: null },
    { date: SATURDAY, free: 0, reason: 'hours' },
    { date: PURIM, free: 0, reason: 'holiday' },
  ])

  const closedEnd = await book(room, { date: THURSDAY, end_date: SATURDAY })
  expect(closedEnd.json().detail).toMatchObject([
    { loc: ['body', 'end_date'], msg: 'The office is closed on that day' },
  ])
  const week = (await book(room, { date: THURSDAY, end_date: '2026-03-11' })).json<OrderDetails>()
  expect(week.total_price).toBe(5 * 10000)
  const taken = await book(room, { date: THURSDAY })
  expect(taken.json().alternatives.map(({ date }: { date: string }) => date)).toEqual([
    '2026-03-12',
    '2026-03-13',
    '2026-03-15',
  ])
})

test('a visit starts and ends within the hours of the day', async () => {
  onTestFinished(() => world.setNow('2026-03-02T08:00:00.000Z'))
  const room = await place(OWN)
  const customer = await world.user()
  const { office_id, sub_office_id } = room
  const startAt = (moment: string) => {
    world.setNow(moment)
    return world.post('/api/orders/start_now', { office_id, sub_office_id }, customer)
  }

  expect((await startAt(`${SATURDAY}T10:00:00.000Z`)).json().detail).toBe('The office is closed at that time')
  expect((await startAt(`${FRIDAY}T10:45:00.000Z`)).json().detail).toBe(
    'The office closes in less than half an hour.',
  )
  expect((await startAt(`${FRIDAY}T09:00:00.000Z`)).statusCode).toBe(201)
  const { rows } = await world.pool.query(
    'select upper(during) as until from occupancy where office_id = $1',
    [office_id],
  )
  expect(rows).toEqual([{ until: new Date(`${FRIDAY}T11:00:00.000Z`) }])
})

test('orders outside new hours are listed first; kept, they can be shortened but not moved outside', async () => {
  const room = await place()
  const customer = await world.user()
  const evening = { date: FRIDAY, start: '14:00', end: '17:00' }
  const { id } = (await book(room, evening, customer)).json<OrderDetails>()
  await book(room, { date: PURIM, start: '10:00', end: '11:00' })
  await book(room, { date: FRIDAY, start: '10:00', end: '11:00' })

  const refused = await change(room, { ...OWN, version: 1 })
  expect(refused.statusCode).toBe(409)
  expect(refused.json()).toMatchObject({
    detail: `Some orders would be outside these hours: 2, the last on ${PURIM}.`,
    orders_in_the_way: 2,
    orders_outside: [{ id, start: `${FRIDAY}T12:00:00.000Z` }, { start: `${PURIM}T08:00:00.000Z` }],
  })
  expect((await change(room, { ...OWN, version: 1, keep_orders: true })).json()).toMatchObject(OWN)
  expect((await change(room, { name: 'New name', version: 2 })).statusCode).toBe(200)
  expect((await change(room, { ...OWN, version: 1, keep_orders: true })).statusCode).toBe(409)

  const move = (times: object) =>
    world.send({ method: 'PUT', url: `/api/orders/${id}/time`, payload: { ...evening, ...times } }, customer)
  expect(msgOf(await move({ end: '18:00' }))).toBe('The office is closed at that time')
  const shorter = await move({ end: '16:00' })
  expect([shorter.statusCode, shorter.json()]).toMatchObject([200, { end: `${FRIDAY}T14:00:00.000Z` }])
})

test.each([
  ['a weekday twice', { week_hours: [WEEK[0], WEEK[0]] }, 'Each day can have hours once'],
  ['an eighth day', { week_hours: [{ weekday: 7, hours: null }] }, 'Should be a day from 0 to 6'],
  ['no closing time', { week_hours: [{ weekday: 1, hours: { open_hours: '09:00' } }] }, 'Cannot be empty'],
  ['a holiday without a name', { holidays: [{ ...HOLIDAY, name: ' ' }] }, 'Cannot be empty'],
  [
    'a holiday that ends before it begins',
    { holidays: [{ ...HOLIDAY, last_day: '2026-03-09' }] },
    'The last day cannot be before the first',
  ],
  [
    'a holiday of years',
    { holidays: [{ ...HOLIDAY, last_day: '2028-03-09' }] },
    'A holiday can last up to 60 days. Close the office for longer times.',
  ],
  [
    'two holidays on a day',
    { holidays: [HOLIDAY, { ...HOLIDAY, name: 'Party' }] },
    'Two holidays cannot share a day',
  ],
])('%s is refused', async (_, hours, message) => {
  const reply = await change(await place(), hours)
  expect([reply.statusCode, msgOf(reply)]).toEqual([422, message])
})

test.each([
  ['week_hours', '{}'],
  ['week_hours', '[{"weekday": 7, "hours": null}]'],
  ['week_hours', '[{"weekday": 1}]'],
  ['week_hours', '[{"weekday": 1, "hours": {"open_hours": "9:00", "close_hours": "13:00"}}]'],
  ['week_hours', '[{"weekday": 1, "hours": null}, {"weekday": 1, "hours": null}]'],
  ['holidays', 'null'],
  ['holidays', '[{"first_day": "2026-03-10", "last_day": "2026-03-09", "name": "A", "hours": null}]'],
  ['holidays', '[{"first_day": "2026-03-10", "last_day": "2026-03-10", "name": "", "hours": null}]'],
  [
    'holidays',
    `[{"first_day": "2026-03-10", "last_day": "2026-03-11", "name": "A", "hours": null},
      {"first_day": "2026-03-11", "last_day": "2026-03-12", "name": "B", "hours": null}]`,
  ],
])('PostgreSQL refuses %s that are %s', async (column, value) => {
  const { office_id } = await place()
  const written = world.pool.query(`update offices set ${column} = $1 where id = $2`, [value, office_id])
  await expect(written).rejects.toThrow(/violates check constraint/)
})

test('a copy of an office has the same hours', async () => {
  const { url } = await place(OWN)
  expect((await world.post(`${url}/duplicate`, {}, admin)).json()).toMatchObject(OWN)
})
