import { setTimeout } from 'node:timers/promises'
import type { BookingRequest, Quote } from '@keyhour/contract/bookings'
import type { OrderDetails } from '@keyhour/contract/orders'
import { expect, test } from 'vitest'
import type { offices, subOffices } from '#server/db/schema/offices.ts'
import { startWorld } from '../../../test/world.ts'

const world = await startWorld()
type Person = Awaited<ReturnType<typeof world.user>>

/** An hour costs 50.00, and 59.00 with tax. */
const HOUR = 5900

async function room(
  office: Partial<typeof offices.$inferInsert> = {},
  subOffice: Partial<typeof subOffices.$inferInsert> = {},
) {
  const place = await world.office({ open_hours: '06:00', close_hours: '23:00', ...office })
  const space = await world.subOffice(place.id, { type: 'meeting_room', ...subOffice })
  await world.unit(place.id, space.id, 1)
  return { office_id: place.id, sub_office_id: space.id, date: '2026-03-10' }
}

async function team({
  left = 100_000,
  monthly_limit = null,
  allowed_types = null,
}: {
  left?: number
  monthly_limit?: number | null
  allowed_types?: ('open_space' | 'meeting_room')[] | null
} = {}) {
  const [manager, employee] = [await world.user(), await world.user()]
  const company = await world.company(manager.id, { left })
  await world.employee(company.id, employee.id, { monthly_limit, allowed_types })
  return { manager, employee, company, business_id: company.id }
}

const at = (hour: number, hours = 1) => ({
  start: `${String(hour).padStart(2, '0')}:00`,
  end: `${String(hour + hours).padStart(2, '0')}:00`,
})

const book = (booking: Partial<BookingRequest>, as: Person) => world.post('/api/orders', booking, as)
const quote = async (booking: Partial<BookingRequest>, as: Person): Promise<Quote> =>
  (await world.post('/api/orders/quote', booking, as)).json()

async function leftIn(businessId: number): Promise<number> {
  const { rows } = await world.pool.query(
    `select coalesce(sum(remaining), 0)::integer as left from credit_lots where business_id = $1`,
    [businessId],
  )
  return rows[0].left
}

/** What the usage report says, and what the ledger says, of all orders of a company. */
async function sumsOf(businessId: number) {
  const { rows } = await world.pool.query(
    `select (select coalesce(sum(spent), 0)::integer from business_usage
        where business_id = $1 and kind = 'person') as by_person,
      (select coalesce(sum(spent), 0)::integer from business_usage
        where business_id = $1 and kind = 'space') as by_space,
      (select coalesce(-sum(amount), 0)::integer from credit_ledger join credit_lots on credit_lots.id = lot_id
        where business_id = $1 and order_id is not null) as ledger`,
    [businessId],
  )
  return rows[0] as { by_person: number; by_space: number; ledger: number }
}

test('a booking on company credits is paid by the pool, and says so', async () => {
  const { employee, company, business_id } = await team()
  await world.credits(employee.id, 100_000)
  const place = await room()
  const quoted = await quote({ ...place, ...at(9), business_id }, employee)
  const reply = await book({ ...place, ...at(9), business_id, expected_total: quoted.due }, employee)

  expect(quoted).toMatchObject({
    with_credits: HOUR,
    left: 0,
    company: { business_id, name: company.name, left: 100_000, monthly_limit: null, used: 0, refusal: null },
  })
  expect(reply.statusCode).toBe(201)
  expect(reply.json()).toMatchObject({
    payment_status: 'credits',
    paid_with_credits: HOUR,
    left: 0,
    business: { id: company.id, name: company.name },
  })
  expect((await world.get(`/api/orders/${reply.json().id}`, employee)).json()).toEqual(reply.json())
  expect(await leftIn(company.id)).toBe(100_000 - HOUR)
  expect(await sumsOf(company.id)).toEqual({ by_person: HOUR, by_space: HOUR, ledger: HOUR })
})

