import { expect, test } from 'vitest'
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

test('the dashboard shows who is in now, with photo, place and since when', async () => {
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
      User: {
        id: guest.id,
        name: 'Noa Levi',
        profile: { passport_image: Buffer.from('a photo').toString('base64') },
      },
      Office: { type: 'SubOffice', name: 'Lighthouse' },
    },
  ])
  const { rows } = await world.pool.query("select * from audit_log where action = 'view ID photos'")
  expect(rows).toMatchObject([{ actor_id: String(manager.id), details: { user_ids: [guest.id] } }])
})

test('only what has begun and has not ended is in session', async () => {
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

test('sessions of an office are for its staff and for admins; to others it does not exist', async () => {
  const { path } = await staffedOffice()
  const stranger = await world.user()

  expect((await world.get(path, admin)).statusCode).toBe(200)
  expect((await world.get(path, stranger)).statusCode).toBe(404)
  expect((await world.get(path)).statusCode).toBe(401)
})

test('an order is there for its customer, the staff of its office and admins', async () => {
  const { office, room, manager } = await staffedOffice()
  const customer = await world.user()
  const stranger = await world.user()
  const order = await world.order({
    office_id: office.id,
    sub_office_id: room.id,
    user_id: customer.id,
    total_price: 12_345,
  })

  for (const reader of [customer, manager, admin]) {
    const reply = await world.get(`/api/orders/${order.id}`, reader)
    expect(reply.json()).toMatchObject({ total_price: 12_345, SubOffice: { name: 'Lighthouse' } })
  }
  expect((await world.get(`/api/orders/${order.id}`, stranger)).statusCode).toBe(404)
  expect((await world.get('/api/orders', customer)).json()).toHaveLength(1)
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
