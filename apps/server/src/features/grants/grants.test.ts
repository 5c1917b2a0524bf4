import { type SimulatedEntity, simulateHomeAssistant } from '@keyhour/simulators/home-assistant'
import { eq } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { devices, grantDevices, grants, homeAssistants } from '#server/db/schema/access.ts'
import { deletionRequests } from '#server/db/schema/users.ts'
import { signLink } from '#server/features/account-deletion/sign-link.ts'
import { tendComingGrants, tendDueGrants, tendGrant } from '#server/features/grants/tend-grant.ts'
import { endOverdueVisits } from '#server/features/visits/end-overdue-visits.ts'
import { startWorld } from '../../../test/world.ts'

const world = await startWorld({ HUB_NETWORKS: 'loopback' })
const FRONT = 'lock.front_door'
const NINE = '2026-03-02T07:00:00.000Z'

type Person = Awaited<ReturnType<typeof world.user>>

/** An office with a room and its doors at a hub, a customer, and what the tests do with them. */
async function officeWithDoors(...entities: SimulatedEntity[]) {
  world.setNow('2026-03-02T06:00:00.000Z')
  const doors = entities.length > 0 ? entities : [{ entity_id: FRONT, codes: 'zwave_js' as const }]
  const hub = await simulateHomeAssistant({ now: world.now, entities: doors })
  onTestFinished(hub.close)
  const office = await world.office({
    time_zone: 'Asia/Jerusalem',
    open_hours: '08:00',
    close_hours: '20:00',
  })
  const room = await world.subOffice(office.id)
  await world.unit(office.id, room.id)
  await world.db
    .insert(homeAssistants)
    .values({ office_id: office.id, url: hub.url, token_sealed: world.secrets.seal(hub.token) })
  for (const { entity_id } of doors)
    await world.db
      .insert(devices)
      .values({ office_id: office.id, name: entity_id, home_assistant_id: entity_id, type: 'lock' })
  const person = await world.user()
  await world.credits(person.id, 1_000_000)
  const at = { office_id: office.id, sub_office_id: room.id }
  const times = (start: string, end: string) => ({ date: '2026-03-02', start, end })
  return {
    hub,
    office,
    room,
    person,
    async book(start = '09:00', end = '11:00', as: Person = person): Promise<number> {
      const reply = await world.post('/api/orders', { ...at, ...times(start, end) }, as)
      expect(reply.statusCode).toBe(201)
      return reply.json().id
    },
    async startNow(): Promise<number> {
      const reply = await world.post('/api/orders/start_now', at, person)
      expect(reply.statusCode).toBe(201)
      return reply.json().id
    },
    async move(orderId: number, start: string, end: string) {
      const url = `/api/orders/${orderId}/time`
      const reply = await world.send({ method: 'PUT', url, payload: times(start, end) }, person)
      expect(reply.statusCode).toBe(200)
    },
    async cancel(orderId: number) {
      const { refund } = (await world.get(`/api/orders/${orderId}/refund`, person)).json()
      const reply = await world.post(`/api/orders/${orderId}/cancel`, { refund }, person)
      expect(reply.statusCode).toBe(200)
    },
    codes: (entity = FRONT) => Object.values(hub.codesIn(entity)),
  }
}

async function grantOf(orderId: number) {
  const [grant] = await world.db.select().from(grants).where(eq(grants.order_id, orderId))
  const doors = await world.db.select().from(grantDevices).where(eq(grantDevices.order_id, orderId))
  const code = grant?.door_code_sealed ? world.secrets.open(grant.door_code_sealed) : undefined
  return { ...grant!, code, doors: doors.map(({ state, failure }) => ({ state, failure })) }
}

/** Sets the clock and runs everything that is due. */
async function at(moment: string) {
  world.setNow(moment)
  await tendDueGrants.run(world, {})
  await world.runJobs()
}

