import { setTimeout } from 'node:timers/promises'
import { type SimulatedEntity, simulateHomeAssistant } from '@keyhour/simulators/home-assistant'
import { eq } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { devices, doorOpenings, homeAssistants } from '#server/db/schema/access.ts'
import { auditLog } from '#server/db/schema/audit.ts'
import { offices } from '#server/db/schema/offices.ts'
import { forgetOldOpenings } from '#server/features/access/forget-old-openings.ts'
import { tendDueGrants } from '#server/features/grants/tend-grant.ts'
import { openWholeServer } from '../../../test/whole-server.ts'
import { startWorld } from '../../../test/world.ts'

const settings = { HUB_NETWORKS: 'loopback' }
const world = await startWorld(settings)
type Person = Awaited<ReturnType<typeof world.user>>

const FRONT = 'lock.front_door'

/** A customer booked 09:00 to 11:00 at an office with a door, and it is nine o'clock. */
async function visit(entity: Partial<SimulatedEntity> = {}) {
  world.setNow('2026-03-02T06:00:00.000Z')
  const hub = await simulateHomeAssistant({
    now: world.now,
    entities: [{ entity_id: FRONT, codes: 'zwave_js', ...entity }],
  })
  onTestFinished(hub.close)
  const office = await world.office({
    wifi_name: 'Keyhour Guests',
    wifi_password_sealed: world.secrets.seal('salt & pepper'),
  })
  const room = await world.subOffice(office.id)
  await world.unit(office.id, room.id)
  await world.db
    .insert(homeAssistants)
    .values({ office_id: office.id, url: hub.url, token_sealed: world.secrets.seal(hub.token) })
  const door = await addDoor(office.id)
  const person = await world.user({ name: 'Dana' })
  await world.credits(person.id, 1_000_000)
  const at = { office_id: office.id, sub_office_id: room.id }
  const booked = { ...at, date: '2026-03-02', start: '09:00', end: '11:00' }
  const order: number = (await world.post('/api/orders', booked, person)).json().id
  world.setNow('2026-03-02T07:00:00.000Z')
  await tendDueGrants.run(world, {})
  await world.runJobs()
  return { hub, office, room, door, person, order }
}

async function addDoor(office_id: number, given: Partial<typeof devices.$inferInsert> = {}): Promise<number> {
  const [row] = await world.db
    .insert(devices)
    .values({ office_id, name: 'Front door', home_assistant_id: FRONT, type: 'lock', ...given })
    .returning()
  return row!.id
}

const open = (order: number, door: number, as: Person, key?: string) =>
  world.send(
    {
      method: 'POST',
      url: `/api/orders/${order}/doors/${door}/open`,
      ...(key && { headers: { 'idempotency-key': key } }),
    },
    as,
  )

const accessOf = async (order: number, as: Person) =>
  (await world.get(`/api/orders/${order}/access`, as)).json()

const timelineOf = async (order: number, as: Person) =>
  (await world.get(`/api/orders/${order}/events`, as))
    .json()
    .map(({ kind, door }: { kind: string; door?: string }) => (door ? `${kind}: ${door}` : kind))

const refusalsOf = async (order: number) =>
  (await world.db.select().from(auditLog).where(eq(auditLog.action, 'refuse door')))
    .filter(({ subject_id }) => subject_id === order)
    .map(({ actor_id, details }) => ({ actor_id, ...details }))

test('opening a door checks the customer in and is added to the timeline', async () => {
  const { hub, order, door, person } = await visit()
  const reply = await open(order, door, person)

  expect([reply.statusCode, reply.json()]).toEqual([
    200,
    { device_id: door, state: 'unlocked', at: '2026-03-02T07:00:00.000Z' },
  ])
  expect(hub.stateOf(FRONT)).toBe('unlocked')
  expect(await timelineOf(order, person)).toEqual(['booked', 'door opened: Front door', 'checked in'])
  world.setNow('2026-03-02T08:00:00.000Z')
  await open(order, door, person)
  expect((await world.get(`/api/orders/${order}`, person)).json().checked_in_at).toBe(
    '2026-03-02T07:00:00.000Z',
  )
  expect(await timelineOf(order, person)).toHaveLength(4)
})

