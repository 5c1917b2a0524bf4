import type {
  CalendarBlock,
  OwnerOffice,
  OwnerOrder,
  OwnerOrderDetails,
  SpaceDay,
} from '@keyhour/contract/owners'
import * as contract from '@keyhour/contract/owners'
import { eq } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { profiles, users } from '#server/db/schema/users.ts'
import { hearStream } from '../../../test/hear-stream.ts'
import { startWorld } from '../../../test/world.ts'

const world = await startWorld()
type Person = Awaited<ReturnType<typeof world.user>>

/** Open from 8 to 20; today is Monday 2 March 2026, ten in the morning there. */
async function ownedOffice(place = {}) {
  const office = await world.office({ open_hours: '08:00', close_hours: '20:00', ...place })
  const owner = await world.user()
  await world.member(office.id, owner.id, 'owner')
  const room = await world.subOffice(office.id, { name: 'Olive room' })
  await world.unit(office.id, room.id)
  return { id: office.id, owner, room: room.id, url: `/api/owner/offices/${office.id}` }
}

async function customer(name = 'Maya Cohen') {
  const person = await world.user({ name })
  await world.db.insert(profiles).values({ user_id: person.id, phone: '+972501234567' })
  return person
}

const today = { date: '2026-03-02' }
const book = (place: { id: number; room: number }, times: object, person: Person) =>
  world.post('/api/orders', { office_id: place.id, sub_office_id: place.room, ...times }, person)
const put = (url: string, payload: object, as: Person) => world.send({ method: 'PUT', url, payload }, as)
const officesOf = async (owner: Person) =>
  (await world.get('/api/owner/offices', owner)).json<OwnerOffice[]>()
const calendarOf = async ({ url, owner }: { url: string; owner: Person }, from: string, to = from) =>
  (await world.get(`${url}/calendar?from=${from}&to=${to}`, owner)).json<CalendarBlock[]>()

test('owners see their own offices, with how they are used today and who comes next', async () => {
  const place = await ownedOffice()
  await ownedOffice()
  await book(place, { ...today, start: '11:00', end: '14:00' }, await customer())
  await book(place, { date: '2026-03-04', start: '09:00', end: '10:00' }, await customer('Noa'))

  const [office, ...others] = await officesOf(place.owner)
  expect(others).toEqual([])
  expect(office).toMatchObject({
    id: place.id,
    spaces: [
      {
        sub_office_id: place.room,
        name: 'Olive room',
        price_per_hour: 50,
        units: 1,
        units_taken: 0,
        today: { open_ms: 12 * 3_600_000, booked_ms: 3 * 3_600_000, closed_ms: 0, orders: 1 },
      },
    ],
    arrivals: [
      { start: '2026-03-02T09:00:00.000Z', customer: 'Maya C.', phone: '+972501234567', waiting: false },
      { start: '2026-03-04T07:00:00.000Z', customer: 'Noa', phone: null },
    ],
  })
})

test('an office says when it will look different by itself: at a start, an end, or when a number may be shown', async () => {
  const place = await ownedOffice()
  const other = await ownedOffice()
  await book(place, { ...today, start: '12:30', end: '13:00' }, await customer())
  await book(other, { ...today, start: '10:30', end: '11:00' }, await customer())
  onTestFinished(() => world.setNow('2026-03-02T08:00:00.000Z'))
  const changeAfter = async (moment: string) => {
    world.setNow(`2026-03-02T${moment}:00.000Z`)
    return (await officesOf(place.owner))[0]!.changes_at.slice(11, 16)
  }

  expect(await changeAfter('08:00')).toBe('09:00')
  expect(await changeAfter('09:00')).toBe('09:30')
  expect(await changeAfter('09:30')).toBe('10:30')
  expect(await changeAfter('10:10')).toBe('10:30')
  expect(await changeAfter('10:30')).toBe('11:00')
  expect(await changeAfter('11:00')).toBe('12:00')
})

