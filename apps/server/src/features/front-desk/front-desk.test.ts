import type { Closure } from '@keyhour/contract/closures'
import type { OfficeDay } from '@keyhour/contract/front-desk'
import type { OrderDetails } from '@keyhour/contract/orders'
import { simulateHomeAssistant } from '@keyhour/simulators/home-assistant'
import { and, eq } from 'drizzle-orm'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { devices, homeAssistants } from '#server/db/schema/access.ts'
import { auditLog } from '#server/db/schema/audit.ts'
import { profiles } from '#server/db/schema/users.ts'
import { checkDoors } from '#server/features/access/check-doors.ts'
import { startWorld } from '../../../test/world.ts'

const world = await startWorld({ HUB_NETWORKS: 'loopback' })
type Person = Awaited<ReturnType<typeof world.user>>

/** Monday, 08:00 at the office. */
beforeEach(() => world.setNow('2026-03-02T06:00:00.000Z'))

/** A door with a hub, a room, and everybody who might want to know. */
async function scene() {
  const office = await world.office({ open_hours: '08:00', close_hours: '20:00' })
  const room = await world.subOffice(office.id, { name: 'Olive room' })
  await world.unit(office.id, room.id)
  const hub = await simulateHomeAssistant({
    now: world.now,
    entities: [{ entity_id: 'lock.front_door', codes: 'zwave_js' }],
  })
  onTestFinished(hub.close)
  await world.db
    .insert(homeAssistants)
    .values({ office_id: office.id, url: hub.url, token_sealed: world.secrets.seal(hub.token) })
  const [door] = await world.db
    .insert(devices)
    .values({
      office_id: office.id,
      name: 'Front door',
      home_assistant_id: 'lock.front_door',
      type: 'lock',
    })
    .returning()
  const people = {
    customer: await world.user({ name: 'Maya Cohen' }),
    admin: await world.user({ admin: true }),
    manager: await world.user(),
    owner: await world.user(),
    member: await world.user(),
    stranger: await world.user(),
    elsewhere: await world.user(),
  }
  await world.db.insert(profiles).values({ user_id: people.customer.id, phone: '+972 50 123 4567' })
  await world.member(office.id, people.manager.id, 'manager')
  await world.member(office.id, people.owner.id, 'owner')
  await world.member(office.id, people.member.id, 'member')
  await world.member((await world.office()).id, people.elsewhere.id, 'manager')
  await world.credits(people.customer.id, 500_000)
  const url = `/api/offices/${office.id}`
  return { office, room, hub, door: door!, people, url }
}
type Scene = Awaited<ReturnType<typeof scene>>

async function booked({ office, room, people }: Scene, start: string, end: string, date = '2026-03-02') {
  const stay = { office_id: office.id, sub_office_id: room.id, date, start, end }
  const reply = await world.post('/api/orders', stay, people.customer)
  expect(reply.statusCode).toBe(201)
  return reply.json<OrderDetails>()
}

const dayFor = async ({ url }: Scene, as: Person) => (await world.get(`${url}/day`, as)).json<OfficeDay>()
const openFor = ({ url, door }: Scene, guest: object, as?: Person) =>
  world.post(`${url}/doors/${door.id}/open`, guest, as)
const close = ({ url }: Scene, closing: object, as?: Person) =>
  world.post(`${url}/closures`, { sub_office_id: null, reason: 'Leak', ...closing }, as)
const open = ({ url }: Scene, id: number, as?: Person) =>
  world.send({ method: 'DELETE', url: `${url}/closures/${id}` }, as)
const auditOf = async (action: string, id: number) =>
  (
    await world.db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.action, action), eq(auditLog.subject_id, id)))
  ).map(({ actor_id, details }) => ({ actor_id, ...details }))

const OUTSIDERS = ['customer', 'member', 'stranger', 'elsewhere'] as const