test('a stay that the pool cannot pay is refused with what is left, and own credits are not mixed in', async () => {
  const { employee, company, business_id } = await team({ left: HOUR - 1 })
  await world.credits(employee.id, 100_000)
  const place = await room()
  const sentence = 'This costs 59.00, and your company has 58.99 credits left. You can pay for it yourself.'
  const refused = await book({ ...place, ...at(9), business_id }, employee)

  expect((await quote({ ...place, ...at(9), business_id }, employee)).company?.refusal).toBe(sentence)
  expect([refused.statusCode, refused.json().detail]).toEqual([409, sentence])
  expect(await leftIn(company.id)).toBe(HOUR - 1)
  const own = await book({ ...place, ...at(9) }, employee)
  expect(own.json()).toMatchObject({ payment_status: 'credits', business: null })
})

test('a person spends up to the limit of the month in which the stay starts on the office clock', async () => {
  const { employee, business_id } = await team({ monthly_limit: 2 * HOUR })
  const place = await room({ time_zone: 'Asia/Jerusalem' })
  expect((await book({ ...place, ...at(9), business_id }, employee)).statusCode).toBe(201)
  expect((await book({ ...place, ...at(10), business_id }, employee)).statusCode).toBe(201)
  const third = await book({ ...place, ...at(11), business_id }, employee)

  expect([third.statusCode, third.json().detail]).toEqual([
    409,
    'This costs 59.00, and 0.00 of the 118.00 company credits that you may spend that month are left. You can pay for it yourself.',
  ])
  const april = { ...place, date: '2026-04-01', business_id }
  expect((await book({ ...april, ...at(9) }, employee)).statusCode).toBe(201)
})

test('the company says which types of spaces it pays for', async () => {
  const { employee, business_id } = await team({ allowed_types: ['open_space'] })
  const reply = await book({ ...(await room()), ...at(9), business_id }, employee)

  expect([reply.statusCode, reply.json().detail]).toEqual([
    409,
    'Your company does not pay for spaces of this type. You can pay for the booking yourself.',
  ])
  const open = await room({}, { type: 'open_space' })
  expect((await book({ ...open, ...at(9), business_id }, employee)).statusCode).toBe(201)
})

test('company credits pay only in offices of their currency', async () => {
  const { employee, business_id } = await team()
  const reply = await book({ ...(await room({ currency: 'EUR' })), ...at(9), business_id }, employee)

  expect(reply.json().detail).toBe(
    "This office charges in a different currency from your company's. You can pay for the booking yourself.",
  )
})

test('only people of the company book on its credits, and admins of the product do not', async () => {
  const { business_id } = await team()
  const place = await room()
  const refused = 'You no longer belong to this company. You can pay for it yourself.'
  for (const stranger of [await world.user(), await world.user({ admin: true })]) {
    const reply = await book({ ...place, ...at(9), business_id }, stranger)
    expect([reply.statusCode, reply.json().detail]).toEqual([409, refused])
    expect((await quote({ ...place, ...at(9), business_id }, stranger)).company).toMatchObject({
      name: '',
      left: 0,
      refusal: refused,
    })
  }
})

test('of two bookings at once, the limit lets one through', async () => {
  const { employee, company, business_id } = await team({ monthly_limit: HOUR })
  const places = [await room(), await room(), await room()]
  const replies = await Promise.all(
    places.map((place) => book({ ...place, ...at(9), business_id }, employee)),
  )

  expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409, 409])
  expect(await sumsOf(company.id)).toEqual({ by_person: HOUR, by_space: HOUR, ledger: HOUR })
})

test('of two people who book at once, the last credits of the pool pay for one', async () => {
  const { employee, manager, company, business_id } = await team({ left: HOUR })
  const places = [await room(), await room()]
  const replies = await Promise.all([
    book({ ...places[0]!, ...at(9), business_id }, employee),
    book({ ...places[1]!, ...at(9), business_id }, manager),
  ])

  expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409])
  expect(await leftIn(company.id)).toBe(0)
})

