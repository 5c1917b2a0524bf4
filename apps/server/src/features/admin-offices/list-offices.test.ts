import type { AdminOffice } from '@keyhour/contract/admin-offices'
import { expect, test } from 'vitest'
import { integrations } from '#server/db/schema/offices.ts'
import { startWorld } from '../../../test/world.ts'

const world = await startWorld()
const admin = await world.user({ admin: true })

const loft = await world.office({
  name: 'Loft',
  address: 'Rothschild 1, Tel Aviv',
  lat: 32.0741,
  lon: 34.7821,
  open_hours: '07:30',
  close_hours: '21:15',
  wifi_name: 'Guest net',
  wifi_password_sealed: world.secrets.seal('let-me-in'),
  printer_instructions: 'Ask for the blue key',
  openpath_org_id: 'org-48213',
  openpath_entry_id: 'entry-90177',
  createdAt: '2026-01-01T00:00:00Z',
})
const attic = await world.office({
  name: 'attic 100%',
  address: 'Herzl 5, Haifa',
  lat: 32.800009,
  lon: 34.9,
  createdAt: '2026-01-03T00:00:00Z',
})
const cellar = await world.office({
  name: 'Cellar',
  address: 'Unter den Linden 1',
  lat: 52.5,
  lon: 13.4,
  price_per_day: 123_450,
  open_hours: '09:00',
  close_hours: '17:00',
  createdAt: '2026-01-02T00:00:00Z',
  deleted_at: '2026-02-01T00:00:00Z',
})
await world.subOffice(attic.id, { name: 'Podcast corner' })
await world.db.insert(integrations).values({ office_id: cellar.id, provider: 'outlook' })
await world.subOffice(attic.id, { name: 'Old studio', deleted_at: '2026-02-01T00:00:00Z' })

const list = (query = '') => world.get(`/api/admin/offices?${query}`, admin)
const names = async (query: string) => (await list(query)).json<AdminOffice[]>().map(({ name }) => name)

test('all offices are listed, deleted ones too, the newest first, with their details', async () => {
  const reply = await list()

  expect([reply.headers['x-total-count'], reply.json()]).toMatchObject([
    '3',
    [
      { id: attic.id, sub_offices: [{ name: 'Old studio' }, { name: 'Podcast corner' }] },
      { id: cellar.id, deleted_at: '2026-02-01T00:00:00.000Z' },
      { id: loft.id, wifi_name: 'Guest net', wifi_password: '••••••••', cleaning_buffer_minutes: 0 },
    ],
  ])
  expect(reply.body).not.toContain('let-me-in')
})

test.each([
  ['name', ['attic 100%', 'Cellar', 'Loft'], ['Loft', 'Cellar', 'attic 100%']],
  ['lat', ['Loft', 'attic 100%', 'Cellar'], ['Cellar', 'attic 100%', 'Loft']],
  ['lon', ['Cellar', 'Loft', 'attic 100%'], ['attic 100%', 'Loft', 'Cellar']],
  ['open_hours', ['Loft', 'Cellar', 'attic 100%'], ['Cellar', 'Loft', 'attic 100%']],
  ['close_hours', ['Cellar', 'Loft', 'attic 100%'], ['Loft', 'Cellar', 'attic 100%']],
  ['created_at', ['Loft', 'Cellar', 'attic 100%'], ['attic 100%', 'Cellar', 'Loft']],
])('sorted by %s, both ways; those without hours come last', async (sort, up, down) => {
  expect(await names(`sort=${sort}`)).toEqual(up)
  expect(await names(`sort=${sort}&direction=desc`)).toEqual(down)
})

