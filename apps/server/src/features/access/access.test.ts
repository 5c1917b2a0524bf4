import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { devices, grantDevices, grants, homeAssistants } from '#server/db/schema/access.ts'
import { auditLog } from '#server/db/schema/audit.ts'
import { startWorld } from '../../../test/world.ts'

const world = await startWorld({ HUB_NETWORKS: 'loopback' })
const [admin, colleague, member] = [
  await world.user({ admin: true, name: 'Adi' }),
  await world.user({ admin: true, name: 'Ben' }),
  await world.user(),
]

const put = (url: string, payload: object, as = admin) => world.send({ method: 'PUT', url, payload }, as)
const remove = (url: string, as = admin) => world.send({ method: 'DELETE', url }, as)

async function addDevice(given: object = {}) {
  const office = await world.office()
  const form = {
    name: 'Front door',
    office_id: office.id,
    home_assistant_id: 'lock.front_door',
    type: 'lock',
  }
  const reply = await world.post('/api/admin/devices', { ...form, ...given }, admin)
  expect(reply.statusCode).toBe(201)
  return reply.json()
}

async function addHub(given: object = {}) {
  const office = await world.office()
  const form = { url: 'https://hub.example', token: 'hub-token', office_id: office.id }
  const reply = await world.post('/api/admin/home-assistants', { ...form, ...given }, admin)
  expect(reply.statusCode).toBe(201)
  return reply.json()
}

const auditOf = async (subject: string, id: number) =>
  (await world.db.select().from(auditLog).where(eq(auditLog.subject_id, id)))
    .filter((entry) => entry.subject === subject)
    .sort((a, b) => a.id - b.id)
    .map(({ action, actor_id, details }) => ({ action, actor_id, details }))

test('admins see every door, including deleted ones', async () => {
  const office = await world.office({ name: 'Harbour' })
  const door = { office_id: office.id, type: 'lock' }
  await world.db.insert(devices).values([
    { ...door, name: 'Front door', home_assistant_id: 'lock.front_door' },
    { ...door, name: 'Old door', home_assistant_id: 'lock.old', deleted_at: '2026-01-01T00:00:00Z' },
  ])

  expect((await world.get('/api/admin/devices?q=harbour', admin)).json()).toMatchObject([
    { name: 'Front door', office_id: office.id, home_assistant_id: 'lock.front_door', deleted_at: null },
    { name: 'Old door', deleted_at: '2026-01-01T00:00:00.000Z' },
  ])
  expect((await world.get('/api/admin/devices', member)).statusCode).toBe(403)
})

test("a hub's token never leaves the server, not even encrypted", async () => {
  const hub = await addHub()
  const [{ token_sealed } = { token_sealed: '' }] = await world.db
    .select()
    .from(homeAssistants)
    .where(eq(homeAssistants.id, hub.id))
  const list = await world.get('/api/admin/home-assistants', admin)
  const changed = await put(`/api/admin/home-assistants/${hub.id}`, { token: 'another', version: 1 })

  expect(world.secrets.open(token_sealed)).toBe('hub-token')
  for (const body of [JSON.stringify(hub), list.body, changed.body]) {
    expect(body).toContain('••••••••')
    for (const secret of ['hub-token', 'another', token_sealed]) expect(body).not.toContain(secret)
  }
  expect(JSON.stringify(await auditOf('hub', hub.id))).not.toMatch(/hub-token|another/)
})

test('admins search doors by everything that a row shows, including the office name, page by page', async () => {
  const office = await world.office({ name: 'Lighthouse תל אביב' })
  for (const number of [1, 2, 3])
    await addDevice({
      name: `Gate ${number}`,
      office_id: office.id,
      home_assistant_id: `switch.g_${number}`,
      type: 'gate',
    })
  const find = async (q: string, more = '') => {
    const reply = await world.get(`/api/admin/devices?q=${encodeURIComponent(q)}${more}`, admin)
    return {
      names: reply.json().map(({ name }: { name: string }) => name),
      total: reply.headers['x-total-count'],
    }
  }

  for (const q of [
    'lightHOUSE',
    'תל אביב',
    'g_',
    'Gate 1 Lighthouse',
    'switch.g_1 gate',
    'gate mar 2ND 26',
    '2.3.26',
  ])
    expect([q, (await find(q)).names]).toEqual([q, expect.arrayContaining(['Gate 1'])])
  const { rows } = await world.pool.query("select id from devices where name = 'Gate 2'")
  expect((await find(`${rows[0].id} gate 2`)).names).toEqual(['Gate 2'])
  expect((await find('gate_1')).names).toEqual([])
  expect((await find('%')).names).toEqual([])
  expect(await find('lighthouse', '&page=2&page_size=2')).toEqual({ names: ['Gate 3'], total: '3' })
  expect((await find('lighthouse')).total).toBeUndefined()
})