test('a booking has its own code, which is in the lock from ten minutes before the start to the end', async () => {
  const { book, codes } = await officeWithDoors()
  const order = await book()
  await world.runJobs()
  const { code, state } = await grantOf(order)

  expect([state, code]).toEqual(['requested', expect.stringMatching(/^[1-9]\d{5}$/)])
  expect(codes()).toEqual([])
  await at('2026-03-02T06:49:59.000Z')
  expect(codes()).toEqual([])
  await at('2026-03-02T06:50:00.000Z')
  expect(codes()).toEqual([code])
  expect(await grantOf(order)).toMatchObject({ state: 'installed', doors: [{ state: 'installed' }] })
  await at('2026-03-02T08:59:59.000Z')
  expect(codes()).toEqual([code])
  await at('2026-03-02T09:00:00.000Z')
  expect(codes()).toEqual([])
  expect(await grantOf(order)).toMatchObject({
    state: 'removed',
    due_at: null,
    doors: [{ state: 'removed' }],
  })
})

test('the doors of a coming booking need no job until shortly before, and then get one for the right moment', async () => {
  const { book } = await officeWithDoors()
  const order = await book()
  const jobs = async () =>
    (
      await world.pool.query(
        `select extract(epoch from start_after - created_on)::integer as pause from pgboss.job
         where name = 'tend-grant' and data->>'order_id' = $1`,
        [order],
      )
    ).rows

  expect(await jobs()).toEqual([])
  world.setNow('2026-03-02T06:47:59.000Z')
  await tendComingGrants.run(world, {})
  expect(await jobs()).toEqual([])
  world.setNow('2026-03-02T06:49:20.000Z')
  await tendComingGrants.run(world, {})
  expect(await jobs()).toEqual([{ pause: 40 }])
})

test('a customer who starts now has a code in the lock as soon as the job runs, until they check out', async () => {
  const { startNow, codes, person } = await officeWithDoors()
  const order = await startNow()
  await world.runJobs()
  expect(codes()).toEqual([(await grantOf(order)).code])

  world.setNow('2026-03-02T06:20:00.000Z')
  await world.post(`/api/orders/${order}/check_out`, {}, person)
  await world.runJobs()
  expect(codes()).toEqual([])
  expect((await grantOf(order)).state).toBe('removed')
})

test('a customer who undoes a check-out gets the same code back; after a minute the code is deleted', async () => {
  const { startNow, codes, person } = await officeWithDoors()
  const order = await startNow()
  await world.runJobs()
  const { code } = await grantOf(order)
  world.setNow('2026-03-02T06:20:00.000Z')
  await world.post(`/api/orders/${order}/check_out`, {}, person)
  await world.runJobs()
  expect([codes(), (await grantOf(order)).state]).toEqual([[], 'removed'])
  expect((await world.get(`/api/orders/${order}/access`, person)).json().door_code).toBeNull()

  world.setNow('2026-03-02T06:20:50.000Z')
  expect((await world.post(`/api/orders/${order}/check_out/undo`, {}, person)).statusCode).toBe(200)
  await world.runJobs()
  expect(codes()).toEqual([code])

  await world.post(`/api/orders/${order}/check_out`, {}, person)
  await world.runJobs()
  await at('2026-03-02T06:21:51.000Z')
  expect(await grantOf(order)).toMatchObject({ state: 'removed', door_code_sealed: null, due_at: null })
})

test('a code that no lock holds stays the same after an undone check-out', async () => {
  const { book, codes, hub, person } = await officeWithDoors()
  const order = await book()
  await hub.goDown()
  await at(NINE)
  const { code } = await grantOf(order)
  await world.post(`/api/orders/${order}/check_out`, {}, person)
  await world.runJobs()
  expect((await grantOf(order)).state).toBe('removed')
  await hub.comeBack()
  await world.post(`/api/orders/${order}/check_out/undo`, {}, person)
  await world.runJobs()

  expect(codes()).toEqual([code])
})

test('a visit that nobody ends loses its code when its reservation ends', async () => {
  const { startNow, codes } = await officeWithDoors()
  const order = await startNow()
  await world.runJobs()
  world.setNow('2026-03-02T18:00:00.000Z')
  await endOverdueVisits.run(world, {})
  await world.runJobs()

  expect(codes()).toEqual([])
  expect((await grantOf(order)).state).toBe('removed')
})

test('a cancelled order has no code any more, before its start and during it', async () => {
  const { book, cancel, codes } = await officeWithDoors()
  const early = await book('12:00', '13:00')
  await cancel(early)
  expect(await grantOf(early)).toMatchObject({ state: 'removed', due_at: null })

  const order = await book()
  await at('2026-03-02T06:55:00.000Z')
  expect(codes()).toHaveLength(1)
  await cancel(order)
  await world.runJobs()
  expect(codes()).toEqual([])
  expect((await grantOf(order)).state).toBe('removed')
})

