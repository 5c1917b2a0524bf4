import type { Office } from '@keyhour/contract/offices'
import { expect, test } from 'vitest'
import { devices } from '#server/db/schema/access.ts'
import { calendarLinks } from '#server/db/schema/calendars.ts'
import { integrations } from '#server/db/schema/offices.ts'
import { startWorld } from '../../../test/world.ts'

const world = await startWorld()
const [admin, manager, member] = [await world.user({ admin: true }), await world.user(), await world.user()]

const names = (reply: { json: () => { name: string }[] }) => reply.json().map((office) => office.name)

test('managers and owners watch their offices; admins watch all', async () => {
  const mine = await world.office({ name: 'Mine', address: '1 Port St', pictures: ['port.webp', 'b.webp'] })
  const owned = await world.office({ name: 'Owned' })
  const visited = await world.office({ name: 'Only visited' })
  const closed = await world.office({ name: 'Closed down', deleted_at: '2026-01-01T00:00:00Z' })
  await world.member(mine.id, manager.id, 'manager')
  await world.member(owned.id, manager.id, 'owner')
  await world.member(visited.id, manager.id, 'member')
  await world.member(closed.id, manager.id, 'manager')
  const room = await world.subOffice(mine.id, { name: 'Blue room', type: 'meeting_room' })
  await world.subOffice(mine.id, { name: 'Torn down', deleted_at: '2026-01-01T00:00:00Z' })

  const reply = await world.get('/api/offices/my-offices', manager)
  expect(reply.json()).toMatchObject([
    { name: 'Mine', only_owned: false, address: '1 Port St', picture: '/static/office_images/port.webp' },
    { name: 'Owned', only_owned: true, picture: null },
  ])
  expect(reply.json()[0].sub_offices).toEqual([
    { id: room.id, name: 'Blue room', name_he: null, type: 'meeting_room', rent_type: 'hour' },
  ])
  expect((await world.get('/api/offices/my-offices', member)).json()).toEqual([])
  expect(names(await world.get('/api/offices/my-offices', admin))).toEqual(['Mine', 'Only visited', 'Owned'])
})

test('the public sees no Wi-Fi password, hub or integration; admins see what they manage', async () => {
  const office = await world.office({
    wifi_name: 'guest',
    wifi_password_sealed: world.secrets.seal('let-me-in'),
  })
  await world.db.insert(integrations).values({
    office_id: office.id,
    provider: 'google',
    credentials_sealed: world.secrets.seal('refresh-token'),
  })
  await world.subOffice(office.id, { google_calendar_id: 'room@calendar', price_per_hour: 4990 })

  const seenByMember = (await world.get(`/api/offices/${office.id}`, member)).json()
  expect(JSON.stringify(seenByMember)).not.toMatch(/let-me-in|refresh-token|calendar|wifi_name|credentials/)
  expect(seenByMember.sub_offices[0].price_per_hour).toBe(49.9)

  const seenByAdmin = (await world.get(`/api/offices/${office.id}`, admin)).json()
  expect(seenByAdmin).toMatchObject({
    wifi_password: '••••••••',
    google_credentials: true,
    outlook_credentials: false,
    sub_offices: [{ google_calendar_id: 'room@calendar' }],
  })
  expect(JSON.stringify(seenByAdmin)).not.toContain('refresh-token')
})

test('Wi-Fi passwords are masked everywhere, even one that cannot be decrypted', async () => {
  const locked = await world.office({ wifi_password_sealed: world.secrets.seal('let-me-in') })
  const broken = await world.office({ wifi_password_sealed: 'sealed-with-another-key' })
  const none = await world.office()
  const list: { id: number; wifi_password: string | null }[] = (
    await world.get('/api/offices/', admin)
  ).json()
  const listed = (office: { id: number }) => list.find(({ id }) => id === office.id)?.wifi_password
  const shown = async (office: { id: number }) =>
    (await world.get(`/api/offices/${office.id}`, admin)).json().wifi_password

  const masked = ['••••••••', '••••••••', null]
  expect([listed(locked), listed(broken), listed(none)]).toEqual(masked)
  expect([await shown(locked), await shown(broken), await shown(none)]).toEqual(masked)
})

test('every office comes with its own spaces and doors, and its version', async () => {
  const [one, other] = [await world.office({ version: 3 }), await world.office()]
  const room = await world.subOffice(one.id, { version: 2 })
  const desk = await world.subOffice(other.id)
  const door = { office_id: other.id, name: 'Gate', home_assistant_id: 'lock.gate', type: 'lock' }
  await world.db.insert(devices).values(door)
  const list: Office[] = (await world.get('/api/offices/', admin)).json()
  const listed = (office: { id: number }) => list.find(({ id }) => id === office.id)

  expect(listed(one)).toMatchObject({
    version: 3,
    sub_offices: [{ id: room.id, version: 2 }],
    ha_devices: [],
  })
  expect(listed(other)).toMatchObject({
    version: 1,
    sub_offices: [{ id: desk.id }],
    ha_devices: ['lock.gate'],
  })
})

test('hidden and deleted offices are in no public list, but admins see them all', async () => {
  const shown = await world.office({ name: 'Shown' })
  const hidden = await world.office({ name: 'Hidden', hidden: true })
  const unlisted = await world.office({ name: 'Unlisted', hide_from_all_view: true })
  const deleted = await world.office({ name: 'Deleted', deleted_at: '2026-01-01T00:00:00Z' })

  const publicNames = names(await world.get('/api/offices/'))
  expect(publicNames).toContain(shown.name)
  for (const office of [hidden, unlisted, deleted]) expect(publicNames).not.toContain(office.name)
  expect(names(await world.get('/api/offices/', admin))).toEqual(
    expect.arrayContaining(['Hidden', 'Unlisted', 'Deleted']),
  )
  expect((await world.get(`/api/offices/${deleted.id}`)).statusCode).toBe(404)
})

