import type { AccountTest, CalendarAccount } from '@keyhour/contract/calendar-accounts'
import type { CalendarLink } from '@keyhour/contract/calendars'
import { simulateNexudus } from '@keyhour/simulators/nexudus'
import { simulatePickspace } from '@keyhour/simulators/pickspace'
import { simulateRoo } from '@keyhour/simulators/roo'
import { afterAll, afterEach, expect, test } from 'vitest'
import { calendarLinks } from '#server/db/schema/calendars.ts'
import { eventually } from '../../../test/eventually.ts'
import { startWorld } from '../../../test/world.ts'

const nexudus = await simulateNexudus({ now: () => new Date('2026-03-02T08:00:00Z') })
const pickspace = await simulatePickspace()
const roo = await simulateRoo()
afterAll(() => Promise.all([nexudus, pickspace, roo].map(({ close }) => close())))
afterEach(() => {
  for (const { behave } of [nexudus, pickspace, roo]) behave()
})
const world = await startWorld({
  NEXUDUS_URL: nexudus.apiUrl,
  PICKSPACE_URL: pickspace.url,
  WEBHOOK_NETWORKS: 'loopback',
})
const admin = await world.user({ admin: true })
const jaffa = nexudus.addResource({ Name: 'Jaffa' })
const room = pickspace.addRoom({ name: 'Room 4', location_id: '7' })
roo.addRoom('r1', 'Blue')

const NEXUDUS = {
  provider: 'nexudus',
  email: nexudus.email,
  business_id: String(nexudus.businessId),
  clock: 'utc',
  secret: nexudus.password,
}
const PICKSPACE = { provider: 'pickspace', tenant: 'Florentin', secret: pickspace.password }
const ROO = {
  provider: 'roo',
  url: roo.url,
  header: 'X-Api-Key',
  rooms_path: '/rooms',
  id_field: 'id',
  name_field: 'name',
  bookings_path: '',
  secret: roo.token,
}

const anOffice = () => world.office({ pickspace_location_id: '7', pickspace_email: pickspace.email })
const accountsOf = (id: number) => `/api/admin/offices/${id}/calendar_accounts`
const save = (id: number, payload: object, as = admin) =>
  world.send({ method: 'PUT', url: accountsOf(id), payload }, as)
const remove = (id: number, provider: string) =>
  world.send({ method: 'DELETE', url: `${accountsOf(id)}/${provider}` }, admin)
const list = async (path: string) => (await world.get(path, admin)).json()
const statesOf = async (id: number) => (await list(`/api/admin/offices/${id}`)).integrations

const linksOf = async (id: number) =>
  (await world.db.select().from(calendarLinks)).filter(({ office_id }) => office_id === id)

test('an office is connected to Nexudus, and its resources are listed', async () => {
  const { id } = await anOffice()
  const saved = (await save(id, NEXUDUS)).json<AccountTest>()

  expect(saved).toMatchObject({ works: true, failure: null, found: 1 })
  expect(await list(`/api/nexudus/business-info/${id}`)).toEqual({
    data: [{ Id: jaffa, Name: 'Jaffa' }],
    failure: null,
  })
  expect(await statesOf(id)).toContainEqual(
    expect.objectContaining({ provider: 'nexudus', state: 'connected', failure: null }),
  )
  expect((await list(`/api/offices/${id}`)).nexudus_integration).toBe(true)
})

test('the secrets are kept and never shown', async () => {
  const { id } = await anOffice()
  await save(id, { ...NEXUDUS, webhook_secret: 'signing-secret' })
  const { secret, ...rest } = NEXUDUS
  expect((await save(id, { ...rest, clock: 'office' })).json()).toMatchObject({ works: true })
  const [account] = (await list(accountsOf(id))) as [CalendarAccount]

  expect(account).toEqual({
    ...rest,
    clock: 'office',
    has_webhook_secret: true,
    webhook_url: `${world.config.publicUrl}/api/nexudus/webhooks/${id}`,
  })
  const { rows } = await world.pool.query('select * from integrations where office_id = $1', [id])
  expect(JSON.stringify(rows)).not.toMatch(/nexudus-password|signing-secret/)
})

