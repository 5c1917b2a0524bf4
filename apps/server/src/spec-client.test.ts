import { simulateGoogle } from '@keyhour/simulators/google'
import type { AxiosResponse } from 'axios'
import { decodeJwt } from 'jose'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { contactMessages } from '#server/db/schema/messages.ts'
import { specClient } from '../test/spec-client.ts'
import { fakeWebDist } from '../test/web-dist.ts'
import { startWorld } from '../test/world.ts'

const google = await simulateGoogle()
afterAll(google.close)
const world = await startWorld({
  GOOGLE_CLIENT_ID: google.clientId,
  GOOGLE_KEYS_URL: google.keysUrl,
  HUB_NETWORKS: 'loopback',
})
const app = await buildApp(world, { log: world.app.log, webDist: await fakeWebDist() })
afterAll(() => app.close())
const baseURL = await app.listen({ port: 0, host: '127.0.0.1' })

type Person = Parameters<typeof world.tokenOf>[0]

async function clientOf(person?: Person) {
  const client = specClient(baseURL)
  if (person) client.keepToken(await world.tokenOf(person))
  return client
}
const clientOfAdmin = async () => clientOf(await world.user({ admin: true }))

function answered({ status, data }: AxiosResponse) {
  expect([200, 201], JSON.stringify(data)).toContain(status)
  return data
}

const PNG =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const OFFICE = { name: 'Rothschild', lat: 32.07, lon: 34.78, address: 'Rothschild 1, Tel Aviv' }
const EMPTY_OFFICE_FIELDS = {
  type: '',
  open_hours: '',
  close_hours: '',
  capacity: '',
  phone_number: '',
  email: '',
  wifi_name: '',
  wifi_password: '',
  printer_instructions: '',
  openpath_org_id: '',
  openpath_entry_id: '',
  pickspace_location_id: '',
  pickspace_email: '',
  google_calendar_type: '',
  additional_info: null,
}
const ROOM = {
  name: 'Blue room',
  capacity: 4,
  price_per_hour: 50,
  price_per_day: 300,
  price_per_week: 1500,
  type: 'meeting_room',
  rent_type: 'hour',
}
const EMPTY_ROOM_FIELDS = {
  price: '',
  price_per_month: '',
  pickspace_room_id: '',
  google_calendar_id: '',
  google_calendar_room_id: '',
  outlook_calendar_id: '',
  nexudus_resource_id: '',
  roo_room_id: '',
}

test('signing in with Google, by password, by a reset link and after a password change each gives a token', async () => {
  const client = await clientOf()
  const credential = await google.idToken(world.now().getTime() / 1000)
  const byGoogle = answered(await client.signInWithGoogle(credential))
  expect(byGoogle.user).toEqual({
    id: expect.any(Number),
    name: 'Dana Levi',
    email: 'dana.levi@gmail.com',
    admin: false,
  })
  expect(decodeJwt(byGoogle.access_token)).toMatchObject({ ...byGoogle.user, exp: expect.any(Number) })

  const { email } = await world.user({ password: 'quiet harbour 12' })
  client.keepToken(answered(await client.signIn({ email, password: 'quiet harbour 12' })))
  const change = { current_password: 'quiet harbour 12', new_password: 'loud harbour 34' }
  expect(decodeJwt(answered(await client.changePassword(change)))).toMatchObject({ email })

  client.keepToken(undefined)
  expect(answered(await client.askForReset(email))).toEqual({ msg: expect.any(String) })
  await world.runJobs()
  const mail = (await world.mailsTo(email)).find(({ text }) => text?.includes('/reset-password'))
  const link = /reset-password\?token=([\w-]+)/.exec(mail!.text!)![1]!
  const { token } = answered(await client.resetPassword(link, 'soft harbour 56'))
  expect(decodeJwt(token)).toMatchObject({ email })

  const newcomer = { name: 'Noa', email: 'noa@keyhour.test', password: 'green harbour 78' }
  expect(answered(await client.signUp(newcomer))).toEqual({ msg: expect.any(String) })
})