test('a hidden office exists only for its members, for customers with an order there, and for admins', async () => {
  const [guest, owner, stranger] = [await world.user(), await world.user(), await world.user()]
  const hidden = await world.office({ hidden: true })
  await world.member(hidden.id, owner.id, 'owner')
  await world.member(hidden.id, member.id, 'member')
  await world.order({ office_id: hidden.id, user_id: guest.id })
  await world.order({ office_id: (await world.office()).id, user_id: stranger.id })
  const seen = (as?: typeof admin) => world.get(`/api/offices/${hidden.id}`, as)

  for (const person of [guest, owner, member, admin])
    expect((await seen(person)).json().name).toBe(hidden.name)
  for (const person of [stranger, undefined]) {
    const reply = await seen(person)
    expect([reply.statusCode, reply.json()]).toEqual([404, { detail: 'This office does not exist.' }])
  }
})

test('an office left out of lists can be opened by its address', async () => {
  const unlisted = await world.office({ hide_from_all_view: true })

  expect((await world.get(`/api/offices/${unlisted.id}`)).json().name).toBe(unlisted.name)
})

const list = (query = '', as?: typeof admin, headers: Record<string, string> = {}) =>
  world.send({ method: 'GET', url: `/api/offices/${query}`, headers }, as)

test('the public list is sent again only after an office or a sub-office has changed', async () => {
  const office = await world.office({ name: 'Known' })
  const first = await list()
  const known = { 'if-none-match': String(first.headers.etag) }

  expect((await list('', undefined, known)).statusCode).toBe(304)
  expect((await list('', member, known)).statusCode).toBe(304)
  const room = await world.subOffice(office.id, { name: 'Added later' })
  const changed = await list('', undefined, known)
  expect(changed.statusCode).toBe(200)
  expect(changed.body).toContain('Added later')
  await world.pool.query('update sub_offices set deleted_at = now() where id = $1', [room.id])
  expect((await list()).body).not.toContain('Added later')
  await world.pool.query('update offices set hidden = true where id = $1', [office.id])
  expect(names(await list())).not.toContain('Known')
})

test('a change that was not committed when the list was cached is seen after its commit', async () => {
  const office = await world.office({ name: 'Slow before' })
  const slow = await world.pool.connect()
  await slow.query('begin')
  await slow.query(`update offices set name = 'Slow after' where id = $1`, [office.id])
  await world.office({ name: 'Quick' })
  expect(names(await list())).toEqual(expect.arrayContaining(['Slow before', 'Quick']))
  await slow.query('commit')
  slow.release()

  expect(names(await list())).toContain('Slow after')
})

test('the list for admins is cached nowhere and sent to nobody else', async () => {
  const hidden = await world.office({ name: 'Only for admins', hidden: true })
  const forAdmin = await list('', admin)
  const known = { 'if-none-match': String((await list()).headers.etag) }

  expect([forAdmin.headers.etag, forAdmin.headers['cache-control']]).toEqual([undefined, 'no-store'])
  expect(names(await list('', admin, known))).toContain(hidden.name)
  for (const as of [undefined, member]) expect(names(await list('', as))).not.toContain(hidden.name)
})

test('offices are searched, sorted and paged, with the total; hidden ones are not found', async () => {
  const street = 'Paged street'
  for (const name of ['Cedar', 'Alder', 'Birch']) await world.office({ name, address: street })
  const oak = await world.office({ name: 'Oak' })
  await world.subOffice(oak.id, { name: 'Room in paged street' })
  await world.office({ name: 'Secret', address: street, hidden: true })
  const page = async (query: string, as?: typeof admin) => {
    const reply = await list(`?q=paged%20street&${query}`, as)
    return [names(reply), reply.headers['x-total-count']]
  }

  expect(await page('')).toEqual([['Alder', 'Birch', 'Cedar', 'Oak'], '4'])
  expect(await page('page=1&page_size=3')).toEqual([['Alder', 'Birch', 'Cedar'], '4'])
  expect(await page('page=2&page_size=3')).toEqual([['Oak'], '4'])
  expect(await page('sort=created_at&direction=desc&page_size=2')).toEqual([['Oak', 'Birch'], '4'])
  expect((await page('', admin))[0]).toContain('Secret')
  expect((await list('?page_size=1000')).statusCode).toBe(422)
  expect((await list()).headers['x-total-count']).toBeUndefined()
})

test('an office tells of its own links to a service, and not of those of others', async () => {
  const connect = async (state: 'linked' | 'missing', read_at: string | null) => {
    const office = await world.office()
    const room = await world.subOffice(office.id)
    await world.db
      .insert(integrations)
      .values({ office_id: office.id, provider: 'nexudus', credentials_sealed: 'x' })
    const link = { office_id: office.id, sub_office_id: room.id, provider: 'nexudus' as const }
    await world.db.insert(calendarLinks).values({ ...link, calendar_id: `r${room.id}`, state, read_at })
    return office.id
  }
  const [failing, healthy] = [
    await connect('missing', null),
    await connect('linked', '2026-03-02T07:00:00.000Z'),
  ]
  const stateOf = async (id: number) =>
    (await world.get(`/api/admin/offices/${id}`, admin)).json().integrations
  expect(await stateOf(failing)).toMatchObject([{ failing_links: 1, read_at: null }])
  expect(await stateOf(healthy)).toMatchObject([{ failing_links: 0, read_at: '2026-03-02T07:00:00.000Z' }])
})
