import { AdminOrder } from '@keyhour/contract/all-orders'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { profiles } from '#server/db/schema/users.ts'
import { listSessionRows } from '#server/features/visits/queries.ts'
import { startWorld } from '../../../test/world.ts'

const world = await startWorld()
const admin = await world.user({ admin: true })

async function staffedOffice() {
  const office = await world.office({ name: 'Harbour House' })
  const room = await world.subOffice(office.id, { name: 'Lighthouse' })
  const manager = await world.user()
  await world.member(office.id, manager.id, 'manager')
  return { office, room, manager, path: `/api/orders/active/${office.id}` }
}

test('the dashboard shows who is in now, with photo, space and since when', async () => {
  const { office, room, manager, path } = await staffedOffice()
  const guest = await world.user({ name: 'Noa Levi' })
  await world.passportPhoto(guest.id, Buffer.from('a photo'))
  const order = await world.order({
    office_id: office.id,
    sub_office_id: room.id,
    user_id: guest.id,
    start: '2026-03-02T07:00:00Z',
    checked_in_at: '2026-03-02T07:10:00Z',
    end: '2026-03-02T09:00:00Z',
  })

  expect((await world.get(path, manager)).json()).toEqual([
    {
      id: order.id,
      start: '2026-03-02T07:10:00.000Z',
      booked_start: '2026-03-02T07:00:00.000Z',
      end: '2026-03-02T09:00:00.000Z',
      User: {
        id: guest.id,
        name: 'Noa Levi',
        profile: { passport_image: Buffer.from('a photo').toString('base64') },
      },
      Office: { type: 'SubOffice', name: 'Lighthouse', name_he: null },
    },
  ])
})

/** Who viewed the ID photo of a user, and in which office. */
async function viewsOf(person: { id: number }) {
  const { rows } = await world.pool.query(
    `select actor_id::integer, details, request_id from audit_log
     where action = 'view ID photo' and subject = 'user' and subject_id = ${person.id} order by id`,
  )
  return rows
}

test('every view of an ID photo is recorded for the person in it', async () => {
  const { office, manager, path } = await staffedOffice()
  const [guest, other, plain] = [await world.user(), await world.user(), await world.user()]
  for (const { id } of [guest, other]) await world.passportPhoto(id, Buffer.from('a photo'))
  for (const { id } of [guest, other, plain]) await world.order({ office_id: office.id, user_id: id })
  const reply = await world.get(path, manager)

  const view = {
    actor_id: manager.id,
    details: { office_id: office.id },
    request_id: reply.headers['x-request-id'],
  }
  expect(await viewsOf(guest)).toEqual([view])
  expect(await viewsOf(other)).toEqual([view])
  expect(await viewsOf(plain)).toEqual([])
})

test('an open dashboard counts as one view an hour, for each viewer separately', async () => {
  const { office, manager, path } = await staffedOffice()
  const guest = await world.user()
  await world.passportPhoto(guest.id, Buffer.from('a photo'))
  await world.order({ office_id: office.id, user_id: guest.id, end: '2026-03-02T12:00:00Z' })
  const look = async (moment: string, watcher: typeof admin) => {
    world.setNow(moment)
    await world.get(path, watcher)
  }
  await look('2026-03-02T08:00:00Z', manager)
  await look('2026-03-02T08:59:59Z', manager)
  await look('2026-03-02T08:59:59Z', admin)
  await look('2026-03-02T09:00:00Z', manager)
  world.setNow('2026-03-02T08:00:00Z')

  expect((await viewsOf(guest)).map((view) => view.actor_id)).toEqual([manager.id, admin.id, manager.id])
})

test('an ID photo that cannot be decrypted is left out, and the rest of the dashboard is shown', async () => {
  const { office, manager, path } = await staffedOffice()
  const [guest, other] = [await world.user(), await world.user()]
  await world.passportPhoto(guest.id, Buffer.from('a photo'))
  await world.db.insert(profiles).values({
    user_id: other.id,
    passport_image: await world.files.keep('passport_images', 'jpg', Buffer.from('sealed with another key')),
  })
  for (const { id } of [guest, other]) await world.order({ office_id: office.id, user_id: id })
  const reply = await world.get(path, manager)

  expect(reply.json()).toMatchObject([
    { User: { id: guest.id, profile: { passport_image: Buffer.from('a photo').toString('base64') } } },
    { User: { id: other.id, profile: { passport_image: null } } },
  ])
  expect(await viewsOf(other)).toEqual([])
})

test('only orders that have begun and not ended are in session', async () => {
  const { office, room, manager, path } = await staffedOffice()
  const guest = await world.user()
  const at = { office_id: office.id, user_id: guest.id }
  const open = await world.order({
    ...at,
    booking_type: 'on_demand',
    start: '2026-03-02T06:00:00Z',
    end: null,
  })
  const touching = await world.order({ ...at, sub_office_id: room.id, start: '2026-03-02T08:00:00Z' })
  await world.order({ ...at, start: '2026-03-02T06:00:00Z', end: '2026-03-02T08:00:00Z' })
  await world.order({ ...at, start: '2026-03-02T08:00:01Z', end: '2026-03-02T10:00:00Z' })
  await world.order({ ...at, cancelled_at: '2026-03-02T07:00:00Z' })
  await world.order({ ...at, checked_out_at: '2026-03-02T07:59:00Z' })

  const ids = async (url: string) =>
    (await world.get(url, manager)).json().map((one: { id: number }) => one.id)
  expect(await ids(path)).toEqual([open.id, touching.id])
  expect(await ids(`${path}?sub_office_id=${room.id}`)).toEqual([touching.id])
})