test('an office without sub-offices is one space, and seats of an open space count one by one', async () => {
  const whole = await ownedOffice()
  await world.pool.query('update sub_offices set deleted_at = now() where office_id = $1', [whole.id])
  await world.unit(whole.id)
  const seats = await world.subOffice((await ownedOffice()).id, { type: 'open_space', capacity: 2 })
  for (const number of [1, 2]) await world.unit(seats.office_id, seats.id, number)
  await world.member(seats.office_id, whole.owner.id, 'owner')
  await book({ id: seats.office_id, room: seats.id }, { ...today, start: '10:00', end: '16:00' }, whole.owner)

  const offices = await officesOf(whole.owner)
  expect(offices.find(({ id }) => id === whole.id)?.spaces).toMatchObject([{ sub_office_id: null, units: 1 }])
  const space = offices.find(({ id }) => id === seats.office_id)?.spaces.at(-1)
  expect(space).toMatchObject({
    units: 2,
    units_taken: 1,
    today: { open_ms: 24 * 3_600_000, booked_ms: 6 * 3_600_000 },
  })
})

test('the calendar has orders, cleaning and closures, but no holds', async () => {
  const place = await ownedOffice({ cleaning_buffer_minutes: 30 })
  const order = (await book(place, { ...today, start: '11:00', end: '12:00' }, await customer())).json()
  await world.post(
    '/api/orders/hold',
    { office_id: place.id, sub_office_id: place.room, ...today, start: '18:00', end: '19:00' },
    await world.user(),
  )
  const closing = { sub_office_id: null, ...today, start: '14:00', end: '16:00', reason: 'Painters' }
  const closure = (await world.post(`${place.url}/closures`, closing, place.owner)).json()

  const empty = { customer: null, phone: null, checked_in: false, open_ended: false, waiting: false }
  expect(await calendarOf(place, today.date)).toEqual([
    {
      kind: 'order',
      sub_office_id: place.room,
      start: '2026-03-02T09:00:00.000Z',
      end: '2026-03-02T10:00:00.000Z',
      units: 1,
      order_id: order.id,
      ...empty,
      customer: 'Maya C.',
      phone: '+972501234567',
      closure: null,
    },
    expect.objectContaining({ kind: 'cleaning', end: '2026-03-02T10:30:00.000Z', ...empty }),
    expect.objectContaining({
      kind: 'closure',
      ...empty,
      closure: {
        id: closure.id,
        reason: 'Painters',
        start: '2026-03-02T12:00:00.000Z',
        end: '2026-03-02T14:00:00.000Z',
        whole_office: true,
        may_open: true,
      },
    }),
  ])
  expect(await calendarOf(place, '2026-03-03')).toEqual([])
})

test('a closed open space is one block, however many seats it has', async () => {
  const place = await ownedOffice()
  const seats = await world.subOffice(place.id, { type: 'open_space', capacity: 3 })
  for (const number of [1, 2, 3]) await world.unit(place.id, seats.id, number)
  await world.post(
    `${place.url}/closures`,
    { sub_office_id: seats.id, ...today, reason: 'Cleaning' },
    place.owner,
  )

  expect(await calendarOf(place, today.date)).toMatchObject([
    { kind: 'closure', sub_office_id: seats.id, units: 3, closure: { whole_office: false } },
  ])
})

test('a phone number is shown from an hour before the visit to its end, and never of a deleted account', async () => {
  const place = await ownedOffice()
  const person = await customer()
  await book(place, { ...today, start: '13:00', end: '14:00' }, person)
  onTestFinished(() => world.setNow('2026-03-02T08:00:00.000Z'))
  const phoneAt = async (moment: string) => {
    world.setNow(moment)
    return (await calendarOf(place, today.date))[0]?.phone
  }

  expect(await phoneAt('2026-03-02T09:59:00.000Z')).toBeNull()
  expect(await phoneAt('2026-03-02T10:00:00.000Z')).toBe('+972501234567')
  expect(await phoneAt('2026-03-02T11:59:00.000Z')).toBe('+972501234567')
  expect(await phoneAt('2026-03-02T12:00:00.000Z')).toBeNull()
  const gone = { purged_at: '2026-03-02T08:00:00.000Z', deleted_at: '2026-03-02T08:00:00.000Z' }
  await world.db.update(users).set(gone).where(eq(users.id, person.id))
  expect((await calendarOf(place, today.date))[0]).toMatchObject({ customer: null, phone: null })
})

