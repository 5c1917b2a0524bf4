import { beforeEach, expect, test } from 'vitest'
import { profiles } from '#server/db/schema/users.ts'
import { startWorld } from '../../../test/world.ts'

const world = await startWorld()
const boss = await world.user({ admin: true })
const customer = await world.user({ name: 'Maya Cohen', email: 'maya@keyhour.test' })

await world.office({ name: 'Quay House', address: '1 Sea Road' })
await world.office({ name: 'Market%Loft', address: '7 Market Street' })

beforeEach(() => world.setNow('2026-03-02T08:00:00.000Z'))

const NOW = '2026-03-02T08:00:00.000Z'
const MORNING = { start: '2026-03-02T07:00:00.000Z', end: '2026-03-02T09:30:00.000Z' }
const missing = (detail: string) => ({ detail })

async function read(url: string) {
  const reply = await world.get(url, boss)
  return { status: reply.statusCode, body: reply.json(), total: reply.headers['x-total-count'] }
}

const namesOf = (body: { name: string }[]) => body.map(({ name }) => name)
const idsOf = (body: { id: number }[]) => body.map(({ id }) => id)

async function room(given: Parameters<typeof world.office>[0] = {}) {
  const office = await world.office(given)
  const space = await world.subOffice(office.id, { name: 'Olive room', type: 'meeting_room' })
  return { office, space, place: { office_id: office.id, sub_office_id: space.id, user_id: customer.id } }
}

test('an office is listed with name and address in both languages, capacity and active orders', async () => {
  const hebrew = { name_he: 'רשום', address_he: 'רחוב הנמל 3' }
  const { office, place } = await room({
    name: 'Listed',
    address: '3 Port Street',
    capacity: 40,
    ...hebrew,
  })
  await world.order({ ...place, ...MORNING })
  await world.order({ ...place, sub_office_id: null, ...MORNING })
  await world.order({ ...place, start: '2026-03-02T09:00:00.000Z', end: '2026-03-02T10:00:00.000Z' })
  const { body } = await read('/api/admin/dashboard/offices?q=listed')

  expect(body).toEqual([
    { id: office.id, name: 'Listed', address: '3 Port Street', ...hebrew, capacity: 40, active_orders: 2 },
  ])
})

test('offices are sorted by name, all together or in pages, without deleted ones', async () => {
  for (const name of ['Paged c', 'paged A', 'Paged b']) await world.office({ name })
  await world.office({ name: 'Paged d', deleted_at: NOW })

  const all = await read('/api/admin/dashboard/offices?q=paged')
  expect([namesOf(all.body), all.total]).toEqual([['paged A', 'Paged b', 'Paged c'], undefined])
  const second = await read('/api/admin/dashboard/offices?q=paged&page=2&page_size=2')
  expect([namesOf(second.body), second.total]).toEqual([['Paged c'], '3'])
  const behind = await read('/api/admin/dashboard/offices?q=paged&page=3&page_size=2')
  expect([behind.body, behind.total]).toEqual([[], '3'])
})

test.each([
  ['QUAY', ['Quay House']],
  ['market st', ['Market%Loft']],
  ['%', ['Market%Loft']],
  ['nowhere at all', []],
])('offices are found by part of their name or address: %s', async (q, names) => {
  expect(namesOf((await read(`/api/admin/dashboard/offices?q=${encodeURIComponent(q)}`)).body)).toEqual(names)
})

test('the list can be limited to offices with active orders', async () => {
  const busy = await room({ name: 'Used by somebody' })
  await room({ name: 'Used by nobody' })
  await world.order({ ...busy.place, ...MORNING })
  const { body, total } = await read('/api/admin/dashboard/offices?q=used%20by&in_use=true&page=1')

  expect([namesOf(body), total]).toEqual([['Used by somebody'], '1'])
})

test('the sub-offices of an office are sorted by name, each with its active orders', async () => {
  const { office, space, place } = await room()
  const attic = await world.subOffice(office.id, { name: 'attic', name_he: 'עליית הגג' })
  await world.subOffice(office.id, { name: 'Gone', deleted_at: NOW })
  await room()
  await world.order({ ...place, ...MORNING })
  const { body } = await read(`/api/admin/offices/${office.id}/suboffices`)

  expect(body).toEqual([
    {
      id: attic.id,
      office_id: office.id,
      name: 'attic',
      name_he: 'עליית הגג',
      type: 'office',
      capacity: 4,
      active_orders: 0,
      is_deleted: false,
    },
    {
      id: space.id,
      office_id: office.id,
      name: 'Olive room',
      name_he: null,
      type: 'meeting_room',
      capacity: 4,
      active_orders: 1,
      is_deleted: false,
    },
  ])
})

test('a deleted sub-office is listed until its last visit is over', async () => {
  const { office, place } = await room()
  const gone = await world.subOffice(office.id, { name: 'Gone', deleted_at: NOW })
  const order = await world.order({ ...place, sub_office_id: gone.id, ...MORNING })
  const listed = async () => namesOf((await read(`/api/admin/offices/${office.id}/suboffices`)).body)
  const address = `/api/admin/suboffices/${gone.id}/active_orders`

  expect((await read(`/api/admin/offices/${office.id}/suboffices`)).body[0]).toMatchObject({
    name: 'Gone',
    active_orders: 1,
    is_deleted: true,
  })
  expect(idsOf((await read(address)).body)).toEqual([order.id])
  world.setNow(MORNING.end)
  expect([await listed(), (await read(address)).status]).toEqual([['Olive room'], 404])
})