test('only staff and admins see the sessions of an office; for everyone else it does not exist', async () => {
  const { path } = await staffedOffice()
  const stranger = await world.user()

  expect((await world.get(path, admin)).statusCode).toBe(200)
  expect((await world.get(path, stranger)).statusCode).toBe(404)
  expect((await world.get(path)).statusCode).toBe(401)
})

test('an office that does not exist has no sessions, and only admins see those of a deleted one', async () => {
  const { office, manager, path } = await staffedOffice()
  await world.pool.query(`update offices set deleted_at = now() where id = ${office.id}`)

  expect((await world.get('/api/orders/active/999999', admin)).statusCode).toBe(404)
  expect((await world.get(path, manager)).statusCode).toBe(404)
  expect((await world.get(path, admin)).statusCode).toBe(200)
})

test('only its customer, the managers of its office and admins can read an order', async () => {
  const { office, room, manager } = await staffedOffice()
  const [customer, stranger, owner, both] = await Promise.all([1, 2, 3, 4].map(() => world.user()))
  await world.member(office.id, owner!.id, 'owner')
  for (const role of ['owner', 'manager'] as const) await world.member(office.id, both!.id, role)
  const order = await world.order({
    office_id: office.id,
    sub_office_id: room.id,
    user_id: customer!.id,
    total_price: 12_345,
  })

  for (const reader of [customer!, manager, both!, admin]) {
    const reply = await world.get(`/api/orders/${order.id}`, reader)
    expect(reply.json()).toMatchObject({ total_price: 12_345, SubOffice: { name: 'Lighthouse' } })
  }
  for (const reader of [stranger!, owner!])
    for (const part of ['', '/events', '/calendar.ics'])
      expect((await world.get(`/api/orders/${order.id}${part}`, reader)).statusCode).toBe(404)
  expect((await world.get('/api/orders', customer!)).json()).toHaveLength(1)
})

test('customers page through their own orders, latest start first', async () => {
  const office = await world.office()
  const customer = await world.user()
  const at = { office_id: office.id, user_id: customer.id, end: '2026-03-09T10:00:00Z' }
  const first = await world.order({ ...at, start: '2026-03-03T08:00:00Z' })
  const last = await world.order({ ...at, start: '2026-03-05T08:00:00Z' })
  const ids = (reply: { json: () => { id: number }[] }) => reply.json().map(({ id }) => id)
  const page = await world.get('/api/orders?page=2&page_size=1', customer)

  expect(ids(await world.get('/api/orders', customer))).toEqual([last.id, first.id])
  expect([ids(page), page.headers['x-total-count']]).toEqual([[first.id], '2'])
})

test('admins page through all orders, newest first, in major units', async () => {
  const { office } = await staffedOffice()
  const customer = await world.user()
  await world.order({ office_id: office.id, user_id: customer.id, date: '2026-03-01T00:00:00Z' })
  const newest = await world.order({
    office_id: office.id,
    user_id: customer.id,
    date: '2027-01-01T00:00:00Z',
    total_price: 4990,
  })
  const reply = await world.get('/api/admin/all-orders?page=1&page_size=1', admin)

  expect(reply.json()).toMatchObject([{ id: newest.id, total_price: 49.9, officeName: 'Harbour House' }])
  expect(Number(reply.headers['x-total-count'])).toBeGreaterThan(1)
})

describe('with thousands of orders', async () => {
  const many = await startWorld()
  const boss = await many.user({ admin: true })
  const office = await many.office()

  /** A few hundred in each millisecond, as a busy import makes them. */
  await many.pool.query(`
    insert into orders (office_id, user_id, rent_type, "date", start, "end", currency, base_price, total_price,
      tax_percent, commission_percent)
    select ${office.id}, ${boss.id}, 'hour', timestamptz '2026-01-01' + n * interval '7 microseconds',
      timestamptz '2025-01-01' + n * interval '4 hours', timestamptz '2025-01-01 01:00' + n * interval '4 hours',
      'ILS', 5000, 4990, 18, 30
    from generate_series(1, 2500) n`)
  await many.pool.query('vacuum analyze orders')

  test('all of them come in one array, newest first, none missing and none twice', async () => {
    const reply = await many.get('/api/admin/all-orders', boss)
    const { rows } = await many.pool.query('select id::integer from orders order by "date" desc, id desc')
    const answered = z.array(AdminOrder).decode(reply.json())

    expect(reply.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(reply.headers['x-total-count']).toBeUndefined()
    expect(answered.map(({ id }) => id)).toEqual(rows.map(({ id }) => id))
    expect(reply.json()[0]).toMatchObject({ total_price: 49.9, officeName: office.name })
    expect(Object.keys(reply.json()[0]).sort()).toEqual(Object.keys(AdminOrder.shape).sort())
  })

  test('a far page equals that part of the whole list', async () => {
    const whole = (await many.get('/api/admin/all-orders', boss)).json()
    const page = await many.get('/api/admin/all-orders?page=24&page_size=100', boss)

    expect(page.json()).toEqual(whole.slice(2300, 2400))
    expect(page.headers['x-total-count']).toBe('2500')
  })

  test('an index finds who is in now, regardless of past and future orders', async () => {
    const now = new Date('2025-08-01T00:30:00Z')
    const question = listSessionRows(many.db, { officeId: office.id, subOfficeId: undefined, now })
    const { sql, params } = question.toSQL()
    const { rows } = await many.pool.query(`explain ${sql}`, params)

    expect(await question).toHaveLength(1)
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toMatch(/Index Scan (on|using) orders_live/)
  })
})

test('without any orders the list is an empty array', async () => {
  const quiet = await startWorld()

  expect((await quiet.get('/api/admin/all-orders', await quiet.user({ admin: true }))).json()).toEqual([])
})