test('days add up booked and closed time by the opening, past midnight too', async () => {
  const place = await ownedOffice({ open_hours: '18:00', close_hours: '02:00' })
  await book(
    place,
    { date: '2026-03-03', start: '23:00', end: '01:00', end_date: '2026-03-04' },
    await customer(),
  )
  const closing = { date: '2026-03-04', start: '20:00', end: '22:00', reason: 'Event' }
  await world.post(`${place.url}/closures`, { sub_office_id: place.room, ...closing }, place.owner)

  const reply = await world.get(`${place.url}/days?from=2026-03-03&to=2026-03-04`, place.owner)
  const [open_ms, two] = [8 * 3_600_000, 2 * 3_600_000]
  expect(reply.json<SpaceDay[]>()).toEqual([
    { date: '2026-03-03', sub_office_id: place.room, open_ms, booked_ms: two, closed_ms: 0, orders: 1 },
    { date: '2026-03-04', sub_office_id: place.room, open_ms, booked_ms: 0, closed_ms: two, orders: 0 },
  ])
})

test.each([
  ['calendar?from=2026-03-02&to=2026-03-16', 'Should be at most 14 days'],
  ['days?from=2026-03-01&to=2026-04-12', 'Should be at most 42 days'],
  ['days?from=2026-03-02&to=2026-03-01', 'The last day cannot be before the first'],
])('%s is refused', async (address, msg) => {
  const { url, owner } = await ownedOffice()

  expect((await world.get(`${url}/${address}`, owner)).json().detail).toMatchObject([
    { loc: ['query', 'to'], msg },
  ])
})

test('once an owner has closed an afternoon, nobody can book it, until the owner opens it again', async () => {
  const place = await ownedOffice()
  const afternoon = { date: '2026-03-05', start: '12:00', end: '18:00' }
  const closing = { sub_office_id: place.room, ...afternoon, reason: 'Private event' }
  const closed = await world.post(`${place.url}/closures`, closing, place.owner)
  expect(closed.statusCode).toBe(201)

  const hour = { date: '2026-03-05', start: '17:00', end: '18:00' }
  expect((await book(place, hour, await customer())).statusCode).toBe(409)
  const url = `${place.url}/closures/${closed.json().id}`
  expect((await world.send({ method: 'DELETE', url }, place.owner)).statusCode).toBe(200)
  expect((await book(place, hour, await customer())).statusCode).toBe(201)
  const { rows } = await world.pool.query(
    "select action, actor_id::integer from audit_log where subject = 'closure' and subject_id = $1 order by id",
    [closed.json().id],
  )
  expect(rows).toEqual([
    { action: 'add closure', actor_id: place.owner.id },
    { action: 'remove closure', actor_id: place.owner.id },
  ])
})

test('what an admin has closed, an owner sees but does not open', async () => {
  const place = await ownedOffice()
  const admin = await world.user({ admin: true })
  const closing = { sub_office_id: place.room, ...today, start: '12:00', end: '18:00', reason: 'Repairs' }
  const closed = await world.post(`/api/admin/offices/${place.id}/closures`, closing, admin)
  expect(closed.statusCode).toBe(201)
  const open = (by: Person) =>
    world.send({ method: 'DELETE', url: `${place.url}/closures/${closed.json().id}` }, by)

  expect(await calendarOf(place, today.date)).toMatchObject([
    { kind: 'closure', closure: { reason: 'Repairs', may_open: false } },
  ])
  const refused = await open(place.owner)
  expect([refused.statusCode, refused.json().detail]).toEqual([
    403,
    'This time was closed by Keyhour. Please write to us if you want it reopened.',
  ])
  expect(await calendarOf(place, today.date)).toHaveLength(1)
  expect(await calendarOf({ ...place, owner: admin }, today.date)).toMatchObject([
    { closure: { may_open: true } },
  ])
  expect((await open(admin)).statusCode).toBe(200)
})