test('a wrong password is saved as failing, and the list is empty with the reason', async () => {
  const { id } = await anOffice()
  const failure = 'The permission to use this account has ended. Please connect it again.'
  const saved = (await save(id, { ...NEXUDUS, secret: 'guessed' })).json()

  expect(saved).toMatchObject({ works: false, failure, found: null })
  expect(await list(`/api/nexudus/business-info/${id}`)).toEqual({ data: [], failure })
  expect(await statesOf(id)).toContainEqual(
    expect.objectContaining({ provider: 'nexudus', state: 'failing', failure }),
  )
})

test('a password that was changed there is noticed, and so is that it works again', async () => {
  const { id } = await anOffice()
  await save(id, NEXUDUS)
  nexudus.misbehave('401')
  await list(`/api/nexudus/business-info/${id}`)
  expect(await statesOf(id)).toMatchObject([{ state: 'failing' }, { provider: 'pickspace' }])
  nexudus.behave()
  await list(`/api/nexudus/business-info/${id}`)

  expect(await statesOf(id)).toContainEqual(
    expect.objectContaining({ provider: 'nexudus', state: 'connected', failure: null }),
  )
})

test.each([
  ['500', 'The service reports an error. We keep trying.'],
  ['talks nonsense', "We could not understand the service's answer."],
  ['409 throttled', 'The service has asked us to slow down. We will continue soon.'],
] as const)(
  'resources that cannot be listed because Nexudus says %s are an empty list',
  async (fault, failure) => {
    const { id } = await anOffice()
    await save(id, NEXUDUS)
    nexudus.misbehave(fault)

    expect(await list(`/api/nexudus/business-info/${id}`)).toEqual({ data: [], failure })
    expect(await statesOf(id)).toContainEqual(
      expect.objectContaining({ provider: 'nexudus', state: 'connected', failure: null }),
    )
  },
)

test('an office without Nexudus has no resources', async () => {
  const { id } = await anOffice()
  expect(await list(`/api/nexudus/business-info/${id}`)).toEqual({ data: [], failure: null })
  expect((await world.get('/api/nexudus/business-info/999999', admin)).statusCode).toBe(404)
})

test('Pickspace rooms are listed once it is configured, and not before', async () => {
  const { id } = await anOffice()
  const before = await world.get(`/api/offices/pickspace-rooms/${id}`, admin)
  expect(before.json()).toMatchObject({ detail: 'Pickspace not configured for this office' })
  expect(before.statusCode).toBe(404)
  expect((await save(id, PICKSPACE)).json()).toMatchObject({ works: true, found: 1 })

  expect(await list(`/api/offices/pickspace-rooms/${id}`)).toEqual([{ id: room, name: 'Room 4' }])
  expect(await list(accountsOf(id))).toEqual([{ provider: 'pickspace', tenant: 'florentin' }])
  pickspace.misbehave('500')
  const failing = await world.get(`/api/offices/pickspace-rooms/${id}`, admin)
  expect([failing.statusCode, failing.json().detail]).toEqual([
    503,
    'The service reports an error. We keep trying.',
  ])
})

test('Pickspace needs the location and the email of the office', async () => {
  const { id } = await world.office()
  const reply = await save(id, PICKSPACE)
  expect([reply.statusCode, reply.json().detail]).toEqual([
    409,
    'Please save the Pickspace location and email of this office first.',
  ])
})

test('rooms of another room-booking service are listed', async () => {
  const { id } = await anOffice()
  expect((await save(id, ROO)).json()).toMatchObject({ works: true, found: 1 })
  expect(await list(`/api/roo/rooms/${id}`)).toEqual({ rooms: [{ id: 'r1', name: 'Blue' }], failure: null })
})

test('a secret is not sent to another server than the one it was entered for', async () => {
  const { id } = await anOffice()
  await save(id, ROO)
  await save(id, PICKSPACE)
  const { secret, ...rest } = ROO
  const moved = await save(id, { ...rest, url: nexudus.url })
  expect(moved.json().detail).toMatchObject([{ loc: ['body', 'secret'], msg: 'Cannot be empty' }])
  const other = await save(id, { provider: 'pickspace', tenant: 'another' })

  expect(other.json().detail).toMatchObject([{ loc: ['body', 'secret'] }])
})