test('wrong credentials answer an error that the client helper turns into null', async () => {
  const client = await clientOf()
  const { email } = await world.user({ password: 'quiet harbour 12' })

  expect((await client.signIn({ email, password: 'wrong' })).status).toBe(401)
})

test('a member changes their own name without a version, and nothing else changes', async () => {
  const person = await world.user({ language: 'he' })
  const client = await clientOf(person)
  answered(await client.updateUser(person.id, { phone: '03-123 4567' }))

  const token = answered(await client.updateUser(String(person.id), { name: 'Dana' }))
  expect(decodeJwt(token)).toMatchObject({ id: person.id, name: 'Dana' })
  const { data: profile } = await client.send({ url: '/api/user-profile' })
  expect(profile).toMatchObject({ name: 'Dana', phone: '03-123 4567', language: 'he' })

  answered(await client.updateUser(person.id, { name: 'Dana', phone: '' }))
  expect((await client.send({ url: '/api/user-profile' })).data).toMatchObject({ phone: null })
})

test('permissions and offices are lists, and an office says which integrations it has', async () => {
  const manager = await world.user()
  const office = await world.office()
  await world.member(office.id, manager.id, 'manager')
  const client = await clientOf(manager)

  expect(answered(await client.permissions())).toContainEqual(
    expect.objectContaining({ permission: 'view_active_sessions', office_id: office.id }),
  )
  expect(answered(await client.myOffices())).toMatchObject([{ id: office.id, sub_offices: [] }])
  expect(answered(await client.offices())).toContainEqual(expect.objectContaining({ id: office.id }))
  expect(answered(await client.office(office.id))).toMatchObject({ name: office.name })
  const admin = await clientOfAdmin()
  expect(answered(await admin.office(String(office.id)))).toMatchObject({
    google_credentials: false,
    outlook_credentials: false,
    nexudus_integration: false,
    pickspace_location_id: null,
    google_calendar_type: null,
  })
})

test('an office and its sub-office are added, changed, booked, watched and deleted with the forms of the specification', async () => {
  const admin = await clientOfAdmin()
  const office = answered(await admin.addOffice({ ...OFFICE, ...EMPTY_OFFICE_FIELDS, pictures: [PNG] }))
  expect(office).toMatchObject({ ...OFFICE, type: 'Office', open_hours: null, email: null, version: 1 })
  expect(answered(await admin.picture('office', office.pictures[0])).byteLength).toBeGreaterThan(0)

  const saved = answered(
    await admin.saveOffice(office.id, { ...office, open_hours: '08:00:00', close_hours: '20:00:00' }),
  )
  expect(saved).toMatchObject({ open_hours: '08:00', close_hours: '20:00', version: 2 })

  const room = answered(
    await admin.addSubOffice(String(office.id), { ...ROOM, ...EMPTY_ROOM_FIELDS, pictures: [PNG] }),
  )
  expect(room).toMatchObject({ ...ROOM, office_id: office.id, price: null, price_per_month: null })
  answered(await admin.picture('sub_office', room.pictures[0]))
  const changed = answered(await admin.saveSubOffice(office.id, room.id, { ...room, price_per_hour: 60 }))
  expect(changed).toMatchObject({ price_per_hour: 60, version: 2 })

  const guest = await world.user()
  const member = await clientOf(guest)
  const booking = { office_id: String(office.id), sub_office_id: String(room.id), date: '2026-03-02' }
  const order = answered(await member.book({ ...booking, start: '10:30:00', end: '12:30:00' }))
  expect(order).toMatchObject({ start: '2026-03-02T08:30:00.000Z', total_price: 12_000 })

  onTestFinished(() => world.setNow('2026-03-02T08:00:00.000Z'))
  world.setNow('2026-03-02T09:00:00.000Z')
  const sessions = answered(await admin.activeSessions(office.id))
  const active = answered(await admin.activeOrders(room.id))
  const customer = answered(await admin.orderUser(order.id))
  const listed = answered(await admin.allOrders())
  expect(sessions).toMatchObject([
    { id: order.id, User: { name: guest.name }, Office: { type: 'SubOffice', name: 'Blue room' } },
  ])
  expect(active).toMatchObject([{ id: order.id, start: order.start, payment_status: 'pending' }])
  expect(customer).toMatchObject({ email: guest.email, profile: { phone: null } })
  expect(listed).toContainEqual(
    expect.objectContaining({ id: order.id, officeName: OFFICE.name, subOfficeName: 'Blue room' }),
  )
  expect(answered(await admin.dashboardOffices())).toContainEqual(
    expect.objectContaining({ id: office.id, address: OFFICE.address, capacity: null }),
  )
  expect(answered(await admin.dashboardSubOffices(office.id))).toMatchObject([{ id: room.id }])

  const empty = answered(await admin.addSubOffice(office.id, ROOM))
  expect(answered(await admin.deleteSubOffice(office.id, empty.id))).toMatchObject({ id: empty.id })
  const spare = answered(await admin.addOffice(OFFICE))
  expect(answered(await admin.deleteOffice(spare.id)).deleted_at).toEqual(expect.any(String))
})