test('many taps in many windows, on two servers, are one opening', async () => {
  const { hub, order, door, person } = await visit()
  const { config, dataDir, now } = world
  const other = await openWholeServer({ url: config.databaseUrl!, dataDir, now, settings })
  onTestFinished(other.close)
  const authorization = `Bearer ${await world.tokenOf(person)}`
  const url = `/api/orders/${order}/doors/${door}/open`
  const elsewhere = () => other.app.inject({ method: 'POST', url, headers: { authorization } })
  const replies = await Promise.all([
    open(order, door, person, 'a'),
    open(order, door, person, 'a'),
    open(order, door, person, 'b'),
    open(order, door, person),
    elsewhere(),
    elsewhere(),
  ])

  expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200, 200])
  expect(hub.openings).toHaveLength(1)
  expect(await timelineOf(order, person)).toEqual(['booked', 'door opened: Front door', 'checked in'])
})

test('when two customers tap at the same moment, both get in and both are checked in', async () => {
  const { hub, office, order, door, person } = await visit()
  const other = await world.user()
  const second = await world.order({ office_id: office.id, user_id: other.id })
  const replies = await Promise.all([open(order, door, person), open(second.id, door, other)])

  expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  expect(hub.openings.length).toBeGreaterThanOrEqual(1)
  expect(await timelineOf(second.id, other)).toEqual(['door opened: Front door', 'checked in'])
})

test("a customer who got in with someone else's tap and never got the answer can ask again, and nothing opens", async () => {
  const { office, order, door, person } = await visit()
  const other = await world.user()
  const theirOrder = await world.order({ office_id: office.id, user_id: other.id })
  const theirs = { office_id: office.id, device_id: door, order_id: theirOrder.id, actor_id: other.id }
  await world.db.insert(doorOpenings).values({ ...theirs, began_at: world.now().toISOString() })
  const asked = Promise.all([open(order, door, person, 'a-tap'), open(order, door, person, 'a-tap')])
  // By now they are waiting for it. If not, they open the door themselves, with the same result.
  await setTimeout(500)
  const over = { state: 'unlocked', ended_at: world.now().toISOString() }
  await world.db.update(doorOpenings).set(over).where(eq(doorOpenings.device_id, door))
  const [first, second] = await asked
  world.setNow('2026-03-02T07:10:00.000Z')
  const third = await open(order, door, person, 'a-tap')

  expect(first!.statusCode).toBe(200)
  expect([second!.json(), third.json()]).toEqual([first!.json(), first!.json()])
  expect(await timelineOf(order, person)).toEqual(['booked', 'door opened: Front door', 'checked in'])
})

test('the same key opens once, even when the answer was lost', async () => {
  const { hub, order, door, person } = await visit()
  const first = await open(order, door, person, 'a-tap')
  world.setNow('2026-03-02T07:10:00.000Z')

  expect((await open(order, door, person, 'a-tap')).json()).toEqual(first.json())
  expect(hub.openings).toHaveLength(1)
  await open(order, door, person, 'another-tap')
  expect(hub.calls.filter(({ path }) => path.endsWith('/lock/unlock'))).toHaveLength(2)
})

test.each<[string, (hub: Awaited<ReturnType<typeof visit>>['hub']) => unknown, number, string]>([
  ['hub is down', (hub) => hub.goDown(), 503, 'The hub of this door cannot be reached.'],
  [
    'hub says nothing',
    (hub) => hub.misbehave('stays silent'),
    503,
    'The hub of this door did not answer in time.',
  ],
  [
    'hub refuses our token',
    (hub) => hub.misbehave({ status: 401, text: '401: Unauthorized' }),
    503,
    'The hub does not accept our token.',
  ],
  ['hub has blocked us', (hub) => hub.misbehave({ status: 403, text: '' }), 503, 'The hub has blocked us.'],
  [
    'hub is out of order',
    (hub) => hub.misbehave({ status: 502, text: 'Bad Gateway' }),
    503,
    'The hub reports an error.',
  ],
  [
    'hub talks nonsense',
    (hub) => hub.misbehave('talks nonsense'),
    503,
    "We could not understand the hub's answer.",
  ],
  ['lock is jammed', (hub) => hub.change(FRONT, { temper: 'jams' }), 409, 'The lock is jammed.'],
  [
    'hub says yes and the lock stays shut',
    (hub) => hub.change(FRONT, { temper: 'stays shut' }),
    409,
    'The lock was told to open, but stayed shut.',
  ],
  [
    'lock has no battery',
    (hub) => hub.change(FRONT, { state: 'unavailable' }),
    503,
    'The hub has lost contact with the lock.',
  ],
])('when the %s, the answer says so and nothing is recorded as done', async (_, breakIt, status, detail) => {
  const { hub, order, door, person } = await visit()
  await breakIt(hub)
  const reply = await open(order, door, person, 'a-tap')

  expect([reply.statusCode, reply.json()]).toEqual([status, { detail }])
  expect(hub.openings).toEqual([])
  expect(await timelineOf(order, person)).toEqual(['booked'])
  expect((await world.get(`/api/orders/${order}`, person)).json().checked_in_at).toBeNull()
})

