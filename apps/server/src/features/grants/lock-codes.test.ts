import type { LockCode } from '@keyhour/contract/grants'
import { simulateHomeAssistant } from '@keyhour/simulators/home-assistant'
import { simulateOpenpath } from '@keyhour/simulators/openpath'
import { eq } from 'drizzle-orm'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { devices, grantDevices, homeAssistants } from '#server/db/schema/access.ts'
import { auditLog } from '#server/db/schema/audit.ts'
import { integrations } from '#server/db/schema/offices.ts'
import { mailStuckCodes } from '#server/features/grants/mail-stuck-codes.ts'
import { tendDueGrants } from '#server/features/grants/tend-grant.ts'
import { startWorld } from '../../../test/world.ts'

const FRONT = 'lock.front_door'
const START = '2026-03-02T06:00:00.000Z'
let cloudNow = START
const cloud = await simulateOpenpath({
  now: () => new Date(cloudNow),
  entries: [{ id: 90177, name: 'Garden gate' }],
})
afterAll(cloud.close)
const world = await startWorld({ HUB_NETWORKS: 'loopback', OPENPATH_URL: cloud.url })
const admin = await world.user({ admin: true, name: 'Noa', email: 'noa@keyhour.test' })

function setNow(moment: string) {
  cloudNow = moment
  world.setNow(moment)
}

/** Sets the clock and runs everything that is due. */
async function at(moment: string) {
  setNow(moment)
  await tendDueGrants.run(world, {})
  await world.runJobs()
}

/** A customer is in an office from 08:00 to 10:00 local time, with their code in its lock. */
async function visit(...more: string[]) {
  setNow(START)
  const hub = await simulateHomeAssistant({
    now: world.now,
    entities: [FRONT, ...more].map((entity_id) => ({ entity_id, codes: 'zwave_js' as const })),
  })
  onTestFinished(hub.close)
  const office = await world.office({ name: 'Sarona House', name_he: 'בית שרונה' })
  const room = await world.subOffice(office.id)
  await world.unit(office.id, room.id)
  const [row] = await world.db
    .insert(homeAssistants)
    .values({ office_id: office.id, url: hub.url, token_sealed: world.secrets.seal(hub.token) })
    .returning()
  const [door] = await world.db
    .insert(devices)
    .values({ office_id: office.id, name: 'Front door', home_assistant_id: FRONT, type: 'lock' })
    .returning()
  const stay = {
    office_id: office.id,
    sub_office_id: room.id,
    date: '2026-03-02',
    start: '08:00',
    end: '10:00',
  }
  const customer = await world.user()
  const order: number = (await world.post('/api/orders', stay, customer)).json().id
  await world.runJobs()
  const codes = () => Object.values(hub.codesIn(FRONT))
  expect(codes()).toHaveLength(1)
  return { hub, office, hubId: row!.id, version: row!.version, door: door!, order, customer, codes }
}

const remove = (path: string) => world.send({ method: 'DELETE', url: `/api/admin/${path}` }, admin)
const change = (path: string, payload: object) =>
  world.send({ method: 'PUT', url: `/api/admin/${path}`, payload }, admin)
const list = async (query = ''): Promise<LockCode[]> =>
  (await world.get(`/api/admin/lock_codes${query}`, admin)).json()
const ofOrder = async (order: number) => (await list()).filter(({ order_id }) => order_id === order)
const auditOf = async (action: string, id: number) =>
  (await world.db.select().from(auditLog).where(eq(auditLog.subject_id, id)))
    .filter((entry) => entry.action === action)
    .map(({ details }) => details)