test('what an admin has closed, an owner does not open after that admin has left', async () => {
  const place = await ownedOffice()
  const admin = await world.user({ admin: true })
  const closing = { sub_office_id: place.room, ...today, start: '12:00', end: '18:00', reason: 'Repairs' }
  const closed = await world.post(`/api/admin/offices/${place.id}/closures`, closing, admin)
  await world.pool.query('update users set admin = false where id = $1', [admin.id])

  expect(await calendarOf(place, today.date)).toMatchObject([{ closure: { may_open: false } }])
  const url = `${place.url}/closures/${closed.json().id}`
  expect((await world.send({ method: 'DELETE', url }, place.owner)).statusCode).toBe(403)
})

test('what an owner has closed, another owner opens after the first has become an admin', async () => {
  const place = await ownedOffice()
  const partner = await world.user()
  await world.member(place.id, partner.id, 'owner')
  const closing = { sub_office_id: place.room, ...today, start: '12:00', end: '18:00', reason: 'Painters' }
  const closed = await world.post(`${place.url}/closures`, closing, place.owner)
  await world.pool.query('update users set admin = true where id = $1', [place.owner.id])

  expect(await calendarOf({ ...place, owner: partner }, today.date)).toMatchObject([
    { closure: { may_open: true } },
  ])
  const url = `${place.url}/closures/${closed.json().id}`
  expect((await world.send({ method: 'DELETE', url }, partner)).statusCode).toBe(200)
})

test('an owner closes around orders, without being told whose they are, and cannot cancel them', async () => {
  const place = await ownedOffice()
  await book(place, { ...today, start: '12:00', end: '13:00' }, await customer())
  const closing = { sub_office_id: place.room, ...today, reason: 'Painters' }
  const close = (decision: object) =>
    world.post(`${place.url}/closures`, { ...closing, ...decision }, place.owner)

  const refusal = await close({})
  expect([refusal.statusCode, refusal.json()]).toEqual([
    409,
    { detail: 'There are bookings during this time. You can close the rest of it.', orders_in_the_way: 1 },
  ])
  expect((await close({ orders: 'cancel' })).statusCode).toBe(422)
  expect((await close({ orders: 'keep' })).statusCode).toBe(201)
  expect((await calendarOf(place, today.date)).map(({ kind }) => kind)).toEqual([
    'closure',
    'order',
    'closure',
  ])
})

test('new prices are those of the next booking; orders keep theirs', async () => {
  const place = await ownedOffice()
  const order = (await book(place, { ...today, start: '12:00', end: '13:00' }, await customer())).json()
  const prices = { price_per_hour: 80.5, price_per_day: 300, price_per_week: 0, price_per_month: null }
  const change = { sub_office_id: place.room, ...prices, version: 1 }
  const changed = await put(`${place.url}/prices`, change, place.owner)

  expect(changed.json<OwnerOffice>().spaces).toMatchObject([{ ...prices, version: 2 }])
  const { rows } = await world.pool.query('select total_price from orders where id = $1', [order.id])
  expect(rows).toEqual([{ total_price: 5000 }])
  const next = await book(place, { ...today, start: '14:00', end: '15:00' }, await customer())
  expect(next.json()).toMatchObject({ total_price: 8050 })
  const stale = await put(`${place.url}/prices`, change, place.owner)
  expect([stale.statusCode, stale.json()]).toMatchObject([409, { changed_by: place.owner.name }])
  const audit = await world.pool.query(
    "select actor_id::integer, details from audit_log where action = 'change sub-office' and subject_id = $1",
    [place.room],
  )
  expect(audit.rows).toEqual([
    { actor_id: place.owner.id, details: { changed: 'price_per_hour, price_per_week' } },
  ])
})