test('a booking that waits while the person is removed is refused, and takes nothing', async () => {
  const { employee, company, business_id } = await team()
  const place = await room()
  const client = await world.pool.connect()
  await client.query('begin')
  await client.query('delete from business_members where user_id = $1', [employee.id])
  const reply = book({ ...place, ...at(9), business_id }, employee)
  await setTimeout(300)
  await client.query('commit')
  client.release()

  expect((await reply).statusCode).toBe(409)
  expect(await leftIn(company.id)).toBe(100_000)
  expect((await world.pool.query('select from orders where user_id = $1', [employee.id])).rowCount).toBe(0)
})

test('a removal waits for the booking that is being made, and the next one is refused', async () => {
  const { employee, manager, business_id } = await team()
  const [place, next] = [await room(), await room()]
  const url = `/api/businesses/${business_id}/people/${employee.id}`
  const [booked, removed] = await Promise.all([
    book({ ...place, ...at(9), business_id }, employee),
    world.send({ method: 'DELETE', url }, manager),
  ])

  expect(removed.statusCode).toBe(200)
  expect([201, 409]).toContain(booked.statusCode)
  expect((await book({ ...next, ...at(9), business_id }, employee)).statusCode).toBe(409)
})

test('a booking that fails half-way leaves pool, usage and ledger as they were', async () => {
  const { employee, company, business_id } = await team()
  const place = await room()
  await world.pool.query(`create function fail() returns trigger language plpgsql as
    $$ begin raise exception 'the power is gone'; end $$`)
  await world.pool.query(
    `create trigger fails before insert on order_events for each row execute function fail()`,
  )
  const reply = await book({ ...place, ...at(9), business_id }, employee)
  await world.pool.query('drop trigger fails on order_events')

  expect(reply.statusCode).toBe(500)
  expect(await leftIn(company.id)).toBe(100_000)
  expect(await sumsOf(company.id)).toEqual({ by_person: 0, by_space: 0, ledger: 0 })
})

async function booked(given: Parameters<typeof team>[0] = {}) {
  const people = await team(given)
  const place = await room()
  const reply = await book({ ...place, ...at(9), business_id: people.business_id }, people.employee)
  expect(reply.statusCode).toBe(201)
  const order: OrderDetails = reply.json()
  const change = (times: object) =>
    world.send({ method: 'PUT', url: `/api/orders/${order.id}/time`, payload: times }, people.employee)
  const preview = (times: object) => world.post(`/api/orders/${order.id}/time/quote`, times, people.employee)
  return { ...people, place, order, change, preview }
}

test('a longer stay is paid by the company, and a shorter one is refunded to it', async () => {
  const { change, company } = await booked({ monthly_limit: 3 * HOUR })
  const longer = await change({ date: '2026-03-10', ...at(9, 3) })
  expect([longer.statusCode, longer.json().paid_with_credits]).toEqual([200, 3 * HOUR])
  expect(await leftIn(company.id)).toBe(100_000 - 3 * HOUR)

  expect((await change({ date: '2026-03-10', ...at(9, 2) })).statusCode).toBe(200)
  expect(await leftIn(company.id)).toBe(100_000 - 2 * HOUR)
  expect(await sumsOf(company.id)).toEqual({ by_person: 2 * HOUR, by_space: 2 * HOUR, ledger: 2 * HOUR })
})

test('a stay cannot become longer than the limit allows, and the preview says so', async () => {
  const { change, preview, company } = await booked({ monthly_limit: 2 * HOUR })
  const times = { date: '2026-03-10', ...at(9, 3) }
  const sentence =
    'This costs 118.00, and 59.00 of the 118.00 company credits that you may spend that month are left. You can pay for it yourself.'

  expect((await preview(times)).json().refusal).toBe(sentence)
  expect((await change(times)).json().detail).toBe(sentence)
  expect(await leftIn(company.id)).toBe(100_000 - HOUR)
})

test('a stay that moves to another month counts there', async () => {
  const { change, preview, place, employee, business_id, company } = await booked({ monthly_limit: HOUR })
  const april = { date: '2026-04-10', ...at(9) }
  expect((await preview(april)).json().refusal).toBeNull()
  expect((await change(april)).statusCode).toBe(200)

  expect((await book({ ...place, ...at(12), business_id }, employee)).statusCode).toBe(201)
  const back = { date: '2026-03-11', ...at(9) }
  expect((await preview(back)).json().refusal).toContain('0.00 of the 59.00 company credits')
  expect((await change(back)).statusCode).toBe(409)
  expect((await sumsOf(company.id)).by_person).toBe(2 * HOUR)
})