test('a door that its hub does not know is not opened', async () => {
  const { hub, office, order, person } = await visit()
  const lost = await addDoor(office.id, { home_assistant_id: 'lock.lost', name: 'Lost' })

  expect((await open(order, lost, person)).json()).toEqual({ detail: 'The hub does not know this door.' })
  expect(hub.openings).toEqual([])
})

test('a failed opening can be tried again under the same key, and a door that may have opened is not opened twice', async () => {
  const { hub, order, door, person } = await visit()
  hub.misbehave('does it and stays silent', /unlock/)
  const first = open(order, door, person, 'a-tap')
  await expect.poll(() => hub.openings.length).toBe(1)
  await hub.goDown()
  expect((await first).statusCode).toBe(503)
  await hub.comeBack()
  hub.behave()
  const second = await open(order, door, person, 'a-tap')

  expect([second.statusCode, second.json().state]).toEqual([200, 'unlocked'])
  expect(hub.openings).toHaveLength(1)
})

test('an opening whose server died does not block the door forever', async () => {
  const { hub, office, order, door, person } = await visit()
  const dead = { office_id: office.id, device_id: door, order_id: order, actor_id: person.id, key: 'a-tap' }
  await world.db.insert(doorOpenings).values({ ...dead, began_at: '2026-03-02T06:58:00.000Z' })
  const reply = await open(order, door, person)

  expect(reply.statusCode).toBe(200)
  expect(hub.openings).toHaveLength(1)
})

test("nobody opens doors with another customer's order, and each refusal is logged", async () => {
  const { hub, office, order, door } = await visit()
  const [stranger, manager, admin] = [
    await world.user(),
    await world.user(),
    await world.user({ admin: true }),
  ]
  await world.member(office.id, manager.id, 'manager')
  const answers = [
    [stranger, 404, 'This order does not exist.'],
    [manager, 403, 'Only the customer of this order can open its doors.'],
    [admin, 403, 'Only the customer of this order can open its doors.'],
  ] as const
  for (const [person, status, detail] of answers) {
    const reply = await open(order, door, person)
    expect([reply.statusCode, reply.json()]).toEqual([status, { detail }])
  }

  expect(hub.openings).toEqual([])
  expect(await refusalsOf(order)).toEqual(
    [stranger, manager, admin].map(({ id }) => ({
      actor_id: id,
      device_id: door,
      reason: 'not their order',
    })),
  )
  expect((await open(999_999, door, stranger)).statusCode).toBe(404)
})

test.each([
  ['too early', '2026-03-02T06:49:59.000Z', 'The doors open from 10 minutes before the start.'],
  ['over', '2026-03-02T09:00:00.000Z', 'This order is already over.'],
])('an order that is %s opens nothing', async (reason, moment, detail) => {
  const { hub, order, door, person } = await visit()
  world.setNow(moment)
  const reply = await open(order, door, person)

  expect([reply.statusCode, reply.json()]).toEqual([403, { detail }])
  expect(hub.openings).toEqual([])
  expect(await refusalsOf(order)).toEqual([{ actor_id: person.id, device_id: door, reason }])
})

test('ten minutes before the start the door opens', async () => {
  const { order, door, person } = await visit()
  world.setNow('2026-03-02T06:50:00.000Z')

  expect((await open(order, door, person)).statusCode).toBe(200)
})

test('after a check-out or a cancellation no door opens, even before any job has run', async () => {
  const [left, cancelled] = [await visit(), await visit()]
  world.setNow('2026-03-02T07:30:00.000Z')
  await world.post(`/api/orders/${left.order}/check_out`, {}, left.person)
  const over = await open(left.order, left.door, left.person)
  expect([over.statusCode, over.json().detail]).toEqual([403, 'This order is already over.'])

  world.setNow('2026-03-02T06:55:00.000Z')
  const { refund } = (await world.get(`/api/orders/${cancelled.order}/refund`, cancelled.person)).json()
  await world.post(`/api/orders/${cancelled.order}/cancel`, { refund }, cancelled.person)
  const gone = await open(cancelled.order, cancelled.door, cancelled.person)
  expect([gone.statusCode, gone.json().detail]).toEqual([403, 'This order is cancelled.'])
  expect([left.hub.openings, cancelled.hub.openings]).toEqual([[], []])
})

