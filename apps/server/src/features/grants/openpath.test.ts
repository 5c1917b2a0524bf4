import { simulateOpenpath } from '@keyhour/simulators/openpath'
import { afterAll, expect, test } from 'vitest'
import { devices } from '#server/db/schema/access.ts'
import { integrations } from '#server/db/schema/offices.ts'
import { tendDueGrants } from '#server/features/grants/tend-grant.ts'
import { startWorld } from '../../../test/world.ts'

const now = () => new Date('2026-03-02T06:00:00.000Z')
const cloud = await simulateOpenpath({ now, entries: [{ id: 90177, name: 'Garden gate' }] })
afterAll(cloud.close)
const world = await startWorld({ OPENPATH_URL: cloud.url })
world.setNow(now().toISOString())

async function gardenHouse(
  credentials: object = { sign_in: { email: cloud.email, password: cloud.password } },
) {
  const office = await world.office({ openpath_org_id: String(cloud.orgId), openpath_entry_id: '90177' })
  const room = await world.subOffice(office.id)
  await world.unit(office.id, room.id)
  const settings = { user_id: String(cloud.userId), cloud_key_id: String(cloud.cloudKeyId) }
  const credentials_sealed = world.secrets.seal(JSON.stringify(credentials))
  await world.db
    .insert(integrations)
    .values({ office_id: office.id, provider: 'openpath', settings, credentials_sealed })
  const [door] = await world.db
    .insert(devices)
    .values({ office_id: office.id, name: 'Garden gate', home_assistant_id: 'lock.gate', type: 'gate' })
    .returning()
  const person = await world.user()
  const stay = {
    office_id: office.id,
    sub_office_id: room.id,
    date: '2026-03-02',
    start: '08:00',
    end: '10:00',
  }
  const order: number = (await world.post('/api/orders', stay, person)).json().id
  await world.runJobs()
  return { person, order, door: door!.id }
}

test('a door at Openpath is opened there, and its code lasts as long as the order', async () => {
  const { person, order, door } = await gardenHouse()
  const { door_code } = (await world.get(`/api/orders/${order}/access`, person)).json()
  const pins = () => cloud.pins().map(({ pin, startDate, endDate }) => [pin, startDate, endDate])
  const from = '2026-03-02T05:50:00.000Z'
  expect(pins()).toEqual([[door_code, from, '2026-03-02T08:00:00.000Z']])

  const opened = await world.send({ method: 'POST', url: `/api/orders/${order}/doors/${door}/open` }, person)
  expect([opened.statusCode, opened.json().state]).toEqual([200, 'unknown'])
  expect(cloud.unlocks).toHaveLength(1)

  const later = { date: '2026-03-02', start: '08:00', end: '11:00' }
  await world.send({ method: 'PUT', url: `/api/orders/${order}/time`, payload: later }, person)
  await world.runJobs()
  expect(pins()).toEqual([[door_code, from, '2026-03-02T09:00:00.000Z']])
  world.setNow('2026-03-02T09:00:00.000Z')
  await tendDueGrants.run(world, {})
  await world.runJobs()
  expect(pins()).toEqual([])
  world.setNow(now().toISOString())
})

test('a door of an office with an incomplete account is reported as not connected', async () => {
  const { person, order } = await gardenHouse({})

  expect((await world.get(`/api/orders/${order}/access`, person)).json()).toMatchObject({
    state: 'failed',
    failure: 'This door is not connected to a hub or service that can open it.',
  })
})