test('somebody who was removed can cancel a booking, but not make it longer on company credits', async () => {
  const { change, order, employee, manager, business_id, company } = await booked()
  await world.send({ method: 'DELETE', url: `/api/businesses/${business_id}/people/${employee.id}` }, manager)

  expect((await change({ date: '2026-03-10', ...at(9, 2) })).statusCode).toBe(409)
  const cancelled = await world.post(`/api/orders/${order.id}/cancel`, { refund: HOUR }, employee)
  expect(cancelled.statusCode).toBe(200)
  expect(await leftIn(company.id)).toBe(100_000)
  expect(await sumsOf(company.id)).toEqual({ by_person: 0, by_space: 0, ledger: 0 })
  await world.runJobs()
  const [, mail] = await world.mailsTo(employee.email)
  expect((await world.mailsTo(employee.email)).map(({ text }) => text).join()).toContain(
    'goes back to the company’s credits',
  )
  expect(mail).toBeDefined()
})

test('a manager cancels a coming booking on the terms of the customer, and only one on company credits', async () => {
  const { order, employee, manager, business_id, company } = await booked()
  await world.credits(employee.id, 100_000)
  const own: OrderDetails = (await book({ ...(await room()), ...at(9) }, employee)).json()
  const of = (id: number) => `/api/businesses/${business_id}/orders/${id}`

  expect((await world.get(`${of(own.id)}/refund`, manager)).statusCode).toBe(404)
  expect((await world.post(`${of(own.id)}/cancel`, { refund: HOUR }, manager)).statusCode).toBe(404)
  expect((await world.get(`${of(order.id)}/refund`, employee)).statusCode).toBe(404)
  expect((await world.get(`${of(order.id)}/refund`, manager)).json()).toMatchObject({
    refund: HOUR,
    refund_credits: HOUR,
  })
  const wrong = await world.post(`${of(order.id)}/cancel`, { refund: 1 }, manager)
  expect(wrong.statusCode).toBe(409)
  const cancelled = await world.post(`${of(order.id)}/cancel`, { refund: HOUR }, manager)
  expect(cancelled.json()).toMatchObject({ id: order.id, spent: 0, cancelled_at: expect.any(String) })
  expect(await leftIn(company.id)).toBe(100_000)
})

test('deleting an account brings the company its credits back', async () => {
  const { employee, company } = await booked()
  const admin = await world.user({ admin: true })
  const reply = await world.send({ method: 'DELETE', url: `/api/admin/users/${employee.id}` }, admin)

  expect(reply.statusCode).toBe(200)
  expect(await leftIn(company.id)).toBe(100_000)
  expect(await sumsOf(company.id)).toEqual({ by_person: 0, by_space: 0, ledger: 0 })
})

test('managers are mailed once when little is left, and again after there was more', async () => {
  const { employee, manager, company, business_id } = await team({ left: 4 * HOUR })
  const update = {
    method: 'PUT',
    url: `/api/businesses/${business_id}`,
    payload: { low_at: 3 * HOUR },
  } as const
  await world.send(update, manager)
  const place = await room()
  const warnings = async () => {
    await world.runJobs()
    const mails = await world.mailsTo(manager.email)
    return mails.filter(({ subject }) => subject === `${company.name} is running low on credits`).length
  }
  await book({ ...place, ...at(9), business_id }, employee)
  expect(await warnings()).toBe(0)
  await book({ ...place, ...at(10), business_id }, employee)
  expect(await warnings()).toBe(1)
  await book({ ...place, ...at(11), business_id }, employee)
  expect(await warnings()).toBe(1)
  await world.poolCredits(company.id, 100_000)
  await book({ ...place, ...at(12), business_id }, employee)
  expect(await warnings()).toBe(1)
  await book({ ...place, ...at(13, 9), business_id }, employee)
  await book({ ...place, date: '2026-03-11', ...at(8, 6), business_id }, employee)
  expect(await warnings()).toBe(2)
})
