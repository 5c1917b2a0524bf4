import { simulateOpenpath } from '@keyhour/simulators/openpath'
import { and, asc, eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { devices } from '#server/db/schema/access.ts'
import { auditLog } from '#server/db/schema/audit.ts'
import { integrations } from '#server/db/schema/offices.ts'
import { startWorld } from '../../../test/world.ts'

const now = () => new Date('2026-03-02T06:00:00.000Z')
const cloud = await simulateOpenpath({ now, entries: [{ id: 90177, name: 'Garden gate' }] })
afterAll(cloud.close)
const world = await startWorld({ OPENPATH_URL: cloud.url })
world.setNow(now().toISOString())
const admin = await world.user({ admin: true })

const account = {
  provider: 'openpath',
  email: cloud.email,
  user_id: String(cloud.userId),
  cloud_key_id: String(cloud.cloudKeyId),
}

async function gardenHouse(openpath_org_id: string | null = String(cloud.orgId)) {
  const office = await world.office({ openpath_org_id, openpath_entry_id: '90177' })
  const url = `/api/admin/offices/${office.id}/door_accounts`
  const save = (payload: object) => world.send({ method: 'PUT', url, payload }, admin)
  return { office, url, save }
}

test('an admin connects an office to Openpath, and its customers open the door there', async () => {
  const { office, url, save } = await gardenHouse()
  const saved = await save({ ...account, secret: cloud.password })
  expect([saved.statusCode, saved.json()]).toMatchObject([200, { works: true, failure: null }])
  const listed = await world.get(url, admin)
  expect(listed.json()).toEqual([account])
  expect(saved.body + listed.body).not.toContain(cloud.password)

  const room = await world.subOffice(office.id)
  await world.unit(office.id, room.id)
  const [door] = await world.db
    .insert(devices)
    .values({ office_id: office.id, name: 'Garden gate', home_assistant_id: 'lock.gate', type: 'gate' })
    .returning()
  const person = await world.user()
  const space = { office_id: office.id, sub_office_id: room.id }
  const { id } = (await world.post('/api/orders/start_now', space, person)).json()
  const opened = await world.send({ method: 'POST', url: `/api/orders/${id}/doors/${door!.id}/open` }, person)
  expect([opened.statusCode, cloud.unlocks.length]).toEqual([200, 1])
})

test('a password is stored encrypted, and stays until another one is entered', async () => {
  const { office, save } = await gardenHouse()
  expect((await save(account)).json().detail).toMatchObject([
    { loc: ['body', 'secret'], msg: 'Cannot be empty' },
  ])
  await save({ ...account, secret: cloud.password })
  const [kept] = await world.db.select().from(integrations).where(eq(integrations.office_id, office.id))
  expect(JSON.stringify(kept)).not.toContain(cloud.password)

  expect((await save(account)).json()).toMatchObject({ works: true })
  expect((await save({ ...account, email: 'somebody@else.test' })).json()).toMatchObject({ works: false })
})

test('an incomplete account shows what is known', async () => {
  const { office, url } = await gardenHouse()
  await world.db
    .insert(integrations)
    .values({ office_id: office.id, provider: 'openpath', settings: { user_id: '7' } })

  expect((await world.get(url, admin)).json()).toEqual([
    { provider: 'openpath', email: '', user_id: '7', cloud_key_id: '' },
  ])
})

test('an account that does not work is saved, and the office shows the reason', async () => {
  const { office, save } = await gardenHouse()
  const failure = 'The hub does not accept our token.'
  expect((await save({ ...account, secret: 'wrong' })).json()).toMatchObject({ works: false, failure })

  const shown = (await world.get(`/api/admin/offices/${office.id}`, admin)).json()
  expect(shown.integrations).toMatchObject([{ provider: 'openpath', state: 'failing', failure }])
})

test('an office without an Openpath organisation gets no account, and neither does an unknown office', async () => {
  const { save } = await gardenHouse(null)
  const form = { ...account, secret: cloud.password }
  const refused = await save(form)
  expect([refused.statusCode, refused.json().detail]).toEqual([
    409,
    'Please save the Openpath Org ID of this office first.',
  ])

  const nowhere = { method: 'PUT', url: '/api/admin/offices/999999/door_accounts', payload: form } as const
  expect((await world.send(nowhere, admin)).statusCode).toBe(404)
})

test('an account is removed with its secret, and the audit log says by whom', async () => {
  const { office, url, save } = await gardenHouse()
  await save({ ...account, secret: cloud.password })
  const remove = () => world.send({ method: 'DELETE', url: `${url}/openpath` }, admin)
  expect((await remove()).statusCode).toBe(200)
  expect((await world.get(url, admin)).json()).toEqual([])
  const again = await remove()
  expect([again.statusCode, again.json().detail]).toEqual([404, 'This account does not exist.'])

  const entries = await world.db
    .select({ action: auditLog.action, details: auditLog.details })
    .from(auditLog)
    .where(and(eq(auditLog.subject, 'office'), eq(auditLog.subject_id, office.id)))
    .orderBy(asc(auditLog.id))
  expect(entries).toEqual([
    { action: 'connect doors', details: { provider: 'openpath' } },
    { action: 'disconnect doors', details: { provider: 'openpath' } },
  ])
})