test('managers and admins see who comes today and tomorrow, with how to reach them', async () => {
  const one = await scene()
  const today = await booked(one, '09:00', '11:00')
  const tomorrow = await booked(one, '10:00', '12:00', '2026-03-03')
  await booked(one, '10:00', '12:00', '2026-03-04')

  for (const role of ['manager', 'admin'] as const) {
    const day = await dayFor(one, one.people[role])
    expect(day.until).toBe('2026-03-02T22:00:00.000Z')
    expect(day.today).toEqual([
      {
        id: today.id,
        start: today.start,
        end: today.end,
        checked_in_at: null,
        checked_out_at: null,
        pay_until: null,
        release_at: null,
        code_failed: false,
        User: {
          id: one.people.customer.id,
          name: 'Maya Cohen',
          email: one.people.customer.email,
          phone: '+972 50 123 4567',
        },
        Office: { type: 'SubOffice', name: 'Olive room', name_he: null },
      },
    ])
    expect(day.tomorrow.map(({ id }) => id)).toEqual([tomorrow.id])
    expect(day.desk?.doors).toEqual([{ id: one.door.id, name: 'Front door', shared: true, trouble: null }])
  }
})

test('owners see who comes by first name and initial only, and no desk; nobody else knows of the day', async () => {
  const one = await scene()
  await booked(one, '09:00', '11:00')

  const day = await dayFor(one, one.people.owner)
  expect(day.today.map(({ User }) => User)).toEqual([{ id: null, name: 'Maya C.', email: null, phone: null }])
  expect(day.desk).toBeNull()
  for (const role of OUTSIDERS)
    expect((await world.get(`${one.url}/day`, one.people[role])).statusCode, role).toBe(404)
  expect((await world.get(`${one.url}/day`)).statusCode).toBe(401)
})

test('a day has who left, and visits of earlier days that go on, but nothing that is cancelled or long over', async () => {
  const one = await scene()
  const place = { office_id: one.office.id, sub_office_id: one.room.id, user_id: one.people.customer.id }
  const at = (day: string, hour: string) => `2026-${day}T${hour}:00.000Z`
  const long = await world.order({ ...place, start: at('02-27', '06:00'), end: at('03-04', '18:00') })
  await world.order({ ...place, start: at('03-01', '08:00'), end: at('03-01', '09:00') })
  const left = await world.order({
    ...place,
    start: at('03-02', '05:00'),
    end: at('03-02', '07:00'),
    checked_in_at: at('03-02', '05:00'),
    checked_out_at: at('03-02', '05:30'),
  })
  await world.order({
    ...place,
    start: at('03-02', '10:00'),
    end: at('03-02', '11:00'),
    cancelled_at: at('03-01', '10:00'),
  })

  const day = await dayFor(one, one.people.manager)
  expect(day.today.map(({ id }) => id)).toEqual([long.id, left.id])
  const other = await world.subOffice(one.office.id)
  const part = await world.get(`${one.url}/day?sub_office_id=${other.id}`, one.people.manager)
  expect(part.json().today).toEqual([])
})

test('a manager opens a door for a customer, which checks them in and is audited', async () => {
  const one = await scene()
  const { manager, customer } = one.people
  const order = await booked(one, '09:00', '11:00')
  world.setNow('2026-03-02T07:20:00.000Z')

  const reply = await openFor(one, { order_id: order.id }, manager)
  expect([reply.statusCode, reply.json().state]).toEqual([200, 'unlocked'])
  expect(one.hub.stateOf('lock.front_door')).toBe('unlocked')
  const events = (await world.get(`/api/orders/${order.id}/events`, customer)).json()
  expect(events.map(({ kind }: { kind: string }) => kind)).toEqual(['booked', 'door opened', 'checked in'])
  expect(events.at(-1).actor_name).toBe(manager.name)
  expect(await auditOf('open door for guest', one.door.id)).toEqual([
    { actor_id: manager.id, office_id: one.office.id, order_id: order.id },
  ])
})

test('before the time of an order its customer is let in without a check-in', async () => {
  const one = await scene()
  const order = await booked(one, '12:00', '13:00')

  expect((await openFor(one, { order_id: order.id }, one.people.manager)).statusCode).toBe(200)
  const [first] = (await dayFor(one, one.people.manager)).today
  expect(first!.checked_in_at).toBeNull()
  expect(await auditOf('open door for guest', one.door.id)).toHaveLength(1)
})

test('a door opens for somebody without an order only by name', async () => {
  const one = await scene()
  const { manager } = one.people
  for (const guest of [{}, { guest: '  ' }, { guest: 'x'.repeat(101) }])
    expect((await openFor(one, guest, manager)).statusCode).toBe(422)
  expect(one.hub.stateOf('lock.front_door')).toBe('locked')

  expect((await openFor(one, { guest: 'The plumber' }, manager)).statusCode).toBe(200)
  expect(await auditOf('open door for guest', one.door.id)).toEqual([
    { actor_id: manager.id, office_id: one.office.id, guest: 'The plumber' },
  ])
})