test('an extended order keeps its code, and one that moves to later gets it back then', async () => {
  const { book, move, codes, hub } = await officeWithDoors()
  const order = await book()
  await at('2026-03-02T06:50:00.000Z')
  const { code } = await grantOf(order)
  await move(order, '09:00', '12:00')
  await world.runJobs()
  expect(codes()).toEqual([code])
  await at('2026-03-02T09:30:00.000Z')
  expect(codes()).toEqual([code])
  await at('2026-03-02T10:00:00.000Z')
  expect(codes()).toEqual([])

  const other = await book('12:30', '13:00')
  await at('2026-03-02T10:25:00.000Z')
  expect(codes()).toHaveLength(1)
  // Within a quarter of an hour of booking even the start may change.
  world.setNow('2026-03-02T10:10:00.000Z')
  await move(other, '15:00', '16:00')
  await world.runJobs()
  expect(codes()).toEqual([])
  expect((await grantOf(other)).state).toBe('requested')
  await at('2026-03-02T12:50:00.000Z')
  expect(codes()).toEqual([(await grantOf(other)).code])
  expect(hub.calls.every(({ status }) => status === 200)).toBe(true)
})

test('deleting an account ends the visit and its codes, and keeping the account does not bring them back', async () => {
  const { book, person, codes } = await officeWithDoors()
  await book()
  await at(NINE)
  expect(codes()).toHaveLength(1)
  const [request] = await world.db.insert(deletionRequests).values({ user_id: person.id }).returning()
  const use = (step: 'confirm' | 'undo') => {
    const token = signLink(world, `${step} deletion`, request!.id).split('token=')[1]
    return world.post(`/api/user-profile/delete-account/${step}`, { token })
  }
  expect((await use('confirm')).statusCode).toBe(200)
  await world.runJobs()
  expect(codes()).toEqual([])

  expect((await use('undo')).statusCode).toBe(200)
  await world.runJobs()
  expect(codes()).toEqual([])
})

test('an office that is restored before its orders are cancelled opens for them, even if they have started', async () => {
  const { book, office, codes } = await officeWithDoors()
  const admin = await world.user({ admin: true })
  const order = await book()
  const url = `/api/admin/offices/${office.id}`
  expect((await world.send({ method: 'DELETE', url: `${url}?cancel_orders=true` }, admin)).statusCode).toBe(
    200,
  )
  await world.pool.query("delete from pgboss.job where name = 'cancel-orders'")
  await at('2026-03-02T06:55:00.000Z')
  expect([codes(), (await grantOf(order)).state]).toEqual([[], 'removed'])

  const restored = await world.send({ method: 'PUT', url, payload: { deleted_at: null } }, admin)
  expect(restored.statusCode).toBe(200)
  await world.runJobs()
  expect(codes()).toEqual([(await grantOf(order)).code])
})

test('a code that is out of the locks is stored nowhere', async () => {
  const { book, cancel } = await officeWithDoors()
  const [early, order] = [await book('12:00', '13:00'), await book()]
  await cancel(early)
  await at(NINE)
  await at('2026-03-02T09:00:00.000Z')

  const forgotten = { state: 'removed', door_code_sealed: null, door_code_hash: null }
  expect([await grantOf(early), await grantOf(order)]).toMatchObject([forgotten, forgotten])
})

test('overdue work waits behind a customer who starts now', async () => {
  const { book, startNow, office } = await officeWithDoors()
  const late = await book('12:00', '13:00')
  await world.pool.query('delete from pgboss.job')
  await world.db.update(grants).set({ due_at: world.now().toISOString() }).where(eq(grants.order_id, late))
  await tendDueGrants.run(world, {})
  const order = await startNow()
  const { rows } = await world.pool.query(
    "select (data->>'order_id')::integer as id from pgboss.job where name = 'tend-grant' and data->>'office_id' = $1 order by priority desc, created_on",
    [String(office.id)],
  )

  expect(rows.map(({ id }) => id)).toEqual([order, late])
})