test('the door of another office, a deleted door and an unknown door do not exist for an order', async () => {
  const { hub, office, order, person } = await visit()
  const elsewhere = await visit()
  const deleted = await addDoor(office.id, { deleted_at: '2026-03-01T00:00:00Z' })
  for (const door of [elsewhere.door, deleted, 999_999]) {
    const reply = await open(order, door, person)
    expect([reply.statusCode, reply.json()]).toEqual([404, { detail: 'This door does not exist.' }])
  }

  expect([hub.openings, elsewhere.hub.openings]).toEqual([[], []])
  expect(await refusalsOf(order)).toHaveLength(3)
})

test('a deleted office opens for nobody', async () => {
  const { hub, office, order, door, person } = await visit()
  await world.db
    .update(offices)
    .set({ deleted_at: world.now().toISOString() })
    .where(eq(offices.id, office.id))
  const reply = await open(order, door, person)

  expect([reply.statusCode, reply.json().detail]).toEqual([403, 'This office has closed permanently.'])
  expect(hub.openings).toEqual([])
})

test('a customer who keeps tapping has to wait', async () => {
  const { order, person } = await visit()
  for (let tap = 0; tap < 30; tap += 1) await open(order, 999_999, person)
  const reply = await open(order, 999_999, person)

  expect([reply.statusCode, reply.headers['retry-after']]).toEqual([429, '300'])
})

test('the customer sees what they need to get in, from ten minutes before the start to the end', async () => {
  const { hub, order, door, person } = await visit()
  const [code] = Object.values(hub.codesIn(FRONT))
  const needed = { wifi_name: 'Keyhour Guests', wifi_password: 'salt & pepper', door_code: code }
  const nothing = { wifi_name: null, wifi_password: null, door_code: null }
  const seen = await accessOf(order, person)
  expect(seen).toEqual({
    order_id: order,
    from: '2026-03-02T06:50:00.000Z',
    until: '2026-03-02T09:00:00.000Z',
    state: 'installed',
    failure: null,
    ...needed,
    doors: [{ id: door, name: 'Front door', shared: true, state: 'installed', failure: null }],
  })

  for (const [moment, shown] of [
    ['2026-03-02T06:49:59.000Z', nothing],
    ['2026-03-02T06:50:00.000Z', needed],
    ['2026-03-02T08:59:59.000Z', needed],
    ['2026-03-02T09:00:00.000Z', nothing],
  ] as const) {
    world.setNow(moment)
    expect(await accessOf(order, person)).toMatchObject(shown)
  }
})

test('managers and admins see the progress but no secrets; owners and others see nothing', async () => {
  const { office, order, door } = await visit()
  const [stranger, manager, owner, admin] = [
    await world.user(),
    await world.user(),
    await world.user(),
    await world.user({ admin: true }),
  ]
  await world.member(office.id, manager.id, 'manager')
  await world.member(office.id, owner.id, 'owner')
  for (const person of [manager, admin])
    expect(await accessOf(order, person)).toMatchObject({
      state: 'installed',
      wifi_name: null,
      wifi_password: null,
      door_code: null,
      doors: [{ id: door, state: 'installed' }],
    })

  for (const person of [owner, stranger])
    expect((await world.get(`/api/orders/${order}/access`, person)).statusCode).toBe(404)
})

test('a problem with the code is explained in words, and a code that opens nothing is not shown', async () => {
  const { hub, office, order, person } = await visit()
  await addDoor(office.id, { home_assistant_id: 'lock.lost', name: 'Lost' })
  await hub.goDown()
  world.setNow('2026-03-02T06:00:00.000Z')
  const room = await world.subOffice(office.id)
  await world.unit(office.id, room.id)
  const booked = {
    office_id: office.id,
    sub_office_id: room.id,
    date: '2026-03-02',
    start: '09:00',
    end: '10:00',
  }
  const second = (await world.post('/api/orders', booked, person)).json().id
  world.setNow('2026-03-02T07:00:00.000Z')
  await tendDueGrants.run(world, {})
  await world.runJobs()
  const failure = 'The hub of this door cannot be reached.'
  const failed = { state: 'failed', failure }

  expect(await accessOf(second, person)).toMatchObject({
    ...failed,
    wifi_password: 'salt & pepper',
    door_code: null,
    doors: [failed, failed],
  })
  expect(await accessOf(order, person)).toMatchObject({ door_code: expect.any(String) })
})