test('a whole office is booked without naming a sub-office', async () => {
  const admin = await clientOfAdmin()
  const office = answered(await admin.addOffice({ ...OFFICE, price_per_hour: 100 }))
  const member = await clientOf(await world.user())
  const booking = { office_id: office.id, date: '2026-03-03', start: '10:00', end: '12:00' }

  expect(answered(await member.book(booking))).toMatchObject({ Office: { type: 'Office', id: office.id } })
  const later = { ...booking, sub_office_id: '', date: '2026-03-04', end_date: '' }
  const other = await clientOf(await world.user())
  expect(answered(await other.book(later))).toMatchObject({ Office: { type: 'Office', id: office.id } })
})

test('users are added, changed, given credits, deleted and restored', async () => {
  const admin = await clientOfAdmin()
  const [first, second] = [await world.office(), await world.office()]
  const form = { name: 'Avi', email: 'avi@keyhour.test', officeIds: [String(first.id)], admin: false }
  const user = answered(await admin.addUser(form))
  expect(user).toMatchObject({ user_name: 'Avi', credit_balance: 0, offices: [{ id: first.id }] })

  const moved = answered(await admin.saveUser(user.id, { ...form, id: user.id, officeIds: [second.id] }))
  expect(moved).toMatchObject({ offices: [{ id: second.id }], version: 2 })
  expect(answered(await admin.addCredits(user.id, 25))).toMatchObject({ credit_balance: 25 })
  expect(answered(await admin.addCredits(user.id, 5, 'A welcome gift'))).toMatchObject({ credit_balance: 30 })
  expect(answered(await admin.users())).toContainEqual(expect.objectContaining({ email: form.email }))

  const deleted = answered(await admin.deleteUser(user.id))
  expect(deleted.deleted_at).toEqual(expect.any(String))
  const restored = answered(await admin.saveUser(user.id, { ...deleted, deleted_at: null, name: 'Avner' }))
  expect(restored).toMatchObject({ name: 'Avner', deleted_at: null, credit_balance: 30 })
})