test('an office that is rented whole has prices of its own', async () => {
  const place = await ownedOffice()
  const prices = { price_per_hour: 90, price_per_day: 0, price_per_week: 0, price_per_month: null }
  const change = () => put(`${place.url}/prices`, { sub_office_id: null, ...prices, version: 1 }, place.owner)
  expect((await change()).json()).toEqual({ detail: 'This space does not exist.' })
  await world.pool.query('update sub_offices set deleted_at = now() where office_id = $1', [place.id])

  expect((await change()).json()).toMatchObject({ spaces: [{ sub_office_id: null, ...prices }] })
  const gone = { sub_office_id: place.room, ...prices, version: 1 }
  expect((await put(`${place.url}/prices`, gone, place.owner)).statusCode).toBe(404)
})

test('hours change, and orders that this leaves outside them stay only if the owner says so', async () => {
  const place = await ownedOffice()
  await book(place, { ...today, start: '18:00', end: '19:00' }, await customer())
  const change = (close_hours: string | null, open_hours: string | null = '08:00') =>
    put(`${place.url}/hours`, { open_hours, close_hours, version: 1 }, place.owner)

  expect((await change(null)).json().detail).toMatchObject([{ loc: ['body', 'close_hours'] }])
  expect((await change('18:00')).json()).toMatchObject({ orders_in_the_way: 1 })
  expect((await change('19:00')).json()).toMatchObject({ close_hours: '19:00', version: 2 })
  expect((await change('21:00')).statusCode).toBe(409)

  const friday = { weekday: 5, hours: { open_hours: '09:00', close_hours: '13:00' } }
  const shorter = { open_hours: '08:00', close_hours: '18:00', week_hours: [friday], keep_orders: true }
  const kept = await put(`${place.url}/hours`, { ...shorter, version: 2 }, place.owner)
  expect(kept.json()).toMatchObject({ close_hours: '18:00', week_hours: [friday], holidays: [], version: 3 })
})

test('orders have the amounts of the list of all orders, by the rates of each order, and cancelled ones what is kept', async () => {
  const place = await ownedOffice()
  const person = await customer()
  const common = { office_id: place.id, sub_office_id: place.room, user_id: person.id }
  const old = { start: '2026-02-01T10:00:00.000Z', end: '2026-02-01T11:00:00.000Z', commission_percent: 20 }
  await world.order({ ...common, ...old, total_price: 9999, tax_percent: 17 })
  await world.order({ ...common, cancelled_at: '2026-03-01T08:00:00.000Z', kept: 2950 })
  const coming = (await book(place, { ...today, start: '15:00', end: '16:00' }, await customer())).json()
  const admin = await world.user({ admin: true })
  const listed = async (list: string) =>
    (await world.get(`${place.url}/orders?list=${list}`, place.owner)).json<OwnerOrder[]>()

  expect(await listed('coming')).toMatchObject([{ id: coming.id, state: 'coming', price: 5000, net: 3500 }])
  const past = await listed('past')
  expect(past).toMatchObject([
    { state: 'cancelled', kept: 2950, price: 2500, tax: 450, commission: 750, net: 1750 },
    {
      state: 'past',
      sub_office_name: 'Olive room',
      customer: 'Maya C.',
      phone: null,
      price: 9999,
      tax: 1700,
      commission: 2000,
      commission_percent: 20,
      net: 7999,
    },
  ])
  const file = await world.get('/api/admin/all-orders/export?format=csv', admin)
  const line = file.body.split('\r\n').find((one) => one.startsWith(`${past[1]!.id},`))
  expect(line).toContain('99.99,17.00,116.99,20.00,79.99')
})

