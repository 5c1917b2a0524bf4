import type { AdminOffice } from '@keyhour/contract/admin-offices'
import type { SubOffice } from '@keyhour/contract/offices'
import { expect, test } from 'vitest'
import { cancelOrders } from '#server/features/admin-offices/cancel-orders.ts'
import { startWorld } from '../../../test/world.ts'

const world = await startWorld()
const admin = await world.user({ admin: true, name: 'Ada' })
type Person = Awaited<ReturnType<typeof world.user>>

const FORM = { name: 'Loft', lat: 32.07, lon: 34.78, address: 'Rothschild 1', price_per_hour: 90 }
const ROOM = {
  name: 'Blue room',
  capacity: 4,
  price_per_hour: 50,
  price_per_day: 300,
  price_per_week: 1500,
  type: 'meeting_room',
  rent_type: 'hour',
}
const TIME = { start: '10:00', end: '12:00' }

async function place(rooms = 1) {
  const office: AdminOffice = (await world.post('/api/admin/offices', FORM, admin)).json()
  const spaces: SubOffice[] = []
  for (let room = 0; room < rooms; room += 1)
    spaces.push((await world.post(`/api/offices/${office.id}/sub-offices`, ROOM, admin)).json())
  return { office, spaces, url: `/api/admin/offices/${office.id}` }
}

const urlOf = ({ office_id, id }: SubOffice) => `/api/offices/${office_id}/sub-offices/${id}`
const remove = (url: string, isWilling = false) =>
  world.send({ method: 'DELETE', url: `${url}${isWilling ? '?cancel_orders=true' : ''}` }, admin)
const restore = (url: string) => world.send({ method: 'PUT', url, payload: { deleted_at: null } }, admin)

async function book({ office_id, id }: SubOffice, date: string, as?: Person) {
  const person = as ?? (await world.user())
  const reply = await world.post('/api/orders', { office_id, sub_office_id: id, date, ...TIME }, person)
  return { reply, person, order: reply.json() }
}

const orderOf = async (id: number) => (await world.get(`/api/orders/${id}`, admin)).json()
async function leftOf({ id }: Person) {
  const { rows } = await world.pool.query('select remaining from credit_lots where user_id = $1', [id])
  return rows
}

test('refunds are listed in the currency in which orders were paid, whatever the office uses now', async () => {
  const { spaces, url } = await place(1)
  const { office_id, id: sub_office_id } = spaces[0]!
  const { id: user_id } = await world.user()
  const coming = { office_id, sub_office_id, user_id, start: '2026-03-09T08:00:00.000Z' }
  await world.order({ ...coming, end: '2026-03-09T09:00:00.000Z', paid_by_card: 5900 })
  await world.order({ ...coming, end: '2026-03-09T10:00:00.000Z', currency: 'EUR', paid_by_card: 2000 })
  await world.order({ ...coming, end: null, booking_type: 'on_demand', currency: 'GBP', total_price: null })

  expect((await world.get(`${url}/deletion`, admin)).json()).toEqual({
    coming_orders: 3,
    running_orders: 0,
    refunds: [
      { amount: 2000, currency: 'EUR' },
      { amount: 5900, currency: 'ILS' },
    ],
    last_end: '2026-03-09T10:00:00.000Z',
  })
})

test('an admin sees what a deletion would do, and it is refused until they agree', async () => {
  const { spaces, url } = await place(2)
  const rich = await world.user()
  await world.credits(rich.id, 50_000)
  await book(spaces[0]!, '2026-03-05', rich)
  await book(spaces[1]!, '2026-03-09')

  expect((await world.get(`${url}/deletion`, admin)).json()).toEqual({
    coming_orders: 2,
    running_orders: 0,
    refunds: [{ amount: 11_800, currency: 'ILS' }],
    last_end: '2026-03-09T10:00:00.000Z',
  })
  expect((await world.get(`${urlOf(spaces[1]!)}/deletion`, admin)).json()).toMatchObject({
    coming_orders: 1,
    refunds: [],
  })
  const refused = await remove(url)
  expect([refused.statusCode, refused.json()]).toEqual([
    409,
    {
      detail:
        'There are upcoming orders: 2, the last on 2026-03-09. They would be cancelled and refunded in full.',
      orders_in_the_way: 2,
      orders_until: '2026-03-09T10:00:00.000Z',
    },
  ])
})