test('every order of an office has a different code', async () => {
  const { book, codes, office } = await officeWithDoors()
  const second = await world.subOffice(office.id)
  await world.unit(office.id, second.id)
  const [one, other] = [await book(), await world.user()]
  const request = {
    office_id: office.id,
    sub_office_id: second.id,
    date: '2026-03-02',
    start: '09:00',
    end: '10:00',
  }
  const two = (await world.post('/api/orders', request, other)).json().id
  await at(NINE)
  const [first, last] = [await grantOf(one), await grantOf(two)]
  expect(codes().sort()).toEqual([first.code, last.code].sort())

  const clash = { door_code_hash: first.door_code_hash }
  await expect(world.db.update(grants).set(clash).where(eq(grants.order_id, two))).rejects.toMatchObject({
    cause: { constraint: 'grants_codes_differ' },
  })
})

test('slots in a lock that were filled by hand are left alone', async () => {
  const { book, hub } = await officeWithDoors()
  hub.putCode(FRONT, 1, '4711')
  hub.putCode(FRONT, 2, '0815')
  const order = await book()
  await at(NINE)

  expect(hub.codesIn(FRONT)).toEqual({ 1: '4711', 2: '0815', 3: (await grantOf(order)).code })
  await at('2026-03-02T09:00:00.000Z')
  expect(hub.codesIn(FRONT)).toEqual({ 1: '4711', 2: '0815' })
})

test('a door that takes no codes is ready without one', async () => {
  const { book } = await officeWithDoors({ entity_id: 'switch.gate' }, { entity_id: FRONT })
  const order = await book()
  await at(NINE)

  const ready = { state: 'installed', failure: null }
  expect(await grantOf(order)).toMatchObject({ ...ready, doors: [ready, ready] })
})

test('a hub that is down is reported, tried again with growing pauses, and given up with the order', async () => {
  const { book, hub, codes } = await officeWithDoors()
  const order = await book()
  await hub.goDown()
  await at(NINE)
  const unreachable = { state: 'failed', failure: 'unreachable' }
  expect(await grantOf(order)).toMatchObject({
    ...unreachable,
    tries: 1,
    due_at: '2026-03-02T07:00:05.000Z',
    doors: [unreachable],
  })
  await at('2026-03-02T07:00:04.000Z')
  expect((await grantOf(order)).tries).toBe(1)
  await at('2026-03-02T07:00:05.000Z')
  expect(await grantOf(order)).toMatchObject({ tries: 2, due_at: '2026-03-02T07:00:15.000Z' })

  await hub.comeBack()
  await at('2026-03-02T07:00:15.000Z')
  expect(codes()).toEqual([(await grantOf(order)).code])
  expect(await grantOf(order)).toMatchObject({ state: 'installed', failure: null, tries: 0 })
})

test('a code that cannot be removed is tried with growing pauses until it is out, however long that takes', async () => {
  const { book, hub, codes } = await officeWithDoors()
  const order = await book()
  await at(NINE)
  await hub.goDown()
  await at('2026-03-02T09:00:00.000Z')
  expect(await grantOf(order)).toMatchObject({ state: 'failed', failure: 'unreachable' })
  await world.db.update(grants).set({ tries: 4999 }).where(eq(grants.order_id, order))
  await at('2026-03-30T09:00:00.000Z')
  expect(await grantOf(order)).toMatchObject({ tries: 5000, due_at: '2026-03-30T11:00:00.000Z' })
  await hub.comeBack()
  await at('2026-03-30T11:00:00.000Z')
  expect(codes()).toEqual([])
  expect((await grantOf(order)).state).toBe('removed')
})

test.each([
  ['refuses our token', { status: 401, text: '401: Unauthorized' }, 'token_refused'],
  ['says nothing', 'stays silent', 'too_slow'],
  ['talks nonsense', 'talks nonsense', 'unreadable'],
] as const)(
  'a hub that %s leaves the order without a code, and with the reason',
  async (_, fault, failure) => {
    const { book, hub, codes } = await officeWithDoors()
    const order = await book()
    hub.misbehave(fault)
    await at(NINE)

    expect(await grantOf(order)).toMatchObject({
      state: 'failed',
      failure,
      doors: [{ state: 'failed', failure }],
    })
    hub.behave()
    expect(codes()).toEqual([])
  },
)