test('nobody but managers of the office and admins opens doors for others', async () => {
  const one = await scene()
  const order = await booked(one, '09:00', '11:00')
  for (const role of [...OUTSIDERS, 'owner'] as const)
    expect((await openFor(one, { guest: 'Noa' }, one.people[role])).statusCode, role).toBe(404)
  expect((await openFor(one, { guest: 'Noa' })).statusCode).toBe(401)
  // A manager opens the doors of their own office only, and for its orders only.
  const other = await scene()
  const foreign = `${other.url}/doors/${one.door.id}/open`
  expect((await world.post(foreign, { guest: 'Noa' }, other.people.manager)).statusCode).toBe(404)
  expect((await openFor(other, { order_id: order.id }, other.people.manager)).statusCode).toBe(404)
  await world.db
    .update(devices)
    .set({ deleted_at: world.now().toISOString() })
    .where(eq(devices.id, one.door.id))
  expect((await openFor(one, { guest: 'Noa' }, one.people.manager)).statusCode).toBe(404)
  expect([one, other].map(({ hub }) => hub.stateOf('lock.front_door'))).toEqual(['locked', 'locked'])
  expect((await openFor(other, { guest: 'Noa' }, other.people.admin)).statusCode).toBe(200)
})

test('opening doors for others is limited', async () => {
  const one = await scene()
  const { manager } = one.people
  const open = () => world.post(`${one.url}/doors/999999/open`, { guest: 'Noa' }, manager)
  for (let done = 0; done < 60; done += 1) expect((await open()).statusCode).toBe(404)

  const reply = await open()
  expect([reply.statusCode, Number(reply.headers['retry-after']) > 0]).toEqual([429, true])
})

test('a door that fails is shown with the reason and since when, until it answers again', async () => {
  const one = await scene()
  const { manager } = one.people
  const trouble = async () => (await dayFor(one, manager)).desk!.doors[0]!.trouble
  one.hub.misbehave('hangs up')
  await checkDoors.run(world, {})
  world.setNow('2026-03-02T06:05:00.000Z')
  await checkDoors.run(world, {})

  expect(await trouble()).toEqual({
    reason: expect.any(String),
    failure: expect.stringContaining('hub'),
    since: '2026-03-02T06:00:00.000Z',
  })
  one.hub.behave()
  await checkDoors.run(world, {})
  expect(await trouble()).toBeNull()
})

test('a bolt that stayed shut is shown until the door has opened, although its lock answers', async () => {
  const one = await scene()
  const { manager } = one.people
  const reasonNow = async () => (await dayFor(one, manager)).desk!.doors[0]!.trouble?.reason
  one.hub.change('lock.front_door', { temper: 'stays shut' })
  expect((await openFor(one, { guest: 'Noa' }, manager)).statusCode).toBe(409)
  await checkDoors.run(world, {})
  expect(await reasonNow()).toBe('stayed_shut')

  one.hub.change('lock.front_door', { temper: 'opens' })
  world.setNow('2026-03-02T06:01:00.000Z')
  expect((await openFor(one, { guest: 'Noa' }, manager)).statusCode).toBe(200)
  expect(await reasonNow()).toBeUndefined()
})

test('a manager closes a room for the rest of the day, or until a time, and opens it again', async () => {
  const one = await scene()
  const { manager, customer } = one.people
  const book = () =>
    world.post(
      '/api/orders',
      {
        office_id: one.office.id,
        sub_office_id: one.room.id,
        date: '2026-03-02',
        start: '09:00',
        end: '10:00',
      },
      customer,
    )
  world.setNow('2026-03-02T06:07:00.000Z')
  const rest = await close(one, { sub_office_id: one.room.id }, manager)
  expect([rest.statusCode, rest.json<Closure>()]).toMatchObject([
    201,
    { sub_office_id: one.room.id, start: '2026-03-02T06:07:00.000Z', end: '2026-03-02T22:00:00.000Z' },
  ])
  expect((await book()).statusCode).toBe(409)
  expect((await dayFor(one, manager)).desk!.closures).toMatchObject([
    { id: rest.json().id, sub_office_name: 'Olive room', reason: 'Leak', may_open: true },
  ])

  expect((await open(one, rest.json().id, manager)).statusCode).toBe(200)
  expect((await dayFor(one, manager)).desk!.closures).toEqual([])
  expect((await close(one, { until: '09:00' }, manager)).json().end).toBe('2026-03-02T07:00:00.000Z')
  expect((await book()).statusCode).toBe(201)
  expect(await auditOf('add closure', rest.json().id)).toMatchObject([{ actor_id: manager.id }])
  expect(await auditOf('remove closure', rest.json().id)).toMatchObject([{ actor_id: manager.id }])
})