test.each([
  [{ url: 'https://169.254.169.254/' }, 'url', 'Keyhour does not connect to this network'],
  [{ url: 'https://dana:secret@rooms.example' }, 'url', 'Should not contain a user name or password'],
  [{ url: 'ftp://rooms.example' }, 'url', 'Should be an address like https://rooms.example'],
  [{ rooms_path: '//evil.example/rooms' }, 'rooms_path', 'Should be a path like /rooms'],
  [{ header: 'X-Key\r\nHost' }, 'header', 'Should be the name of a header, like X-Api-Key'],
  [{ bookings_path: '/bookings' }, 'bookings_path', 'Should contain {room}'],
])('the settings %j are refused', async (change, field, msg) => {
  const { id } = await anOffice()
  const reply = await save(id, { ...ROO, ...change })
  expect(reply.statusCode).toBe(422)
  expect(reply.json().detail).toMatchObject([{ loc: ['body', field], msg }])
})

test('disconnecting unlinks the sub-offices and forgets the secret', async () => {
  const { id } = await anOffice()
  const space = await world.subOffice(id, { nexudus_resource_id: String(jaffa) })
  await world.unit(id, space.id)
  await save(id, NEXUDUS)
  expect(await linksOf(id)).toMatchObject([
    { provider: 'nexudus', calendar_id: String(jaffa), sub_office_id: space.id },
  ])
  expect((await remove(id, 'nexudus')).statusCode).toBe(200)
  expect((await remove(id, 'nexudus')).statusCode).toBe(404)
  expect(await list(accountsOf(id))).toEqual([])
  await world.runJobs()

  const { rows } = await world.pool.query(
    `select (select count(*) from calendar_links where office_id = $1)::int as links,
       (select count(*) from integrations where office_id = $1)::int as accounts,
       (select nexudus_resource_id from sub_offices where id = $2) as field,
       (select array_agg(action order by id) from audit_log where subject = 'office' and subject_id = $1) as acts`,
    [id, space.id],
  )
  expect(rows).toEqual([
    { links: 0, accounts: 0, field: null, acts: ['connect calendars', 'disconnect calendars'] },
  ])
})

test('a linked room of a service without calls for bookings is no failure, before and after it was tried', async () => {
  const { id } = await anOffice()
  await world.subOffice(id, { pickspace_room_id: room, roo_room_id: 'r1' })
  await save(id, PICKSPACE)
  await save(id, ROO)
  const links = async () => (await list(`/api/admin/offices/${id}/calendar-links`)) as CalendarLink[]
  expect((await links()).find(({ provider }) => provider === 'pickspace')).toMatchObject({
    is_exchanged: false,
  })
  await world.runJobs()

  const none = { is_exchanged: false, state: 'linked', failure: null, failing_since: null, read_at: null }
  expect(await links()).toMatchObject([
    { provider: 'pickspace', ...none },
    { provider: 'roo', ...none },
  ])
})

/** An office that is connected, with two coming orders in its one room. */
async function bookedOffice(account: object, fields: object) {
  const { id: office_id } = await anOffice()
  const { id: sub_office_id } = await world.subOffice(office_id, fields)
  await world.unit(office_id, sub_office_id)
  await save(office_id, account)
  for (const [start, end] of [
    ['10:00', '11:00'],
    ['12:00', '13:00'],
  ]) {
    const booking = { office_id, sub_office_id, date: '2026-03-05', start, end }
    expect((await world.post('/api/orders', booking, await world.user())).statusCode).toBe(201)
  }
  await world.runJobs()
  return office_id
}
const accountsIn = async (office_id: number) =>
  (await world.pool.query('select state from integrations where office_id = $1', [office_id])).rows

test('disconnecting Nexudus removes coming orders there before the password is forgotten, even with pauses', async () => {
  const resource = nexudus.addResource({ Name: 'Haifa' })
  const office_id = await bookedOffice(NEXUDUS, { nexudus_resource_id: String(resource) })
  expect(nexudus.bookingsOf(resource)).toHaveLength(2)
  await remove(office_id, 'nexudus')
  expect(await accountsIn(office_id)).toEqual([{ state: 'disconnected' }])
  const [, second] = nexudus.bookingsOf(resource)
  nexudus.misbehave('409 throttled', new RegExp(`DELETE .*/${second!.Id}$`), 1)
  await world.runJobs()

  expect(nexudus.bookingsOf(resource)).toEqual([])
  expect(await accountsIn(office_id)).toEqual([])
})