test('a lost answer does not leave a code behind', async () => {
  const { book, hub, codes, cancel } = await officeWithDoors()
  const order = await book()
  hub.misbehave('does it and hangs up', /set_lock_usercode/)
  await at('2026-03-02T06:50:00.000Z')
  expect(codes()).toHaveLength(1)
  expect((await grantOf(order)).state).toBe('failed')

  hub.behave()
  await cancel(order)
  await world.runJobs()
  expect(codes()).toEqual([])
  expect((await grantOf(order)).state).toBe('removed')
})

test('a job that runs twice, or on two servers at the same moment, changes nothing more', async () => {
  const { book, hub, codes, office } = await officeWithDoors()
  const order = await book()
  world.setNow(NINE)
  const key = { office_id: office.id, order_id: order }
  await Promise.all([tendGrant.run(world, key), tendGrant.run(world, key), tendGrant.run(world, key)])
  const puts = () => hub.calls.filter(({ path }) => path.includes('set_lock_usercode')).length

  expect(puts()).toBe(1)
  expect(codes()).toEqual([(await grantOf(order)).code])
  await tendGrant.run(world, key)
  expect(puts()).toBe(1)
})

test('an order that is cancelled while its code is being put in ends up out of the lock', async () => {
  const { book, hub, codes, cancel, office } = await officeWithDoors()
  const order = await book()
  world.setNow('2026-03-02T06:55:00.000Z')
  hub.misbehave('does it and stays silent', /set_lock_usercode/)
  const tending = tendGrant.run(world, { office_id: office.id, order_id: order })
  await expect.poll(() => codes().length).toBe(1)
  await cancel(order)
  await tending
  hub.behave()
  await world.runJobs()

  expect(codes()).toEqual([])
  expect((await grantOf(order)).state).toBe('removed')
})

test('work that no job was enqueued for is found within a minute', async () => {
  const { startNow, codes } = await officeWithDoors()
  const order = await startNow()
  await world.pool.query('delete from pgboss.job')
  await at('2026-03-02T06:01:00.000Z')

  expect(codes()).toEqual([(await grantOf(order)).code])
})

test('an order from before codes existed gets one when it starts', async () => {
  const { book, codes } = await officeWithDoors()
  const order = await book()
  await world.db
    .update(grants)
    .set({ door_code_sealed: null, door_code_hash: null })
    .where(eq(grants.order_id, order))
  await at(NINE)

  expect(codes()).toEqual([(await grantOf(order)).code])
})

test('doors that are added and deleted during a visit take effect immediately', async () => {
  const { book, hub, office, codes } = await officeWithDoors()
  const admin = await world.user({ admin: true })
  const order = await book()
  await at(NINE)
  const { code } = await grantOf(order)
  hub.add({ entity_id: 'lock.back_door', codes: 'zwave_js' })
  const form = { name: 'Back door', office_id: office.id, home_assistant_id: 'lock.back_door', type: 'lock' }
  const back = (await world.post('/api/admin/devices', form, admin)).json()
  await world.runJobs()
  expect(codes('lock.back_door')).toEqual([code])

  await world.send({ method: 'DELETE', url: `/api/admin/devices/${back.id}` }, admin)
  await world.runJobs()
  expect(codes('lock.back_door')).toEqual([])
  expect(codes()).toEqual([code])
  expect((await grantOf(order)).state).toBe('installed')
})

test('in an office with two hubs, each door is found at the hub that knows it', async () => {
  const { book, office, codes, hub } = await officeWithDoors()
  const second = await simulateHomeAssistant({
    now: world.now,
    entities: [{ entity_id: 'lock.annex', codes: 'zwave_js' }],
  })
  onTestFinished(second.close)
  const key = { office_id: office.id }
  await world.db
    .insert(homeAssistants)
    .values({ ...key, url: second.url, token_sealed: world.secrets.seal(second.token) })
  await world.db
    .insert(devices)
    .values({ ...key, name: 'Annex', home_assistant_id: 'lock.annex', type: 'lock' })
  const order = await book()
  await at(NINE)
  const { code } = await grantOf(order)

  expect([codes(), Object.values(second.codesIn('lock.annex'))]).toEqual([[code], [code]])
  await hub.goDown()
  await at('2026-03-02T09:00:00.000Z')
  expect(Object.values(second.codesIn('lock.annex'))).toEqual([])
  expect(await grantOf(order)).toMatchObject({ state: 'failed', failure: 'unreachable' })
})