test('deleting with orders refunds every customer in full and mails them the reason in their language', async () => {
  const { office, spaces, url } = await place(2)
  const dana = await world.user({ language: 'he' })
  await world.credits(dana.id, 50_000)
  const paid = await book(spaces[0]!, '2026-03-05', dana)
  const unpaid = await book(spaces[1]!, '2026-03-09')
  const deleted = await remove(url, true)

  expect([deleted.statusCode, deleted.json().deleted_at]).toEqual([200, '2026-03-02T08:00:00.000Z'])
  expect((await book(spaces[0]!, '2026-03-06')).reply.statusCode).toBe(404)
  await world.runJobs()
  expect(await orderOf(paid.order.id)).toMatchObject({
    cancelled_at: '2026-03-02T08:00:00.000Z',
    refunded: 11_800,
  })
  expect(await orderOf(unpaid.order.id)).toMatchObject({ refunded: 0 })
  expect(await leftOf(dana)).toEqual([{ remaining: 50_000 }])
  const hebrew = (await world.mailsTo(dana.email)).find(
    ({ subject }) => subject === 'נאלצנו לבטל: Blue room · Loft',
  )
  expect(hebrew?.text).toMatch(/אינו מוצע עוד.*118/s)
  const english = (await world.mailsTo(unpaid.person.email)).map(({ subject }) => subject)
  expect(english).toContain('We had to cancel: Blue room · Loft')
  const taken = await world.pool.query('select from occupancy where office_id = $1', [office.id])
  expect(taken.rows).toEqual([])
})

test('nothing is deleted during a visit', async () => {
  const { spaces, url } = await place()
  const { office_id, id } = spaces[0]!
  const visitor = await world.user()
  const visit = await world.post('/api/orders/start_now', { office_id, sub_office_id: id }, visitor)

  for (const address of [url, urlOf(spaces[0]!)]) {
    const refused = await remove(address, true)
    expect([refused.statusCode, refused.json().detail]).toEqual([
      409,
      'Visits in progress: 1. You can delete this once they have ended.',
    ])
  }
  world.setNow('2026-03-02T09:00:00.000Z')
  await world.post(`/api/orders/${visit.json().id}/check_out`, {}, visitor)
  expect((await remove(url)).statusCode).toBe(200)
  world.setNow('2026-03-02T08:00:00.000Z')
})

test('an office without orders is deleted immediately, with its holds; deleting again changes nothing', async () => {
  const { office, spaces, url } = await place()
  const person = await world.user()
  const booking = { office_id: office.id, sub_office_id: spaces[0]!.id, date: '2026-03-05', ...TIME }
  await world.post('/api/orders/hold', booking, person)

  expect((await remove(url)).statusCode).toBe(200)
  expect((await world.pool.query('select from occupancy where office_id = $1', [office.id])).rows).toEqual([])
  expect((await remove(url)).json().version).toBe(2)
  expect((await world.get('/api/offices/')).json()).not.toContainEqual(
    expect.objectContaining({ id: office.id }),
  )
})

test('an office is restored with the spaces it had when it was deleted', async () => {
  const { office, spaces, url } = await place(2)
  await remove(urlOf(spaces[0]!))
  await remove(url)
  const restored: AdminOffice = (await restore(url)).json()

  expect([restored.deleted_at, restored.version]).toEqual([null, 3])
  const left = (await world.get(`/api/offices/${office.id}`)).json().sub_offices
  expect(left).toMatchObject([{ id: spaces[1]!.id }])
  expect((await book(spaces[1]!, '2026-03-05')).reply.statusCode).toBe(201)
  expect((await book(spaces[0]!, '2026-03-05')).reply.statusCode).toBe(404)
  const { rows } = await world.pool.query(
    "select action from audit_log where subject = 'office' and subject_id = $1 order by id",
    [office.id],
  )
  expect(rows.map(({ action }) => action)).toEqual(['add office', 'delete office', 'restore office'])
})

test('without its last space an office is rented whole, until the space is restored', async () => {
  const { office, spaces } = await place()
  const whole = { office_id: office.id, sub_office_id: null, ...TIME }
  await world.post(
    `/api/admin/offices/${office.id}/closures`,
    { date: '2026-03-06', reason: 'Painters', sub_office_id: null },
    admin,
  )
  await remove(urlOf(spaces[0]!))
  const person = await world.user()
  const booked = await world.post('/api/orders', { ...whole, date: '2026-03-05' }, person)

  expect(booked.statusCode).toBe(201)
  expect((await world.post('/api/orders', { ...whole, date: '2026-03-06' }, person)).statusCode).toBe(409)
  expect((await restore(urlOf(spaces[0]!))).json().detail).toBe(
    'The whole office is booked: 1, the last on 2026-03-05. Move or cancel these orders first.',
  )
  await world.post(`/api/orders/${booked.json().id}/cancel`, { refund: 0 }, person)
  expect((await restore(urlOf(spaces[0]!))).json()).toMatchObject({ deleted_at: null })
  expect((await book(spaces[0]!, '2026-03-05')).reply.statusCode).toBe(201)
  expect((await world.post('/api/orders', { ...whole, date: '2026-03-07' }, person)).statusCode).toBe(404)
})