test('devices and hubs are added, changed, deleted and restored, and a masked token keeps its value', async () => {
  const admin = await clientOfAdmin()
  const { id: office_id } = await world.office()
  const door = { name: 'Front', office_id: String(office_id), home_assistant_id: 'lock.front', type: 'lock' }
  const device = answered(await admin.addDevice(door))
  expect(device).toMatchObject({ ...door, office_id, deleted_at: null })
  expect(answered(await admin.saveDevice(device.id, { ...device, name: 'Main' }))).toMatchObject({
    name: 'Main',
    version: 2,
  })
  const gone = answered(await admin.deleteDevice(device.id))
  expect(answered(await admin.saveDevice(device.id, { ...gone, deleted_at: null }))).toMatchObject({
    name: 'Main',
    deleted_at: null,
  })
  expect(answered(await admin.devices())).toContainEqual(expect.objectContaining({ name: 'Main' }))

  const hub = answered(
    await admin.addHub({ url: 'http://127.0.0.1:8123', token: 'a-token', office_id: String(office_id) }),
  )
  const stored = async () =>
    (await world.pool.query('select token_sealed from home_assistants where id = $1', [hub.id])).rows[0]
  const before = await stored()
  answered(await admin.saveHub(hub.id, { ...hub, url: 'http://127.0.0.1:8123/hub' }))
  expect(await stored()).toEqual(before)
  expect(answered(await admin.hubs())).toContainEqual(
    expect.objectContaining({ id: hub.id, url: 'http://127.0.0.1:8123/hub' }),
  )
  answered(await admin.deleteHub(hub.id))
})

test('credit packs, contact messages, the privacy policy and a deletion request answer as specified', async () => {
  const admin = await clientOfAdmin()
  const [message] = await world.db
    .insert(contactMessages)
    .values({ email: 'visitor@keyhour.test', message: 'Do you have parking?' })
    .returning()

  const form = {
    name: 'Starter',
    description: '',
    credits_amount: 200,
    price_cents: 19_000,
    currency: 'USD',
    is_active: true,
    duration_days: null,
  }
  const pack = answered(await admin.addCreditPack(form))
  expect(answered(await admin.saveCreditPack(pack.id, { is_active: false }))).toMatchObject({
    is_active: false,
  })
  expect(answered(await admin.creditPacks(false))).toMatchObject([
    { ...form, description: null, id: pack.id, is_active: false },
  ])
  expect(answered(await admin.creditPacks(true))).toEqual([])
  answered(await admin.deleteCreditPack(pack.id))
  expect(answered(await admin.creditPacks(false))).toEqual([])
  expect((await admin.addCreditPack({ ...form, name: '' })).data.detail).toEqual([
    expect.objectContaining({ loc: ['body', 'name'], msg: 'Name is required.' }),
  ])
  expect(answered(await admin.messages())).toMatchObject([
    { id: message!.id, read_at: null, is_handled: false, priority: 'normal', tags: [] },
  ])
  for (const change of [{ read: true }, { is_handled: true }, { priority: 'high' }, { tags: ['parking'] }]) {
    const changed = answered(await admin.changeMessage(message!.id, change))
    expect(answered(await admin.messages())).toEqual([changed])
  }
  expect(answered(await admin.changeMessage(message!.id, { read: false }))).toMatchObject({
    read_at: null,
    is_handled: true,
    priority: 'high',
    tags: ['parking'],
  })
  expect(answered(await admin.privacyPolicy())).toContain('<html')
  answered(await admin.requestDeletion('somebody@keyhour.test'))
  expect((await admin.requestDeletion('nobody')).data.detail).toEqual([
    expect.objectContaining({ loc: ['body', 'email'] }),
  ])
})

type Client = ReturnType<typeof specClient>
type Saving = (form: Record<string, unknown>) => Promise<AxiosResponse>
type Kept = { record: Record<string, unknown>; field: string; save: Saving; remove?: () => Promise<unknown> }