test('a hub with codes in its locks cannot be deleted before they are removed', async () => {
  const { hubId, door, codes } = await visit()
  const refused = await remove(`home-assistants/${hubId}`)
  expect([refused.statusCode, refused.json()]).toEqual([
    409,
    {
      detail:
        'Locks of this hub still have door codes of orders: 1. Remove them first, or confirm that they stay.',
      codes_in_locks: 1,
    },
  ])
  expect(await list(`?hub_id=${hubId}`)).toMatchObject([{ device_name: 'Front door', unwanted_since: null }])

  const taken = await world.post('/api/admin/lock_codes/take_out', { hub_id: hubId }, admin)
  expect([taken.statusCode, taken.json()]).toEqual([200, { codes: 1 }])
  await world.runJobs()
  expect([codes(), await list(`?hub_id=${hubId}`)]).toEqual([[], []])
  expect((await remove(`home-assistants/${hubId}`)).statusCode).toBe(200)
  expect(await auditOf('take codes out', hubId)).toEqual([{ codes: 1 }])
  expect(await auditOf('delete hub', hubId)).toEqual([{}])
  expect(door.deleted_at).toBeNull()
})

test('removed codes come back after a while if their hub stays', async () => {
  const { hubId, codes } = await visit()
  await world.post('/api/admin/lock_codes/take_out', { hub_id: hubId }, admin)
  await world.runJobs()
  await at('2026-03-02T06:14:00.000Z')
  expect(codes()).toEqual([])

  await at('2026-03-02T06:15:00.000Z')
  expect(codes()).toHaveLength(1)
})

test('a hub with codes in its locks is deleted if an admin says that they stay, and the audit log says so', async () => {
  const { hubId, order, codes } = await visit()
  const deleted = await remove(`home-assistants/${hubId}?codes_stay=true`)
  await world.runJobs()
  await at('2026-03-02T08:00:00.000Z')

  expect([deleted.statusCode, codes().length]).toEqual([200, 1])
  expect(await auditOf('delete hub', hubId)).toEqual([{ codes_left: 1 }])
  expect(await ofOrder(order)).toEqual([])
})

test('a hub with codes in its locks moves to another office only if the admin says that they stay', async () => {
  const { hubId, version } = await visit()
  const { id: office_id } = await world.office()
  const move = (more = {}) => change(`home-assistants/${hubId}`, { office_id, version, ...more })

  expect((await move()).json()).toMatchObject({ codes_in_locks: 1 })
  const moved = await move({ codes_stay: true })
  expect([moved.statusCode, moved.json().office_id]).toEqual([200, office_id])
  expect(await auditOf('change hub', hubId)).toEqual([{ changed: 'office_id', codes_left: 1 }])
})

/** A second hub with the same lock name, and the change that replaces the first hub by it. */
async function anotherHub(version: number) {
  const other = await simulateHomeAssistant({
    now: world.now,
    entities: [{ entity_id: FRONT, codes: 'zwave_js' }],
  })
  onTestFinished(other.close)
  return {
    other,
    codesThere: () => Object.values(other.codesIn(FRONT)),
    address: { url: other.url, token: other.token, version },
  }
}

test("a hub with codes gets another hub's address only once they are out; running visits get a code there", async () => {
  const { hubId, version, order, codes } = await visit()
  const { address, codesThere } = await anotherHub(version)
  const code = codes()
  const refused = await change(`home-assistants/${hubId}`, address)
  expect([refused.statusCode, refused.json()]).toEqual([
    409,
    {
      detail:
        'Locks of this hub still have door codes of orders: 1. Remove them first, confirm that they stay, or confirm that this is the same hub at a new address.',
      codes_in_locks: 1,
      may_be_same_hub: true,
    },
  ])
  await world.post('/api/admin/lock_codes/take_out', { hub_id: hubId }, admin)
  await world.runJobs()
  expect((await change(`home-assistants/${hubId}`, address)).statusCode).toBe(200)
  await world.runJobs()
  expect([codes(), codesThere()]).toEqual([[], code])

  await at('2026-03-02T08:00:00.000Z')
  expect([codesThere(), await ofOrder(order)]).toEqual([[], []])
})

test("a hub gets another hub's address if an admin says that its codes stay; running visits get a code there", async () => {
  const { hubId, version, codes } = await visit()
  const { address, codesThere } = await anotherHub(version)
  const code = codes()
  expect((await change(`home-assistants/${hubId}`, { ...address, codes_stay: true })).statusCode).toBe(200)
  await world.runJobs()

  expect([codes(), codesThere()]).toEqual([code, code])
  expect(await auditOf('change hub', hubId)).toEqual([{ changed: 'url', codes_left: 1 }])
})