test('orders come in pages and by space, and as a file', async () => {
  const place = await ownedOffice()
  const person = await customer('=Maya, Cohen')
  await world.credits(person.id, 100_000)
  for (const hour of ['11', '12', '13'])
    await book(place, { ...today, start: `${hour}:00`, end: `${hour}:30` }, person)
  const page = await world.get(`${place.url}/orders?page=2&page_size=2`, place.owner)
  expect([page.headers['x-total-count'], page.json()]).toMatchObject([
    '3',
    [{ start: '2026-03-02T11:00:00.000Z' }],
  ])
  const other = await world.subOffice(place.id)
  const none = await world.get(`${place.url}/orders?sub_office_id=${other.id}`, place.owner)
  expect([none.headers['x-total-count'], none.json()]).toEqual(['0', []])

  const file = await world.get(`${place.url}/orders/export`, place.owner)
  expect(file.headers['content-disposition']).toBe('attachment; filename="keyhour-orders.csv"')
  const [headings, first, ...rest] = file.body.trim().split('\r\n')
  expect(headings).toContain('Order,Start,End,Space,Customer,State,Price,Tax,Commission,Commission %,Net')
  expect(first).toMatch(
    /^\d+,2026-03-02 11:00,2026-03-02 11:30,Olive room,"'=Maya, C.",Upcoming,25.00,4.50,7.50,30,17.50,0.00,ILS$/,
  )
  expect(rest).toHaveLength(2)
})

test('one order has its amounts and what happened to it, without who did it and what was paid', async () => {
  const place = await ownedOffice()
  const person = await customer()
  await world.credits(person.id, 100_000)
  const { id } = (await book(place, { ...today, start: '15:00', end: '16:00' }, person)).json()
  const moved = { date: '2026-03-03', start: '09:00', end: '10:00' }
  await put(`/api/orders/${id}/time`, moved, person)
  await world.post(`/api/orders/${id}/cancel`, { refund: 5900 }, person)

  const reply = await world.get(`${place.url}/orders/${id}`, place.owner)
  expect(reply.json<OwnerOrderDetails>()).toEqual({
    id,
    start: '2026-03-03T07:00:00.000Z',
    end: '2026-03-03T08:00:00.000Z',
    sub_office_id: place.room,
    sub_office_name: 'Olive room',
    sub_office_name_he: null,
    customer: 'Maya C.',
    phone: null,
    state: 'cancelled',
    no_show: false,
    currency: 'ILS',
    price: 0,
    tax: 0,
    commission: 0,
    commission_percent: 30,
    net: 0,
    kept: 0,
    date: '2026-03-02T08:00:00.000Z',
    events: [
      { at: '2026-03-02T08:00:00.000Z', kind: 'booked' },
      {
        at: '2026-03-02T08:00:00.000Z',
        kind: 'moved',
        start: '2026-03-03T07:00:00.000Z',
        end: '2026-03-03T08:00:00.000Z',
      },
      { at: '2026-03-02T08:00:00.000Z', kind: 'cancelled' },
    ],
  })
  const elsewhere = await ownedOffice()
  expect((await world.get(`${elsewhere.url}/orders/${id}`, elsewhere.owner)).json()).toEqual({
    detail: 'This order does not exist.',
  })
})

/** Every call about one office, as an owner would make it. */
const callsOf = (office: number, room: number) => {
  const url = `/api/owner/offices/${office}`
  const prices = { price_per_hour: 1, price_per_day: 1, price_per_week: 1, price_per_month: null }
  const time = { ...today, start: '19:00', end: '20:00' }
  return [
    { method: 'GET', url: `${url}/calendar?from=2026-03-02&to=2026-03-02` },
    { method: 'GET', url: `${url}/days?from=2026-03-02&to=2026-03-02` },
    { method: 'GET', url: `${url}/orders` },
    { method: 'GET', url: `${url}/orders/export` },
    { method: 'GET', url: `${url}/orders/1` },
    { method: 'POST', url: `${url}/closures`, payload: { sub_office_id: room, reason: 'Test', ...time } },
    { method: 'DELETE', url: `${url}/closures/1` },
    {
      method: 'PUT',
      url: `${url}/hours`,
      payload: { open_hours: '07:00', close_hours: '21:00', version: 1 },
    },
    { method: 'PUT', url: `${url}/prices`, payload: { sub_office_id: room, ...prices, version: 1 } },
  ] as const
}