test('a time that has passed, or that is of another day, closes nothing', async () => {
  const one = await scene()
  for (const until of ['07:30', '08:00', '25:00'])
    expect((await close(one, { until }, one.people.manager)).statusCode, until).toBe(422)
  expect((await close(one, { reason: ' ' }, one.people.manager)).statusCode).toBe(422)
  expect((await dayFor(one, one.people.manager)).desk!.closures).toEqual([])
})

test('in an office that is open past midnight, a room is closed until closing time', async () => {
  const one = await scene()
  await world.pool.query(`update offices set open_hours = '18:00', close_hours = '02:00' where id = $1`, [
    one.office.id,
  ])
  world.setNow('2026-03-02T20:00:00.000Z')
  const whole = await close(one, {}, one.people.manager)
  expect(whole.json().end).toBe('2026-03-03T00:00:00.000Z')
  await open(one, whole.json().id, one.people.manager)
  expect((await close(one, { until: '01:00' }, one.people.manager)).json().end).toBe(
    '2026-03-02T23:00:00.000Z',
  )
  expect((await close(one, { until: '03:00' }, one.people.manager)).statusCode).toBe(422)
})

test('orders in the way are listed, and a manager closes around them but does not cancel them', async () => {
  const one = await scene()
  const order = await booked(one, '09:00', '11:00')
  const { manager } = one.people
  const refused = await close(one, { sub_office_id: one.room.id }, manager)
  expect([refused.statusCode, refused.json()]).toMatchObject([
    409,
    { orders_in_the_way: 1, orders: [{ id: order.id, user_name: 'Maya Cohen' }] },
  ])
  expect((await close(one, { orders: 'cancel' }, manager)).statusCode).toBe(422)

  expect((await close(one, { sub_office_id: one.room.id, orders: 'keep' }, manager)).statusCode).toBe(201)
  expect((await dayFor(one, manager)).today.map(({ id }) => id)).toEqual([order.id])
})

test('only managers of the office and admins close from the front desk', async () => {
  const one = await scene()
  for (const role of [...OUTSIDERS, 'owner'] as const)
    expect((await close(one, {}, one.people[role])).statusCode, role).toBe(404)
  expect((await close(one, {})).statusCode).toBe(401)
  const foreign = await world.subOffice((await world.office()).id)
  expect((await close(one, { sub_office_id: foreign.id }, one.people.manager)).statusCode).toBe(404)
  expect((await close(one, {}, one.people.admin)).statusCode).toBe(201)
})

test('a manager does not open what an admin or the owner has closed', async () => {
  const one = await scene()
  const { admin, owner, manager, member, elsewhere } = one.people
  const byAdmin = (await close(one, { until: '12:00' }, admin)).json()
  const noon = { sub_office_id: null, date: '2026-03-02', start: '12:00', end: '13:00', reason: 'Visit' }
  const byOwner = (await world.post(`/api/owner/offices/${one.office.id}/closures`, noon, owner)).json()
  const byManager = (await close(one, { sub_office_id: one.room.id }, manager)).json()

  const shown = (await dayFor(one, manager)).desk!.closures
  expect(Object.fromEntries(shown.map(({ id, may_open }) => [id, may_open]))).toEqual({
    [byAdmin.id]: false,
    [byOwner.id]: false,
    [byManager.id]: true,
  })
  for (const { id } of [byAdmin, byOwner]) expect((await open(one, id, manager)).statusCode).toBe(404)
  for (const someone of [member, elsewhere, owner])
    expect((await open(one, byManager.id, someone)).statusCode).toBe(404)
  for (const { id } of [byAdmin, byOwner, byManager])
    expect((await open(one, id, admin)).statusCode).toBe(200)
})