test.each([
  ['loft', ['Loft']],
  ['ROTHSCHILD', ['Loft']],
  ['32.0741', ['Loft']],
  ['07:30', ['Loft']],
  ['21:15', ['Loft']],
  ['guest', ['Loft']],
  ['blue key', ['Loft']],
  ['org-48213', ['Loft']],
  ['entry-90177', ['Loft']],
  ['podcast', ['attic 100%']],
  ['old studio', ['attic 100%']],
  [String(cellar.id), expect.arrayContaining(['Cellar'])],
  ['100%', ['attic 100%']],
  ['0%', ['attic 100%']],
  ['ZY', []],
  ['st', expect.arrayContaining(['attic 100%'])],
  ['1%00', []],
  ['let-me-in', []],
  ['Jan 1st 26', ['Loft']],
  ['jan 3RD', ['attic 100%']],
  ['2.1.26', ['Cellar']],
  ['₪50.00', ['attic 100%']],
  ['1,234.5', ['Cellar']],
  ['openpath', ['Loft']],
  ['Outlook', ['Cellar']],
  ['24/7', ['attic 100%']],
  ['32.80001', ['attic 100%']],
  ['-13.4', []],
  ['loft roth', []],
  ['  ', ['attic 100%', 'Cellar', 'Loft']],
])('searching %o finds %o', async (q, found) => {
  expect(await names(`q=${encodeURIComponent(q)}`)).toEqual(found)
})

test('each filter applies to one column, and all of them must match', async () => {
  expect(await names('name=L')).toEqual(['Cellar', 'Loft'])
  expect(await names('wifi_name=net')).toEqual(['Loft'])
  expect(await names('name=cellar&wifi_name=net')).toEqual([])
  expect((await list('name=l&q=linden')).headers['x-total-count']).toBe('1')
})

test('pages do not overlap, and a page beyond the last one still gives the total', async () => {
  const pages = [await names('page=1&page_size=2&sort=lat'), await names('page=2&page_size=2&sort=lat')]
  const beyond = await list('page=9&page_size=2')

  expect(pages).toEqual([['Loft', 'attic 100%'], ['Cellar']])
  expect([beyond.json(), beyond.headers['x-total-count']]).toEqual([[], '3'])
})

test('the integrations of an office come with their state and the reason of a failure', async () => {
  const { id } = await world.office({
    name: 'Tied',
    openpath_org_id: '1',
    pickspace_location_id: '2',
    tuya_devices: ['bf1'],
  })
  await world.db.insert(integrations).values([
    { office_id: id, provider: 'google' },
    { office_id: id, provider: 'outlook', state: 'failing', failure: 'The password has changed.' },
    { office_id: id, provider: 'pickspace' },
    { office_id: id, provider: 'roo', state: 'disconnected' },
  ])
  const [tied] = (await list('name=tied')).json<AdminOffice[]>()
  const none = { failure: null }

  expect(tied).toMatchObject({
    integrations: [
      { provider: 'google', state: 'connected', ...none },
      { provider: 'outlook', state: 'failing', failure: 'The password has changed.' },
      { provider: 'pickspace', state: 'connected', ...none },
      { provider: 'roo', state: 'disconnected', ...none },
      { provider: 'openpath', state: 'disconnected', ...none },
      { provider: 'tuya', state: 'disconnected', ...none },
    ],
    google_credentials: true,
    outlook_credentials: true,
    roo_integration: false,
  })
  await world.db.delete(integrations)
  await world.pool.query('delete from offices where id = $1', [id])
})

test('the map gets the positions of offices, and nothing else', async () => {
  const gone = await world.office({ name: 'Gone', deleted_at: '2026-02-01T00:00:00Z' })
  const locations = (await world.get('/api/admin/offices/locations', admin)).json()

  expect(locations).toContainEqual({ id: loft.id, name: 'Loft', lat: 32.0741, lon: 34.7821 })
  expect(locations.map(({ id }: { id: number }) => id)).not.toContain(gone.id)
})

test.each(['נוף', 'הנשיא', 'ברוש', 'כרמל'])(
  '%s finds an office by its Hebrew name, address or space',
  async (q) => {
    const { id } = await world.office({
      name: 'Hill View',
      name_he: 'נוף כרמל',
      address_he: 'שדרות הנשיא 134, חיפה',
    })
    await world.subOffice(id, { name: 'Cypress', name_he: 'ברוש' })

    expect(await names(`q=${encodeURIComponent(q)}`)).toContain('Hill View')
    await world.pool.query('update offices set name_he = null, address_he = null where id = $1', [id])
    await world.pool.query('update sub_offices set name_he = null where office_id = $1', [id])
  },
)