test('deleting a space cancels its own orders and no others', async () => {
  const { spaces } = await place(2)
  const [gone, kept] = [await book(spaces[0]!, '2026-03-05'), await book(spaces[1]!, '2026-03-05')]
  await remove(urlOf(spaces[0]!), true)
  await world.runJobs()

  expect((await orderOf(gone.order.id)).cancelled_at).not.toBeNull()
  expect((await orderOf(kept.order.id)).cancelled_at).toBeNull()
})

test('cancelling that breaks off half-way continues: every customer gets their money back and one mail', async () => {
  const { office, spaces, url } = await place()
  const days = ['2026-03-05', '2026-03-06', '2026-03-07', '2026-03-08', '2026-03-09']
  const bookings = []
  for (const day of days) {
    const person = await world.user()
    await world.credits(person.id, 20_000)
    bookings.push(await book(spaces[0]!, day, person))
  }
  await world.runJobs()
  await remove(url, true)
  await world.pool.query('delete from pgboss.job')
  const data = { office_id: office.id, sub_office_id: null, admin_id: admin.id }
  let mails = 0
  const dying = {
    ...world,
    enqueue: async (...args: Parameters<typeof world.enqueue>) => {
      await world.enqueue(...args)
      mails += 1
      if (mails === 3) throw new Error('the power went out')
    },
  }

  await expect(cancelOrders.run(dying, data)).rejects.toThrow('the power went out')
  await Promise.all([cancelOrders.run(world, data), cancelOrders.run(world, data)])
  await world.runJobs()
  for (const { person, order } of bookings) {
    expect(await orderOf(order.id)).toMatchObject({ refunded: 11_800 })
    expect(await leftOf(person)).toEqual([{ remaining: 20_000 }])
    const subjects = (await world.mailsTo(person.email)).map(({ subject }) => subject)
    expect(subjects.filter((subject) => subject?.startsWith('We had to cancel'))).toHaveLength(1)
  }
})

test('all orders are cancelled, however many there are', async () => {
  const { office, spaces, url } = await place()
  const person = await world.user()
  await world.pool.query(
    `insert into orders (office_id, sub_office_id, user_id, rent_type, start, "end", currency, base_price, total_price,
       tax_percent, commission_percent)
     select $1, $2, $3, 'hour', at, at + interval '1 hour', 'ILS', 5000, 5000, 18, 30
     from generate_series(timestamptz '2026-03-05 08:00+00', '2026-03-10 12:00+00', interval '1 hour') at`,
    [office.id, spaces[0]!.id, person.id],
  )
  expect((await world.get(`${url}/deletion`, admin)).json().coming_orders).toBe(125)
  await remove(url, true)
  await world.runJobs()

  expect((await world.get(`${url}/deletion`, admin)).json().coming_orders).toBe(0)
})

test('an office that is restored before its orders are cancelled keeps them', async () => {
  const { office, spaces, url } = await place()
  const { order } = await book(spaces[0]!, '2026-03-05')
  await remove(url, true)
  await restore(url)
  await world.runJobs()

  expect((await orderOf(order.id)).cancelled_at).toBeNull()
  expect(office.id).toBe(order.Office.id)
})

test('when booking and deleting coincide, exactly one of them succeeds', async () => {
  const { spaces, url } = await place(3)
  const [deleted, ...booked] = await Promise.all([
    remove(url),
    ...spaces.map((space) => book(space, '2026-03-05')),
  ])

  const got = booked.filter(({ reply }) => reply.statusCode === 201).length
  if (deleted.statusCode === 200) expect(got).toBe(0)
  else expect(deleted.json().orders_in_the_way).toBeGreaterThan(0)
})

test('only an admin can preview a deletion, delete or restore', async () => {
  const { office, url } = await place()
  const manager = await world.user()
  await world.member(office.id, manager.id, 'manager')

  for (const [method, address] of [
    ['GET', `${url}/deletion`],
    ['DELETE', url],
    ['PUT', url],
    ['POST', `${url}/duplicate`],
    ['POST', `${url}/wifi_password`],
  ] as const)
    expect((await world.send({ method, url: address, payload: {} }, manager)).statusCode).toBe(403)
})
