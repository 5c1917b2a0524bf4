import { type SimulatedEntity, simulateHomeAssistant } from '@keyhour/simulators/home-assistant'
import { eq } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { auditLog } from '#server/db/schema/audit.ts'
import { startWorld } from '../../../test/world.ts'

const world = await startWorld({ HUB_NETWORKS: 'loopback' })
const admin = await world.user({ admin: true })
const FRONT = { entity_id: 'lock.front_door', name: 'Front door' }

async function hubWith(...entities: SimulatedEntity[]) {
  const simulated = await simulateHomeAssistant({ now: world.now, name: 'Rothschild House', entities })
  onTestFinished(simulated.close)
  const office = await world.office()
  const form = { url: simulated.url, token: simulated.token, office_id: office.id }
  const { id } = (await world.post('/api/admin/home-assistants', form, admin)).json()
  return {
    simulated,
    office,
    url: `/api/admin/home-assistants/${id}`,
    async door(home_assistant_id = FRONT.entity_id, name = 'Front door') {
      const device = { name, office_id: office.id, home_assistant_id, type: 'lock' }
      return (await world.post('/api/admin/devices', device, admin)).json()
    },
  }
}

const unlock = (deviceId: number, key?: string) =>
  world.send(
    {
      method: 'POST',
      url: `/api/admin/devices/${deviceId}/unlock`,
      ...(key && { headers: { 'idempotency-key': key } }),
    },
    admin,
  )

test('a hub test says whether the hub works, and if not, why', async () => {
  const { url, simulated } = await hubWith(FRONT)
  const ask = async () => (await world.send({ method: 'POST', url: `${url}/test` }, admin)).json()

  expect(await ask()).toEqual({
    works: true,
    failure: null,
    location_name: 'Rothschild House',
    version: '2026.10.2',
    took_ms: expect.any(Number),
  })
  simulated.misbehave({ status: 401, text: '401: Unauthorized' })
  expect(await ask()).toMatchObject({ works: false, failure: 'The hub does not accept our token.' })
  await simulated.goDown()
  expect(await ask()).toMatchObject({ works: false, failure: 'The hub of this door cannot be reached.' })
})

test('the locks of a hub become doors, each once, however often they are imported', async () => {
  const { url } = await hubWith(FRONT, { entity_id: 'lock.back', name: 'Back' }, { entity_id: 'switch.lamp' })
  const locks = async () => (await world.get(`${url}/locks`, admin)).json()
  expect(await locks()).toEqual([
    { home_assistant_id: 'lock.front_door', name: 'Front door', state: 'locked', is_known: false },
    { home_assistant_id: 'lock.back', name: 'Back', state: 'locked', is_known: false },
  ])
  const home_assistant_ids = ['lock.front_door', 'lock.back']
  const replies = await Promise.all(
    [1, 2, 3].map(() => world.post(`${url}/import`, { home_assistant_ids }, admin)),
  )

  expect(replies.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201])
  expect(
    replies
      .flatMap((reply) => reply.json())
      .map(({ name }) => name)
      .sort(),
  ).toEqual(['Back', 'Front door'])
  expect((await locks()).map(({ is_known }: { is_known: boolean }) => is_known)).toEqual([true, true])
  const unknown = await world.post(`${url}/import`, { home_assistant_ids: ['lock.cellar'] }, admin)
  expect([unknown.statusCode, unknown.json().detail[0].msg]).toEqual([
    422,
    'The hub does not know this door.',
  ])
})

test('a hub that is down lists no locks', async () => {
  const { url, simulated } = await hubWith(FRONT)
  await simulated.goDown()
  const reply = await world.get(`${url}/locks`, admin)

  expect([reply.statusCode, reply.json()]).toEqual([
    503,
    { detail: 'The hub of this door cannot be reached.' },
  ])
})

test('every lock shows its state, and a silent hub does not hold up the others', async () => {
  const [good, silent] = [
    await hubWith(FRONT, { entity_id: 'lock.back', state: 'jammed' }),
    await hubWith(FRONT),
  ]
  const [front, back, far] = [await good.door(), await good.door('lock.back'), await silent.door()]
  const [cellar, lost] = [await good.door('lock.cellar'), await good.door('lock.lost')]
  await world.send({ method: 'DELETE', url: `/api/admin/devices/${lost.id}` }, admin)
  silent.simulated.misbehave('stays silent')
  const states = (await world.get('/api/admin/devices/states', admin)).json()
  const stateOf = ({ id }: { id: number }) =>
    states.find((one: { device_id: number }) => one.device_id === id)

  expect(stateOf(front)).toEqual({ device_id: front.id, state: 'locked', failure: null })
  expect(stateOf(back)).toMatchObject({ state: 'jammed' })
  expect(stateOf(cellar)).toMatchObject({ state: null, failure: 'The hub does not know this door.' })
  expect(stateOf(far)).toMatchObject({ state: null, failure: 'The hub of this door did not answer in time.' })
  expect(stateOf(lost)).toBeUndefined()
})

test('an admin opens a door once under the same key, and the audit log has it', async () => {
  const { door, simulated } = await hubWith(FRONT)
  const device = await door()
  const replies = await Promise.all(['tap-1', 'tap-1', 'tap-1'].map((key) => unlock(device.id, key)))
  const again = await unlock(device.id, 'tap-1')

  for (const reply of [...replies, again])
    expect([reply.statusCode, reply.json()]).toEqual([
      200,
      { device_id: device.id, state: 'unlocked', at: '2026-03-02T08:00:00.000Z' },
    ])
  expect(simulated.openings).toHaveLength(1)
  const entries = await world.db.select().from(auditLog).where(eq(auditLog.action, 'unlock device'))
  expect(entries).toMatchObject([{ actor_id: admin.id, subject_id: device.id }])

  const other = await unlock((await door('lock.back')).id, 'tap-1')
  expect([other.statusCode, other.json().detail]).toEqual([
    409,
    'This Idempotency-Key was used for another request.',
  ])
})

test('nobody opens a deleted door', async () => {
  const { door, simulated } = await hubWith(FRONT)
  const device = await door()
  await world.send({ method: 'DELETE', url: `/api/admin/devices/${device.id}` }, admin)

  expect((await unlock(device.id)).json()).toEqual({ detail: 'This device was deleted.' })
  expect((await unlock(999_999)).statusCode).toBe(404)
  expect(simulated.openings).toEqual([])
})