const RECORDS: Record<string, (admin: Client) => Promise<Kept>> = {
  user: async (admin) => {
    const record = await world.user()
    await world.member((await world.office()).id, record.id, 'member')
    const { id } = record
    return {
      record: { name: record.name },
      field: 'name',
      save: (form) => admin.saveUser(id, form),
      remove: () => admin.deleteUser(id),
    }
  },
  office: async (admin) => {
    const record = answered(await admin.addOffice(OFFICE))
    return {
      record,
      field: 'name',
      save: (form) => admin.saveOffice(record.id, form),
      remove: () => admin.deleteOffice(record.id),
    }
  },
  'sub-office': async (admin) => {
    const { id } = await world.office()
    const record = answered(await admin.addSubOffice(id, ROOM))
    return {
      record,
      field: 'name',
      save: (form) => admin.saveSubOffice(id, record.id, form),
      remove: () => admin.deleteSubOffice(id, record.id),
    }
  },
  device: async (admin) => {
    const office_id = (await world.office()).id
    const door = { name: 'Front', office_id, home_assistant_id: 'lock.front', type: 'lock' }
    const record = answered(await admin.addDevice(door))
    return {
      record,
      field: 'name',
      save: (form) => admin.saveDevice(record.id, form),
      remove: () => admin.deleteDevice(record.id),
    }
  },
  hub: async (admin) => {
    const office_id = (await world.office()).id
    const record = answered(
      await admin.addHub({ url: 'http://127.0.0.1:8123/a', token: 'a-token', office_id }),
    )
    return { record, field: 'url', save: (form) => admin.saveHub(record.id, form) }
  },
}
const NEW = { name: 'Second', url: 'http://127.0.0.1:8123/b' } as Record<string, string>
const kinds = Object.keys(RECORDS)

test.each(kinds)('a %s is saved without a version; a stale one is refused', async (kind) => {
  const admin = await clientOfAdmin()
  const { record, field, save } = await RECORDS[kind]!(admin)

  expect(answered(await save({ [field]: NEW[field] }))).toMatchObject({ [field]: NEW[field], version: 2 })
  const late = await save({ [field]: record[field], version: 1 })
  expect([late.status, late.data.detail]).toEqual([
    409,
    'This was changed in the meantime. Please reload it to see the changes.',
  ])
  const known = await save({ [field]: record[field], version: 2 })
  expect(answered(known)).toMatchObject({ [field]: record[field], version: 3 })
})

test.each(kinds.slice(0, -1))(
  'a %s that is not deleted is saved although its form says that it is not; a deleted one is restored and saved',
  async (kind) => {
    const admin = await clientOfAdmin()
    const { record, save, remove } = await RECORDS[kind]!(admin)

    expect(answered(await save({ name: 'Second', deleted_at: null }))).toMatchObject({
      name: 'Second',
      version: 2,
    })
    await remove!()
    const stale = await save({ name: 'Third', deleted_at: null, version: 2 })
    expect(stale.status).toBe(409)
    const restored = answered(await save({ name: record.name, deleted_at: null, version: 3 }))
    expect(restored).toMatchObject({ name: record.name, deleted_at: null })
  },
)

test.each(['google', 'outlook'] as const)(
  'without a %s account, calendars are an empty list, and nothing can be linked or disconnected',
  async (provider) => {
    const admin = await clientOfAdmin()
    const office = await world.office()
    const space = await world.subOffice(office.id)
    const detail = 'This office is not connected to this service.'

    expect(answered(await admin.calendars(provider, office.id))).toEqual({ calendars: [], failure: detail })
    const linked = await admin.linkCalendar(provider, space.id, 'primary')
    expect([linked.status, linked.data]).toEqual([409, { detail }])
    const disconnected = await admin.disconnectCalendar(provider, office.id)
    expect([disconnected.status, disconnected.data]).toEqual([404, { detail }])
  },
)

test('without an account, Pickspace says that it is not configured, and Nexudus has no resources', async () => {
  const admin = await clientOfAdmin()
  const office = await world.office()

  const rooms = await admin.pickspaceRooms(office.id)
  expect([rooms.status, rooms.data]).toEqual([404, { detail: 'Pickspace not configured for this office' }])
  expect(answered(await admin.nexudusResources(office.id))).toMatchObject({ data: [] })
})