test('each call about one office is among those that are tried as every role', () => {
  const paths = Object.values(contract).flatMap((one) =>
    typeof one === 'object' && 'path' in one ? [String(one.path)] : [],
  )

  expect(paths.filter((path) => path.includes(':officeId'))).toHaveLength(callsOf(1, 1).length)
})

test('every call is for the owners of that office and for admins; for all others the office does not exist', async () => {
  const place = await ownedOffice()
  const [member, manager] = [await world.user(), await world.user()]
  await world.member(place.id, member.id, 'member')
  await world.member(place.id, manager.id, 'manager')
  const strangers = [member, manager, (await ownedOffice()).owner]
  const allowed = [place.owner, await world.user({ admin: true })]
  const before = JSON.stringify(await officesOf(place.owner))

  for (const call of callsOf(place.id, place.room)) {
    expect([call.url, (await world.send(call)).statusCode]).toEqual([call.url, 401])
    for (const person of strangers) {
      const reply = await world.send(call, person)
      expect([call.url, reply.statusCode, reply.json()]).toEqual([
        call.url,
        404,
        { detail: 'This office does not exist.' },
      ])
    }
  }
  expect(JSON.stringify(await officesOf(place.owner))).toBe(before)
  for (const person of allowed)
    for (const call of callsOf(place.id, place.room)) {
      const reply = await world.send(call, person)
      const isRefused = reply.body.includes('This office does not exist.')
      expect([call.url, isRefused, reply.statusCode < 500]).toEqual([call.url, false, true])
    }
})

test('closures of another office cannot be removed through an own one', async () => {
  const [own, other] = [await ownedOffice(), await ownedOffice()]
  const closing = { sub_office_id: null, ...today, reason: 'Holiday' }
  const { id } = (await world.post(`${other.url}/closures`, closing, other.owner)).json()

  const reply = await world.send({ method: 'DELETE', url: `${own.url}/closures/${id}` }, own.owner)
  expect([reply.statusCode, reply.json()]).toEqual([404, { detail: 'This closure does not exist.' }])
  const foreign = await world.post(
    `${own.url}/closures`,
    { ...closing, sub_office_id: other.room },
    own.owner,
  )
  expect(foreign.json()).toEqual({ detail: 'This space does not exist.' })
})

const watch = async (person: Person) => hearStream(world.app, '/api/owner/live', await world.tokenOf(person))

test('a role that is taken away or given is told to open pages, and then counts', async () => {
  const place = await ownedOffice()
  const admin = await world.user({ admin: true })
  const watched = await watch(place.owner)
  await expect
    .poll(async () => {
      await world.pool.query("select pg_notify('changes', 'office ' || $1)", [place.id])
      return watched.times('changed')
    })
    .toBeGreaterThan(0)
  const become = (role: string) =>
    put(
      `/api/admin/users/${place.owner.id}`,
      { officeIds: [place.id], memberships: [{ office_id: place.id, role }] },
      admin,
    )

  let before = watched.times('changed')
  await become('member')
  await expect.poll(() => watched.times('changed')).toBeGreaterThan(before)
  expect(await officesOf(place.owner)).toEqual([])
  for (const call of callsOf(place.id, place.room))
    expect((await world.send(call, place.owner)).statusCode).toBe(404)
  before = watched.times('changed')
  await become('owner')
  await expect.poll(() => watched.times('changed')).toBeGreaterThan(before)
  expect(await officesOf(place.owner)).toMatchObject([{ id: place.id }])
})

test('the stream ends with the session, and a visitor gets none', async () => {
  const { owner } = await ownedOffice()
  const watched = await watch(owner)
  await world.pool.query('update users set session_epoch = session_epoch + 1 where id = $1', [owner.id])

  await expect.poll(watched.isOver).toBe(true)
  expect((await world.get('/api/owner/live')).statusCode).toBe(401)
})