test('the active orders of a sub-office show when, how long, and how they are paid', async () => {
  const { space, place } = await room({ time_zone: 'Europe/Berlin' })
  const visit = { start: '2026-03-02T06:00:00.000Z', end: null, booking_type: 'on_demand' as const }
  const waiting = { payment_status: 'part credit' as const, pay_until: '2026-03-02T08:15:00.000Z' }
  const later = await world.order({ ...place, ...MORNING, ...waiting })
  const earlier = await world.order({ ...place, ...visit, total_price: null })
  const { body } = await read(`/api/admin/suboffices/${space.id}/active_orders`)

  expect(body).toEqual([
    {
      id: earlier.id,
      start: '2026-03-02T06:00:00.000Z',
      end: null,
      time_zone: 'Europe/Berlin',
      booking_type: 'on_demand',
      payment_status: 'pending',
      pay_until: null,
    },
    {
      id: later.id,
      ...MORNING,
      time_zone: 'Europe/Berlin',
      booking_type: 'pre_book',
      payment_status: 'part credit',
      pay_until: '2026-03-02T08:15:00.000Z',
    },
  ])
})

test.each([
  ['from its start on', '2026-03-02T07:00:00.000Z', true],
  ['not before', '2026-03-02T06:59:59.999Z', false],
  ['until its end', '2026-03-02T09:29:59.999Z', true],
  ['not at its end', '2026-03-02T09:30:00.000Z', false],
])('an order is active %s', async (_, moment, isActive) => {
  const { space, place } = await room()
  const order = await world.order({ ...place, ...MORNING })
  world.setNow(moment)

  const { body } = await read(`/api/admin/suboffices/${space.id}/active_orders`)
  expect(idsOf(body)).toEqual(isActive ? [order.id] : [])
})

test('a cancelled or checked-out order is not active', async () => {
  const { office, space, place } = await room()
  await world.order({ ...place, ...MORNING, cancelled_at: NOW })
  await world.order({ ...place, ...MORNING, checked_in_at: MORNING.start, checked_out_at: NOW })

  expect((await read(`/api/admin/suboffices/${space.id}/active_orders`)).body).toEqual([])
  expect((await read(`/api/admin/offices/${office.id}/suboffices`)).body[0].active_orders).toBe(0)
})

test('an office rented whole has no sub-offices, but its own active orders', async () => {
  const office = await world.office()
  const other = await room()
  const order = await world.order({ office_id: office.id, user_id: customer.id, ...MORNING })
  await world.order({ ...other.place, ...MORNING })

  expect((await read(`/api/admin/offices/${office.id}/suboffices`)).body).toEqual([])
  expect(idsOf((await read(`/api/admin/offices/${office.id}/active_orders`)).body)).toEqual([order.id])
  expect((await read(`/api/admin/offices/${other.office.id}/active_orders`)).body).toEqual([])
})

test('the customer of an order is shown with phone and without photo', async () => {
  const { place } = await room()
  const order = await world.order({ ...place, ...MORNING })
  const known = { id: customer.id, name: 'Maya Cohen', user_name: 'Maya Cohen', email: 'maya@keyhour.test' }

  expect((await read(`/api/admin/orders/${order.id}/user`)).body).toEqual({
    ...known,
    profile: { phone: null },
  })
  await world.db.insert(profiles).values({ user_id: customer.id, phone: '+972 50 123 4567' })
  expect((await read(`/api/admin/orders/${order.id}/user`)).body).toEqual({
    ...known,
    profile: { phone: '+972 50 123 4567' },
  })
})

test('an office, sub-office or order that does not exist or is deleted is not found', async () => {
  const { office, space } = await room({ deleted_at: NOW })
  const open = await world.office()
  const gone = await world.subOffice(open.id, { deleted_at: NOW })
  const [noOffice, noSpace] = [missing('This office does not exist.'), missing('This space does not exist.')]

  for (const id of [office.id, 999_999]) {
    expect(await read(`/api/admin/offices/${id}/suboffices`)).toMatchObject({ status: 404, body: noOffice })
    expect(await read(`/api/admin/offices/${id}/active_orders`)).toMatchObject({
      status: 404,
      body: noOffice,
    })
  }
  for (const id of [gone.id, space.id + 999_999])
    expect(await read(`/api/admin/suboffices/${id}/active_orders`)).toMatchObject({
      status: 404,
      body: noSpace,
    })
  expect(await read('/api/admin/orders/999999/user')).toMatchObject({
    status: 404,
    body: missing('This order does not exist.'),
  })
})

test('only admins can read the dashboard', async () => {
  const { office, space, place } = await room()
  const order = await world.order({ ...place, ...MORNING })
  const manager = await world.user()
  await world.member(office.id, manager.id, 'manager')
  const addresses = [
    '/api/admin/dashboard/offices',
    `/api/admin/offices/${office.id}/suboffices`,
    `/api/admin/offices/${office.id}/active_orders`,
    `/api/admin/suboffices/${space.id}/active_orders`,
    `/api/admin/orders/${order.id}/user`,
  ]

  for (const address of addresses) {
    expect((await world.get(address)).statusCode).toBe(401)
    for (const person of [customer, manager]) expect((await world.get(address, person)).statusCode).toBe(403)
  }
})