test('the codes of the same hub at a new address are removed there', async () => {
  const { hub, hubId, version, order, codes } = await visit()
  const address = { url: hub.url.replace('127.0.0.1', 'localhost'), token: hub.token, version }
  expect((await change(`home-assistants/${hubId}`, address)).statusCode).toBe(409)
  expect((await change(`home-assistants/${hubId}`, { ...address, same_hub: true })).statusCode).toBe(200)
  await world.runJobs()
  expect(codes()).toHaveLength(1)
  expect(await auditOf('change hub', hubId)).toEqual([{ changed: 'url', same_hub: true }])

  await at('2026-03-02T08:00:00.000Z')
  expect([codes(), await ofOrder(order)]).toEqual([[], []])
})

test('a hub that moves to another office leaves its codes, whether or not it is the same hub', async () => {
  const { hubId, version } = await visit()
  const { id: office_id } = await world.office()
  const moved = await change(`home-assistants/${hubId}`, { office_id, version, same_hub: true })

  expect([moved.statusCode, moved.json().may_be_same_hub]).toEqual([409, undefined])
})

test('a door whose name at the hub changes after its codes were removed takes codes again immediately', async () => {
  const { hub, door, codes } = await visit('lock.back_door')
  const code = codes()
  await world.post('/api/admin/lock_codes/take_out', { device_id: door.id }, admin)
  await world.runJobs()
  const named = await change(`devices/${door.id}`, {
    home_assistant_id: 'lock.back_door',
    version: door.version,
  })
  await world.runJobs()

  expect([named.statusCode, codes(), Object.values(hub.codesIn('lock.back_door'))]).toEqual([200, [], code])
})

test.each([
  ['move to another office', async () => ({ office_id: (await world.office()).id })],
  ['get another name at its hub', async () => ({ home_assistant_id: 'lock.back_door' })],
])('a door with a code in its lock does not %s, unless the code stays', async (_, changes) => {
  const { door } = await visit()
  const wanted = { ...(await changes()), version: door.version }
  const refused = await change(`devices/${door.id}`, wanted)
  expect([refused.statusCode, refused.json()]).toEqual([
    409,
    {
      detail: 'This lock still has door codes of orders: 1. Remove them first, or confirm that they stay.',
      codes_in_locks: 1,
    },
  ])

  expect((await change(`devices/${door.id}`, { ...wanted, codes_stay: true })).statusCode).toBe(200)
  expect(await auditOf('change device', door.id)).toMatchObject([{ codes_left: 1 }])
})

test('the codes of a deleted door are removed, however long its hub is away', async () => {
  const { door, hub, order, codes } = await visit()
  await hub.goDown()
  expect((await remove(`devices/${door.id}`)).statusCode).toBe(200)
  await world.runJobs()
  await at('2026-03-05T06:00:00.000Z')
  expect(await ofOrder(order)).toMatchObject([{ device_id: door.id }])

  await hub.comeBack()
  await at('2026-03-05T08:00:00.000Z')
  expect([codes(), await ofOrder(order)]).toEqual([[], []])
})

test('a code that is still in a lock is listed with its door, hub, age and failure', async () => {
  const { hub, office, door, order } = await visit()
  expect(await ofOrder(order)).toEqual([])
  await hub.goDown()
  await at('2026-03-02T08:00:00.000Z')
  await at('2026-03-04T08:00:00.000Z')

  expect(await ofOrder(order)).toEqual([
    {
      order_id: order,
      device_id: door.id,
      device_name: 'Front door',
      office_id: office.id,
      office_name: 'Sarona House',
      office_name_he: 'בית שרונה',
      hub: hub.url,
      unwanted_since: '2026-03-02T08:00:00.000Z',
      failure: 'The hub of this door cannot be reached.',
      tried_at: '2026-03-04T08:00:00.000Z',
      next_try_at: '2026-03-04T08:00:10.000Z',
    },
  ])
})