test('disconnecting another room-booking service removes coming orders there', async () => {
  roo.addRoom('r2', 'Green')
  const account = { ...ROO, bookings_path: '/rooms/{room}/bookings' }
  const office_id = await bookedOffice(account, { roo_room_id: 'r2' })
  expect(roo.bookingsOf('r2')).toHaveLength(2)
  await remove(office_id, 'roo')
  await world.runJobs()

  expect(roo.bookingsOf('r2')).toEqual([])
  expect(await accountsIn(office_id)).toEqual([])
})

test.each([
  ['nexudus', NEXUDUS, nexudus],
  ['roo', { ...ROO, bookings_path: '/rooms/{room}/bookings' }, roo],
] as const)(
  'disconnecting %s forgets a password that does not work there any more',
  async (provider, account, service) => {
    roo.addRoom('r3', 'Red')
    const resource = nexudus.addResource({ Name: 'Acre' })
    const fields = { nexudus_resource_id: String(resource), roo_room_id: 'r3' }
    const office_id = await bookedOffice(account, fields)
    service.misbehave({ status: 401, text: 'no' })
    await remove(office_id, provider)
    await world.runJobs()

    expect(await accountsIn(office_id)).toEqual([])
  },
)

test('an account that is connected again while it is being disconnected stays', async () => {
  const { id } = await anOffice()
  await save(id, NEXUDUS)
  await remove(id, 'nexudus')
  const { secret, ...withoutSecret } = NEXUDUS
  expect((await save(id, withoutSecret)).json().detail).toMatchObject([{ loc: ['body', 'secret'] }])
  await save(id, NEXUDUS)
  await world.runJobs()

  expect(await accountsIn(id)).toEqual([{ state: 'connected' }])
})

test('sub-offices that name the same resource are no obstacle to connecting: the first is linked', async () => {
  const { id } = await anOffice()
  const fields = { nexudus_resource_id: String(jaffa) }
  const [first, second] = [await world.subOffice(id, fields), await world.subOffice(id, fields)]
  expect((await save(id, NEXUDUS)).statusCode).toBe(200)

  expect(await linksOf(id)).toMatchObject([{ sub_office_id: first.id }])
  const { rows } = await world.pool.query('select nexudus_resource_id from sub_offices where id = $1', [
    second.id,
  ])
  expect(rows).toEqual([{ nexudus_resource_id: null }])
})

test('a corrected password makes links that failed work at once', async () => {
  const { id } = await anOffice()
  await world.subOffice(id, { nexudus_resource_id: String(jaffa) })
  await save(id, { ...NEXUDUS, secret: 'guessed' })
  await world.runJobs()
  expect(await linksOf(id)).toMatchObject([{ state: 'unreachable', failure: 'consent_gone', read_at: null }])
  await save(id, { ...NEXUDUS, secret: 'guessed again' })
  expect(await linksOf(id)).toMatchObject([{ failure: 'consent_gone' }])
  await save(id, NEXUDUS)
  await world.runJobs()

  expect(await linksOf(id)).toMatchObject([
    { state: 'linked', failure: null, failing_since: null, read_at: '2026-03-02T08:00:00.000Z' },
  ])
})

test.each(['connecting', 'disconnecting'])(
  '%s waits for the spaces before it locks the account',
  async (what) => {
    const { id } = await anOffice()
    await save(id, NEXUDUS)
    const other = await world.pool.connect()
    await other.query('begin')
    await other.query('select from offices where id = $1 for no key update', [id])
    const onItsWay = what === 'connecting' ? save(id, NEXUDUS) : remove(id, 'nexudus')
    const waiting =
      "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()"
    await eventually(async () => expect((await world.pool.query(waiting)).rowCount).toBe(1))
    const account = await other.query(
      'select from integrations where office_id = $1 for update skip locked',
      [id],
    )
    await other.query('commit')
    other.release()

    expect([account.rowCount, (await onItsWay).statusCode]).toEqual([1, 200])
  },
)

test('two admins who connect at the same time leave one account', async () => {
  const { id } = await anOffice()
  const replies = await Promise.all([1, 2, 3].map(() => save(id, NEXUDUS)))
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
  expect(await list(accountsOf(id))).toHaveLength(1)
})

test('only admins connect, list and disconnect', async () => {
  const { id } = await anOffice()
  const person = await world.user()
  for (const path of [
    accountsOf(id),
    `/api/nexudus/business-info/${id}`,
    `/api/offices/pickspace-rooms/${id}`,
  ])
    expect((await world.get(path, person)).statusCode).toBe(403)
  expect((await save(id, NEXUDUS, person)).statusCode).toBe(403)
})