test('an open order page is notified when the code is in the lock', async () => {
  const { office, person, room } = await visit()
  const heard: string[] = []
  onTestFinished(world.changes.watch(`office ${office.id}`, () => heard.push('changed')))
  world.setNow('2026-03-02T09:30:00.000Z')
  await world.post('/api/orders/start_now', { office_id: office.id, sub_office_id: room.id }, person)
  await expect.poll(() => heard.length).toBeGreaterThan(0)
  const before = heard.length
  await world.runJobs()

  await expect.poll(() => heard.length).toBeGreaterThan(before)
})

test('openings are deleted after two days', async () => {
  const { order, door, person } = await visit()
  await open(order, door, person)
  await forgetOldOpenings.run(world, {})
  expect(await world.db.$count(doorOpenings, eq(doorOpenings.order_id, order))).toBe(1)
  world.setNow('2026-03-04T07:00:01.000Z')
  await forgetOldOpenings.run(world, {})

  expect(await world.db.$count(doorOpenings, eq(doorOpenings.order_id, order))).toBe(0)
})

test('after the clock was set back by days, a checked-in customer still opens the door, each time anew', async () => {
  const { hub, order, door, person } = await visit()
  await open(order, door, person)
  const told = () => hub.calls.filter(({ path }) => path.endsWith('/lock/unlock')).length
  const before = told()
  world.setNow('2026-02-27T07:00:00.000Z')
  const reply = await open(order, door, person)

  expect(reply.statusCode).toBe(200)
  expect(told()).toBe(before + 1)
})

test('an opening that was under way when the clock was set back does not block the door', async () => {
  const { office, order, door, person } = await visit()
  await open(order, door, person)
  await world.db.insert(doorOpenings).values({
    office_id: office.id,
    device_id: door,
    order_id: order,
    actor_id: person.id,
    began_at: '2026-03-02T07:30:00.000Z',
  })
  world.setNow('2026-02-27T07:00:00.000Z')

  expect((await open(order, door, person)).statusCode).toBe(200)
})

test('opening a door before the start counts as a check-in everywhere', async () => {
  const { door, person, order, office } = await visit()
  const admin = await world.user({ admin: true })
  world.setNow('2026-03-02T06:52:00.000Z')
  const lists = async () => {
    const [active, day] = await Promise.all(
      [`/api/orders/active/${office.id}`, `/api/offices/${office.id}/day`].map(async (url) =>
        (await world.get(url, admin)).json(),
      ),
    )
    const isComing = ({ checked_in_at }: { checked_in_at: string | null }) => checked_in_at === null
    return [active, day.today.filter(isComing)].map((orders) => orders.map(({ id }: { id: number }) => id))
  }
  expect(await lists()).toEqual([[], [order]])
  expect((await open(order, door, person)).statusCode).toBe(200)

  expect(await lists()).toEqual([[order], []])
  expect((await world.get(`/api/orders/${order}/refund`, person)).json()).toMatchObject({ percent: 0 })
  const out = await world.post(`/api/orders/${order}/check_out`, {}, person)
  expect([out.statusCode, out.json().checked_in_at]).toEqual([200, '2026-03-02T06:52:00.000Z'])
  expect(await timelineOf(order, person)).toEqual([
    'booked',
    'door opened: Front door',
    'checked in',
    'checked out',
  ])
})

test('undoing a check-out brings the door code back, whether or not it had left the lock', async () => {
  for (const hasLeft of [true, false]) {
    const { hub, person, order } = await visit()
    const codes = () => Object.values(hub.codesIn(FRONT))
    const code = (await accessOf(order, person)).door_code
    await world.post(`/api/orders/${order}/check_out`, {}, person)
    if (hasLeft) {
      await world.runJobs()
      expect(codes()).toEqual([])
    }
    expect((await world.post(`/api/orders/${order}/check_out/undo`, {}, person)).statusCode).toBe(200)
    await world.runJobs()

    const access = await accessOf(order, person)
    expect(access.state).toBe('installed')
    expect(codes()).toEqual([access.door_code])
    if (!hasLeft) expect(access.door_code).toBe(code)
  }
})