test('the code of a customer who came back is not listed, even if the hub is still away', async () => {
  const { hub, door, order, customer } = await visit()
  await hub.goDown()
  setNow('2026-03-02T07:00:00.000Z')
  await world.post(`/api/orders/${order}/check_out`, {}, customer)
  await world.runJobs()
  expect(await ofOrder(order)).toMatchObject([{ device_id: door.id }])

  setNow('2026-03-02T07:00:30.000Z')
  expect((await world.post(`/api/orders/${order}/check_out/undo`, {}, customer)).statusCode).toBe(200)
  await world.runJobs()
  expect(await ofOrder(order)).toEqual([])
  await hub.comeBack()
  await at('2026-03-02T08:00:00.000Z')
  expect(await ofOrder(order)).toEqual([])
})

test('work that waits for a hub is done as soon as the hub works again', async () => {
  const back = {
    test: (hubId: number) => world.post(`/api/admin/home-assistants/${hubId}/test`, {}, admin),
    unlock: (_: number, doorId: number) => world.post(`/api/admin/devices/${doorId}/unlock`, {}, admin),
    look: () => world.get('/api/admin/devices/states', admin),
  }
  for (const see of Object.values(back)) {
    const { hub, hubId, door, order, codes } = await visit()
    await hub.goDown()
    await at('2026-03-02T08:00:00.000Z')
    for (let hour = 9; hour < 20; hour += 1)
      await at(`2026-03-02T${String(hour).padStart(2, '0')}:00:00.000Z`)
    await hub.comeBack()
    await world.runJobs()
    expect(codes()).toHaveLength(1)
    expect((await see(hubId, door.id)).statusCode).toBe(200)
    await world.runJobs()

    expect([codes(), await ofOrder(order)]).toEqual([[], []])
  }
})

test.each(['office_id=3', 'provider=openpath', 'device_id=1&hub_id=2'])(
  'a request for codes that names a partial holder or two holders is refused: %s',
  async (query) => {
    expect((await world.get(`/api/admin/lock_codes?${query}`, admin)).statusCode).toBe(422)
  },
)

test('an admin can retry a code immediately', async () => {
  const { hub, door, order, codes } = await visit()
  await hub.goDown()
  await at('2026-03-02T08:00:00.000Z')
  await hub.comeBack()
  const tried = await world.post(`/api/admin/lock_codes/${order}/${door.id}/try`, {}, admin)
  await world.runJobs()

  expect([tried.statusCode, codes(), await ofOrder(order)]).toEqual([200, [], []])
  const again = await world.post(`/api/admin/lock_codes/${order}/${door.id}/try`, {}, admin)
  expect([again.statusCode, again.json().detail]).toEqual([404, 'This code is no longer in the lock.'])
})

test.each(['taken_out_by_hand', 'stays'])(
  'an admin says about a code: %s, and the audit log has it',
  async (because) => {
    const { hub, door, order } = await visit()
    await hub.goDown()
    await at('2026-03-02T08:00:00.000Z')
    const forgotten = await remove(`lock_codes/${order}/${door.id}?because=${because}`)
    await world.runJobs()

    expect([forgotten.statusCode, await ofOrder(order)]).toEqual([200, []])
    expect(await auditOf('forget code', door.id)).toEqual([{ order_id: order, because }])
    expect((await remove(`lock_codes/${order}/${door.id}?because=${because}`)).statusCode).toBe(404)
  },
)

test('a code that belongs in its lock cannot be forgotten', async () => {
  const { door, order } = await visit()

  expect((await remove(`lock_codes/${order}/${door.id}?because=stays`)).statusCode).toBe(404)
})

test('a server that was down in the morning mails the admins later that day', () => {
  expect(mailStuckCodes.cron).toBe('0 5-23 * * *')
})