test("a row's date is searched as the admin sees it, and an unknown time zone is refused", async () => {
  const hub = await addHub()
  await world.db
    .update(homeAssistants)
    .set({ createdAt: '2025-12-31T23:30:00Z' })
    .where(eq(homeAssistants.id, hub.id))
  const find = (q: string, zone: string) =>
    world.get(`/api/admin/home-assistants?q=${encodeURIComponent(q)}&time_zone=${zone}`, admin)
  const ids = async (q: string, zone: string) =>
    (await find(q, zone)).json().map(({ id }: { id: number }) => id)

  expect(await ids(`jan 1st 26`, 'Asia/Jerusalem')).toEqual([hub.id])
  expect(await ids('jan 1st 26', 'UTC')).toEqual([])
  expect(await ids('dec 31st 25', 'UTC')).toEqual([hub.id])
  expect(await ids(`${hub.id} ${hub.url}`, 'UTC')).toEqual([hub.id])
  expect((await find('jan', 'Mars/Olympus')).statusCode).toBe(422)
})

test('a change to an outdated version of a door is refused, and setting the current value changes nothing', async () => {
  const device = await addDevice()
  const url = `/api/admin/devices/${device.id}`
  const changed = await put(url, { name: 'Main door', version: 1 }, colleague)
  expect(changed.json()).toMatchObject({ name: 'Main door', type: 'lock', version: 2 })
  expect((await put(url, { name: 'Main door', version: 2 })).json().version).toBe(2)

  const late = await put(url, { name: 'Side door', version: 1 })
  expect([late.statusCode, late.json()]).toEqual([
    409,
    {
      detail: 'This was changed in the meantime. Please reload it to see the changes.',
      changed_by: 'Ben',
      changed_at: '2026-03-02T08:00:00.000Z',
    },
  ])
  expect(await auditOf('device', device.id)).toEqual([
    { action: 'add device', actor_id: admin.id, details: { office_id: device.office_id } },
    { action: 'change device', actor_id: colleague.id, details: { changed: 'name' } },
  ])
})

test('a door is deleted and restored, each only once', async () => {
  const device = await addDevice()
  const url = `/api/admin/devices/${device.id}`
  const deleted = (await remove(url)).json()
  expect(deleted).toMatchObject({ deleted_at: '2026-03-02T08:00:00.000Z', version: 2 })
  expect((await remove(url)).json()).toEqual(deleted)
  expect((await put(url, { deleted_at: null })).json()).toMatchObject({ deleted_at: null, version: 3 })
  expect((await put(url, { deleted_at: null })).json().version).toBe(3)

  const actions = (await auditOf('device', device.id)).map(({ action }) => action)
  expect(actions).toEqual(['add device', 'delete device', 'restore device'])
  expect((await remove('/api/admin/devices/999999')).statusCode).toBe(404)
})

test.each([
  [{ name: ' ' }, 'name', 'Cannot be empty'],
  [{ office_id: 999_999 }, 'office_id', 'This office does not exist.'],
  [{ home_assistant_id: 'front door' }, 'home_assistant_id', 'Should be like lock.front_door'],
  [{ home_assistant_id: 'shell_command.rm' }, 'home_assistant_id', 'Should be like lock.front_door'],
  [{ type: '' }, 'type', 'Cannot be empty'],
])('a door with %j is refused', async (given, field, msg) => {
  const { id: office_id } = await world.office()
  const form = { name: 'Door', office_id, home_assistant_id: 'lock.door', type: 'lock', ...given }
  const reply = await world.post('/api/admin/devices', form, admin)

  expect(reply.statusCode).toBe(422)
  expect(reply.json().detail).toMatchObject([{ loc: ['body', field], msg }])
})

test('a door moves to another office, and orders of its former office no longer know it', async () => {
  const device = await addDevice()
  const [elsewhere, person] = [await world.office(), await world.user()]
  const order = await world.order({ office_id: device.office_id, user_id: person.id })
  const key = { office_id: device.office_id, order_id: order.id }
  await world.db.insert(grants).values({ ...key, during: '[2026-03-02 07:50+00,2026-03-02 09:00+00)' })
  await world.db.insert(grantDevices).values({ ...key, device_id: device.id, slot: 1, state: 'installed' })
  const move = () => put(`/api/admin/devices/${device.id}`, { office_id: elsewhere.id, version: 1 })
  const refused = await move()
  expect([refused.statusCode, refused.json().detail]).toEqual([
    409,
    'This lock still has door codes of orders: 1. Remove them first, or confirm that they stay.',
  ])

  await world.db
    .update(grantDevices)
    .set({ slot: null, state: 'removed' })
    .where(eq(grantDevices.order_id, order.id))
  expect((await move()).json()).toMatchObject({ id: device.id, office_id: elsewhere.id, version: 2 })
  expect(await world.db.$count(grantDevices, eq(grantDevices.device_id, device.id))).toBe(0)
})