test('admins get one mail a day, in their language, while codes are still in locks', async () => {
  await world.db.delete(grantDevices)
  const dana = await world.user({ admin: true, name: 'דנה', email: 'dana@keyhour.test', language: 'he' })
  const { hub, door, order } = await visit()
  await mailStuckCodes.run(world, {})
  await hub.goDown()
  await at('2026-03-02T08:00:00.000Z')
  for (const moment of ['2026-03-02T09:00:00.000Z', '2026-03-02T20:00:00.000Z', '2026-03-03T05:00:00.000Z']) {
    setNow(moment)
    await mailStuckCodes.run(world, {})
    await world.runJobs()
  }
  const [mine, hers] = [await world.mailsTo(admin.email), await world.mailsTo(dana.email)]

  expect(mine.map(({ subject }) => subject)).toEqual(Array(2).fill('A door code is still in a lock'))
  expect(mine[0]!.text).toContain(
    'Sarona House, Front door: since Monday, 2 March 2026 at 10:00 (Israel time). The hub of this door cannot be reached.',
  )
  expect(mine[0]!.text).toContain('/admin-dashboard?tab=doors')
  expect(hers.map(({ subject }) => subject)).toEqual(Array(2).fill('קוד כניסה נשאר במנעול'))
  expect(hers[0]!.text).toContain('בית שרונה, \u2068Front door\u2069')
  expect(hers[0]!.text).toContain('אין קשר עם הרכזת של הדלת הזו.')
  expect(hers[0]!.text).not.toMatch(/cannot be reached/)
  await remove(`lock_codes/${order}/${door.id}?because=stays`)
  setNow('2026-03-04T05:00:00.000Z')
  await mailStuckCodes.run(world, {})
  await world.runJobs()
  expect(await world.mailsTo(admin.email)).toHaveLength(2)
})

/** The same with an office whose door is at Openpath. */
async function gardenVisit() {
  setNow(START)
  const office = await world.office({ openpath_org_id: String(cloud.orgId), openpath_entry_id: '90177' })
  const room = await world.subOffice(office.id)
  await world.unit(office.id, room.id)
  await world.db.insert(integrations).values({
    office_id: office.id,
    provider: 'openpath',
    settings: { user_id: String(cloud.userId), cloud_key_id: String(cloud.cloudKeyId) },
    credentials_sealed: world.secrets.seal(
      JSON.stringify({ sign_in: { email: cloud.email, password: cloud.password } }),
    ),
  })
  await world.db
    .insert(devices)
    .values({ office_id: office.id, name: 'Garden gate', home_assistant_id: 'lock.gate', type: 'gate' })
  const stay = {
    office_id: office.id,
    sub_office_id: room.id,
    date: '2026-03-02',
    start: '08:00',
    end: '10:00',
  }
  const order: number = (await world.post('/api/orders', stay, await world.user())).json().id
  await world.runJobs()
  expect(cloud.pins()).toHaveLength(1)
  return { office, order }
}

test('an Openpath account with codes cannot be removed before they are out', async () => {
  const { office } = await gardenVisit()
  const account = `offices/${office.id}/door_accounts/openpath`
  expect((await remove(account)).json()).toEqual({
    detail:
      'Locks of this account still have door codes of orders: 1. Remove them first, or confirm that they stay.',
    codes_in_locks: 1,
  })
  const holder = { office_id: office.id, provider: 'openpath' }
  await world.post('/api/admin/lock_codes/take_out', holder, admin)
  await world.runJobs()

  expect(cloud.pins()).toEqual([])
  expect((await remove(account)).statusCode).toBe(200)
})

test('codes at Openpath are removed there, even if the office has a hub now', async () => {
  const { office, order } = await gardenVisit()
  const hub = await simulateHomeAssistant({ now: world.now, entities: [] })
  onTestFinished(hub.close)
  await world.db
    .insert(homeAssistants)
    .values({ office_id: office.id, url: hub.url, token_sealed: world.secrets.seal(hub.token) })
  await at('2026-03-02T08:00:00.000Z')

  expect([cloud.pins(), await ofOrder(order)]).toEqual([[], []])
})

test('a code at Openpath stops working at the end of its order, even if nobody could remove it', async () => {
  const { order } = await gardenVisit()
  const { pin } = cloud.pins()[0]!
  setNow('2026-03-02T07:59:59.000Z')
  expect(cloud.typePin(90177, pin)).toBe('opens')
  cloud.misbehave({ status: 503, text: 'down' })
  onTestFinished(cloud.behave)
  await at('2026-03-02T08:00:00.000Z')

  expect(await ofOrder(order)).toMatchObject([{ hub: 'Openpath', failure: 'The hub reports an error.' }])
  expect(cloud.typePin(90177, pin)).toBe('stays shut')
})