test('no door is restored in, or moved to, a deleted office', async () => {
  const gone = await world.office({ deleted_at: '2026-03-01T00:00:00Z' })
  const [device] = await world.db
    .insert(devices)
    .values({
      office_id: gone.id,
      name: 'Door',
      home_assistant_id: 'lock.door',
      type: 'lock',
      deleted_at: '2026-03-01T00:00:00Z',
    })
    .returning()
  const other = await addDevice()

  expect((await put(`/api/admin/devices/${device!.id}`, { deleted_at: null })).statusCode).toBe(409)
  expect((await put(`/api/admin/devices/${other.id}`, { office_id: gone.id, version: 1 })).statusCode).toBe(
    422,
  )
})

test('a change to an outdated version of a hub is refused; a hub moves to another office and can be deleted', async () => {
  const hub = await addHub()
  const url = `/api/admin/home-assistants/${hub.id}`
  const elsewhere = await world.office({ name: 'Elsewhere' })
  const other = { url: 'https://other.example', office_id: elsewhere.id, version: 1 }
  const untold = await put(url, other)
  expect([untold.statusCode, untold.json().detail[0].loc]).toEqual([422, ['body', 'token']])
  const moved = await put(url, { ...other, token: 'of the other' })
  expect(moved.json()).toMatchObject({ url: 'https://other.example', office_id: elsewhere.id, version: 2 })
  expect((await put(url, { url: 'https://late.example', version: 1 })).statusCode).toBe(409)
  expect((await put(url, { office_id: 999_999, version: 2 })).statusCode).toBe(422)
  const listed = (await world.get('/api/admin/home-assistants?page=1&q=elsewhere', admin)).json()
  expect(listed).toMatchObject([{ id: hub.id }])

  expect((await remove(url)).json()).toEqual({})
  expect((await remove(url)).statusCode).toBe(404)
  const [row] = await world.db.select().from(homeAssistants).where(eq(homeAssistants.id, hub.id))
  expect(row!.token_sealed).toBe('')
  expect((await auditOf('hub', hub.id)).map(({ action, details }) => [action, details])).toEqual([
    ['add hub', { office_id: hub.office_id }],
    ['change hub', { changed: 'url, office_id, token' }],
    ['delete hub', {}],
  ])
})

test('a masked token in a form keeps the stored token, but not when the hub gets another address', async () => {
  const hub = await addHub()
  const url = `/api/admin/home-assistants/${hub.id}`
  const stored = async () => {
    const [row] = await world.db.select().from(homeAssistants).where(eq(homeAssistants.id, hub.id))
    return world.secrets.open(row!.token_sealed)
  }

  expect((await put(url, { ...hub, url: `${hub.url}/hub` })).json()).toMatchObject({ version: 2 })
  expect(await stored()).toBe('hub-token')
  const elsewhere = await put(url, { ...hub, version: 2, url: 'https://other.example' })
  expect([elsewhere.statusCode, elsewhere.json().detail[0].loc]).toEqual([422, ['body', 'token']])
})

test.each([
  ['http://169.254.169.254/latest', 'Keyhour does not connect to hubs at this address.'],
  ['http://[fd00:ec2::254]', 'Keyhour does not connect to hubs at this address.'],
  ['http://8.8.8.8', 'Outside your own network, the address must start with https.'],
  ['https://user:secret@hub.example', 'The address cannot contain a user name or a password.'],
  ['ftp://hub.example', 'Should be an address like https://hub.example'],
])('a hub at %s is refused', async (url, msg) => {
  const { id: office_id } = await world.office()
  const added = await world.post('/api/admin/home-assistants', { url, token: 'token', office_id }, admin)
  const hub = await addHub()
  const changed = await put(`/api/admin/home-assistants/${hub.id}`, { url, version: 1 })

  for (const reply of [added, changed]) {
    expect(reply.statusCode).toBe(422)
    expect(reply.json().detail).toMatchObject([{ loc: ['body', 'url'], msg }])
  }
})
