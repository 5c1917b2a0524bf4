import { FoundSpaces, searchSpaces as searchCall } from '@keyhour/contract/spaces'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { buildApp } from '#server/app.ts'
import { openDatabase } from '#server/db/connection.ts'
import { offices, subOffices } from '#server/db/schema/offices.ts'
import { describeFinding } from '#server/features/spaces/finding-rules.ts'
import { searchSpaces } from '#server/features/spaces/search-spaces.ts'
import { startWorld } from '../../../test/world.ts'

const world = await startWorld()

/** Each test searches its own town. */
let towns = 0
let town = ''
beforeEach(() => {
  world.setNow('2026-03-02T08:00:00.000Z')
  towns += 1
  town = `Town${towns}x`
})

type OfficeFields = Partial<typeof offices.$inferInsert>

/** Numbers of the same length sort in the order of their creation. */
let made = 100
const nextName = () => `Office ${++made}`

async function space(
  office: OfficeFields = {},
  subOffice: Partial<typeof subOffices.$inferInsert> = {},
  units = 1,
) {
  const hours = { open_hours: '08:00', close_hours: '20:00' }
  const place = await world.office({ name: nextName(), address: `Street 1, ${town}`, ...hours, ...office })
  const part = await world.subOffice(place.id, { name: 'Room', type: 'lecture_room', ...subOffice })
  for (let number = 1; number <= units; number += 1) await world.unit(place.id, part.id, number)
  return { office_id: place.id, sub_office_id: part.id }
}

async function wholeOffice(office: OfficeFields = {}) {
  const place = await world.office({
    name: nextName(),
    address: `Street 1, ${town}`,
    price_per_hour: 9000,
    ...office,
  })
  await world.unit(place.id)
  return { office_id: place.id, sub_office_id: null }
}

const morning = { date: '2026-03-03', start: '09:00', end: '11:00' }

type Query = Record<string, string | number>
const ask = (query: Query) =>
  world.get(
    `/api/spaces?${new URLSearchParams(Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]))}`,
  )

async function search(query: Query = {}) {
  const reply = await ask({ place: town, page_size: 100, ...query })
  expect(reply.statusCode).toBe(200)
  return reply.json<FoundSpaces>()
}

const at = (query: Query = {}) => search({ ...morning, ...query })
const idsIn = ({ spaces }: FoundSpaces) => spaces.map(({ sub_office_id }) => sub_office_id)
const total = async (query: Query) => (await search(query)).total

test('a search without a time finds everything on offer, with all its details', async () => {
  const { office_id, sub_office_id } = await space(
    {
      name: 'Rothschild House',
      amenities: { wifi: true, printer: false, parking: true, kitchen: false },
      pictures: ['front.webp'],
    },
    { name: 'Fig', capacity: 8, amenities: { screen: true } },
  )

  const { spaces, ...rest } = await search()
  expect(spaces).toEqual([
    {
      office_id,
      sub_office_id,
      office_name: 'Rothschild House',
      office_name_he: null,
      name: 'Fig',
      name_he: null,
      address: `Street 1, ${town}`,
      address_he: null,
      type: 'lecture_room',
      rent_type: 'hour',
      capacity: 8,
      lat: 32.07,
      lon: 34.78,
      time_zone: 'Asia/Jerusalem',
      currency: 'ILS',
      tax_percent: 18,
      price_per_hour: 50,
      price_per_day: 300,
      picture: '/static/office_images/front.webp',
      amenities: ['wifi', 'parking', 'screen'],
      coming_soon: false,
      temporarily_closed: false,
      free: null,
      distance_km: null,
      free_now: true,
    },
  ])
  expect(rest).toMatchObject({
    total: 1,
    offices: [
      {
        ...{ office_id, name: 'Rothschild House', lat: 32.07, lon: 34.78, currency: 'ILS' },
        ...{ spaces: 1, sub_office_id, price: 59, per: 'hour' },
      },
    ],
    near: { lat: 32.07, lon: 34.78, of: 'place' },
  })
})

test('a space is shown with its own picture, or else with that of its office', async () => {
  await space({ name: 'A', pictures: ['front.webp'] }, { pictures: ['fig room.webp'] })
  await space({ name: 'B', pictures: ['front.webp'] })
  await space({ name: 'C' })

  expect((await search()).spaces.map(({ picture }) => picture)).toEqual([
    '/static/sub_office_images/fig%20room.webp',
    '/static/office_images/front.webp',
    null,
  ])
})

test('a search with a time finds exactly the spaces that are free all that time', async () => {
  const [free, taken, before] = [
    await space({ name: 'A' }),
    await space({ name: 'B' }),
    await space({ name: 'C' }),
  ]
  const person = await world.user()
  await world.post('/api/orders', { ...taken, ...morning, start: '10:30', end: '12:00' }, person)
  await world.post('/api/orders', { ...before, ...morning, start: '08:00', end: '09:00' }, person)

  const found = await at()
  expect(idsIn(found)).toEqual([free.sub_office_id, before.sub_office_id])
  expect([found.total, found.spaces[0]!.free]).toEqual([2, 1])
})

test('the time of a search is on the clock of each office', async () => {
  const night = { open_hours: null, close_hours: null }
  const [tokyo, berlin] = [
    await space({ ...night, time_zone: 'Asia/Tokyo' }),
    await space({ ...night, time_zone: 'Europe/Berlin' }),
  ]
  const person = await world.user()
  for (const place of [tokyo, berlin])
    await world.post('/api/orders', { ...place, ...morning, start: '11:00', end: '12:00' }, person)

  expect(idsIn(await at())).toEqual([tokyo.sub_office_id, berlin.sub_office_id])
  expect(idsIn(await at({ end: '11:30' }))).toEqual([])
})

test('hidden and deleted spaces are never found; those coming soon or closed only without a time', async () => {
  for (const flag of ['hidden', 'hide_from_all_view']) await space({ [flag]: true })
  await space({ deleted_at: '2026-03-01T00:00:00Z' })
  await space({}, { deleted_at: '2026-03-01T00:00:00Z' })
  const soon = await space({ coming_soon: true })
  const closed = await space({ temporarily_closed: true })

  expect((await search()).spaces).toMatchObject([
    { ...soon, coming_soon: true, temporarily_closed: false, free: null },
    { ...closed, coming_soon: false, temporarily_closed: true, free: null },
  ])
  expect((await at()).total).toBe(0)
})

test('an office that is closed at that time is not found', async () => {
  await space({ open_hours: '10:00' })
  await space({ close_hours: '10:30' })

  expect([(await search()).total, (await at()).total]).toEqual([2, 0])
})

test('an office without sub-offices is one space, once it has a price or is coming soon', async () => {
  const whole = await wholeOffice({ name: 'Villa', capacity: 20 })
  await wholeOffice({ price_per_hour: 0 })
  const soon = await wholeOffice({ price_per_hour: 0, coming_soon: true })

  expect((await search()).spaces.map(({ office_id }) => office_id).sort()).toEqual(
    [whole.office_id, soon.office_id].sort(),
  )
  expect((await at()).spaces).toMatchObject([
    {
      ...whole,
      name: 'Villa',
      office_name: 'Villa',
      type: 'office',
      capacity: 20,
      price_per_hour: 90,
      free: 1,
    },
  ])
  await world.post('/api/orders', { ...whole, ...morning }, await world.user())
  expect((await at()).total).toBe(0)
})

test('an open space is found if it has enough free seats', async () => {
  const open = await space({}, { type: 'open_space', capacity: 3 }, 3)
  const room = await space({}, { capacity: 2 })
  await world.post('/api/orders', { ...open, ...morning }, await world.user())

  expect((await at()).spaces).toMatchObject([
    { ...open, free: 2 },
    { ...room, free: 1 },
  ])
  expect(idsIn(await at({ people: 2 }))).toEqual([open.sub_office_id, room.sub_office_id])
  expect((await at({ people: 3 })).total).toBe(0)
  expect(idsIn(await search({ people: 3 }))).toEqual([open.sub_office_id])
})

test('days are taken whole, and the cleaning afterwards has to fit', async () => {
  const daily = await space({}, { rent_type: 'day' })
  const cleaned = await space({ cleaning_buffer_minutes: 30 })
  const person = await world.user()
  expect((await at()).total).toBe(2)
  await world.post('/api/orders', { ...daily, date: morning.date }, person)
  await world.post('/api/orders', { ...cleaned, ...morning, start: '11:00', end: '12:00' }, person)

  expect((await at()).total).toBe(0)
  expect(idsIn(await at({ end: '10:30' }))).toEqual([cleaned.sub_office_id])
})

test('a hold takes a space until it expires', async () => {
  const place = await space()
  await world.post('/api/orders/hold', { ...place, ...morning }, await world.user())

  expect((await at()).total).toBe(0)
  world.setNow('2026-03-02T08:05:00.000Z')
  expect((await at()).total).toBe(1)
})

test('a closure takes a space while it lasts', async () => {
  const place = await space()
  const admin = await world.user({ admin: true })
  const closure = { sub_office_id: null, ...morning, start: '08:00', end: '10:00', reason: 'Paint' }
  const closed = await world.post(`/api/admin/offices/${place.office_id}/closures`, closure, admin)
  expect(closed.statusCode).toBeLessThan(300)

  expect([(await at()).total, (await at({ start: '10:00' })).total]).toEqual([0, 1])
})

test('a search past midnight has the next date', async () => {
  const bar = await space({ open_hours: '18:00', close_hours: '03:00' })
  const night = { start: '23:00', end: '01:00', end_date: '2026-03-04' }

  expect(idsIn(await at(night))).toEqual([bar.sub_office_id])
  await world.post(
    '/api/orders',
    { ...bar, ...morning, ...night, start: '23:30', end: '00:30' },
    await world.user(),
  )
  expect((await at(night)).total).toBe(0)
  expect((await at({ date: '2026-03-04', start: '00:30', end: '02:00' })).total).toBe(1)
})

test('after midnight a space by the day is found for the current night', async () => {
  const bar = await space({ open_hours: '18:00', close_hours: '03:00' }, { rent_type: 'day' })
  world.setNow('2026-03-02T22:40:00.000Z')

  const night = { date: '2026-03-03', start: '01:00', end: '02:30' }
  expect(idsIn(await search(night))).toEqual([bar.sub_office_id])
  await world.post('/api/orders', { ...bar, date: '2026-03-02' }, await world.user())
  expect(idsIn(await search(night))).toEqual([])
})

test('times that are over, skipped by the clocks or more than a year ahead are never free', async () => {
  await space({ open_hours: null, close_hours: null })

  expect((await at({ date: '2026-03-02' })).total).toBe(0)
  expect((await at({ date: '2026-03-27', start: '02:30', end: '04:00' })).total).toBe(0)
  expect((await at({ date: '2026-03-27', start: '01:30', end: '04:00' })).total).toBe(1)
  expect((await at({ date: '2027-03-27' })).total).toBe(0)
})

test('a time that the clocks show twice means the first one', async () => {
  const place = await space({ open_hours: null, close_hours: null })
  const unit = await world.pool.query(`select id from units where office_id = ${place.office_id}`)
  const order = await world.order({ office_id: place.office_id, user_id: (await world.user()).id })
  // 01:30 is both 22:30 and 23:30 UTC.
  const [from, to] = ['2026-10-24T23:30:00Z', '2026-10-25T00:00:00Z']
  await world.taken(place.office_id, unit.rows[0].id, order.id, from, to)

  expect((await at({ date: '2026-10-25', start: '01:00', end: '01:30' })).total).toBe(1)
  expect((await at({ date: '2026-10-25', start: '01:30', end: '02:00' })).total).toBe(1)
  expect((await at({ date: '2026-10-25', start: '01:30', end: '02:30' })).total).toBe(0)
})

test('the price is that of an hour, or of a day for spaces by the day', async () => {
  const hourly = await space({}, { price_per_hour: 5000, price_per_day: 90_000 })
  const daily = await space({}, { rent_type: 'day', price_per_hour: 1000, price_per_day: 20_000 })

  expect(idsIn(await search({ max_price: 59 }))).toEqual([hourly.sub_office_id])
  expect(idsIn(await search({ max_price: 236 }))).toEqual([hourly.sub_office_id, daily.sub_office_id])
  expect(await total({ max_price: 58 })).toBe(0)
})

test('a price is compared with the tax of its office, and only with prices in the same currency', async () => {
  const dear = await space({ tax_percent: 0 }, { price_per_hour: 11_000 })
  const cheap = await space({ tax_percent: 18 }, { price_per_hour: 9000 })
  const dollars = await space({ currency: 'USD', tax_percent: 9 }, { price_per_hour: 2000 })
  const pounds = await space({ currency: 'GBP', tax_percent: 20 }, { price_per_hour: 1500 })
  const ids = async (query: Parameters<typeof search>[0]) => idsIn(await search(query))
  const [a, b, c, d] = [cheap, dear, dollars, pounds].map(({ sub_office_id }) => sub_office_id)

  expect(await ids({ max_price: 107 })).toEqual([a])
  expect(await ids({ max_price: 21, currency: 'USD' })).toEqual([])
  expect(await ids({ max_price: 22, currency: 'USD' })).toEqual([c])
  expect(await ids({ sort: 'price' })).toEqual([a, b, c, d])
  expect(await ids({ sort: 'price', direction: 'desc' })).toEqual([b, a, c, d])
  expect(await ids({ sort: 'price', currency: 'GBP' })).toEqual([d, c, a, b])
})

test('a place is searched in the address and in the names of space and office', async () => {
  const office = { name: `Harbour ${town}`, address: 'נמל 24, תל אביב' }
  const { sub_office_id } = await space(office, { name: 'Ficus' })
  const found = async (place: string) => idsIn(await search({ place })).includes(sub_office_id)

  for (const place of [`HARBOUR ${town}`, '24, תל', 'ficus', `ficus תל ${town}`, 'fic harb', ' ', '-'])
    expect([place, await found(place)]).toEqual([place, true])
  for (const place of ['24%', `lotus ${town}`, `ficus harbour ${town} haifa`])
    expect([place, await found(place)]).toEqual([place, false])
})

test.each([
  ['Rothschild Blvd 12, Tel Aviv-Yafo', 'tel aviv rothschild'],
  ['Rothschild Blvd 12, Tel Aviv-Yafo', 'tel-aviv'],
  ['Rothschild Blvd 12, Tel Aviv-Yafo', 'Rothschild,Tel Aviv'],
  ['Rothschild Blvd 12, Tel Aviv-Yafo', 'tel   aviv\t12'],
  ["3 Rager Blvd, Be'er Sheva", 'beer sheva'],
  ["3 Rager Blvd, Be'er Sheva", 'be’er sheva'],
  ['3 Rager Blvd, Beer Sheva', "be'er-sheva"],
  ['Torstraße 1, Berlin', 'torstrasse'],
  ['Torstrasse 1, Berlin', 'TORSTRAẞE'],
  ['Café de Flore, Orléans', 'cafe orleans'],
  ['רח׳ צה״ל 4, תל־אביב', 'רח צהל תל אביב'],
  ['4 צהל, תל אביב', '\u200fצה"ל תל-אביב'],
])('a space at %s is found by %s', async (address, place) => {
  await space({ address: `${address}, ${town}` })

  expect(await total({ place: `${place} ${town}` })).toBe(1)
})

test('types are counted regardless of the chosen type, amenities as if each were added', async () => {
  const amenities = { wifi: true, printer: false, parking: false, kitchen: false }
  await space({ amenities }, { type: 'office' })
  await space({ amenities: { ...amenities, parking: true } }, { type: 'office', amenities: { screen: true } })
  await space({ amenities: { ...amenities, wifi: false, parking: true } }, { type: 'clinics' })

  expect((await search({ type: 'office', amenities: 'wifi' })).counts).toEqual({
    types: { office: 2, open_space: 0, meeting_room: 0, lecture_room: 0, clinics: 0, podcast_room: 0 },
    amenities: { wifi: 2, printer: 0, parking: 1, kitchen: 0, screen: 1 },
  })
  const everything = await search({ amenities: '' })
  expect([everything.total, everything.counts.amenities.parking]).toEqual([3, 2])
  expect(everything.counts.types).toMatchObject({ office: 2, clinics: 1 })
  expect(await total({ amenities: 'parking,screen' })).toBe(1)
})

test('the nearest spaces come first, and all show their distance', async () => {
  const near = await space({ name: 'B', lat: 32.08, lon: 34.78 })
  const far = await space({ name: 'A', lat: 31.77, lon: 35.22 })
  const here = { lat: 32.0853, lon: 34.7818 }

  const { spaces } = await search({ ...here, sort: 'distance' })
  expect(spaces).toMatchObject([near, far])
  expect(spaces.map(({ distance_km }) => Math.round(distance_km!))).toEqual([1, 54])
  expect(idsIn(await search({ ...here, sort: 'distance', direction: 'desc' }))[0]).toBe(far.sub_office_id)
  expect((await search({ ...here, sort: 'name' })).spaces[0]).toMatchObject({
    ...far,
    distance_km: expect.any(Number),
  })
})

test('results are sorted and paged without gaps, and a page beyond the last still has the total', async () => {
  for (const price_per_hour of [3000, 1000, 2000, 2000]) await space({}, { price_per_hour })
  const pricesOn = async (query: Query) => {
    const { spaces, total } = await search({ sort: 'price', page_size: 2, ...query })
    return [spaces.map(({ price_per_hour }) => price_per_hour), total]
  }

  expect(await pricesOn({})).toEqual([[10, 20], 4])
  expect(await pricesOn({ page: 2 })).toEqual([[20, 30], 4])
  expect(await pricesOn({ direction: 'desc', page: 2 })).toEqual([[20, 10], 4])
  expect(await pricesOn({ page: 9 })).toEqual([[], 4])
  const pages = [
    await search({ sort: 'price', page_size: 2 }),
    await search({ sort: 'price', page_size: 2, page: 2 }),
  ]
  expect(new Set(pages.flatMap(idsIn)).size).toBe(4)
})

test("results are sorted by the names in the reader's language", async () => {
  const [first, second, third] = [
    await space({}, { name: 'Cedar', name_he: 'ארז' }),
    await space({}, { name: 'Almond', name_he: 'שקד' }),
    await space({}, { name: 'Birch', name_he: 'לבנה' }),
  ].map(({ sub_office_id }) => sub_office_id)

  expect(idsIn(await search({ sort: 'name' }))).toEqual([second, third, first])
  expect(idsIn(await search({ sort: 'name', language: 'he' }))).toEqual([first, third, second])
  expect(idsIn(await search({ sort: 'name', language: 'he', direction: 'desc' }))).toEqual([
    second,
    third,
    first,
  ])
})

test('results sort by space name, then office name; by size, the largest can come first', async () => {
  const [b, a] = [
    await space({ name: 'b' }, { name: 'Desk', capacity: 3 }),
    await space({ name: 'A' }, { name: 'desk', capacity: 2 }),
  ]
  const elm = await world.subOffice(a.office_id, { name: 'Élm', capacity: 9 })
  const byName = [a.sub_office_id, b.sub_office_id, elm.id]

  expect(idsIn(await search({ sort: 'name' }))).toEqual(byName)
  expect(idsIn(await search({ sort: 'name', direction: 'desc' }))).toEqual(byName.toReversed())
  expect(idsIn(await search({ sort: 'capacity', direction: 'desc' }))).toEqual([
    elm.id,
    b.sub_office_id,
    a.sub_office_id,
  ])
  expect((await search({ sort: 'name' })).offices).toMatchObject([
    { office_id: a.office_id, spaces: 2 },
    { office_id: b.office_id, spaces: 1 },
  ])
})

test('spaces that cannot be booked come last in every order', async () => {
  const soon = await space({ name: 'Alder', coming_soon: true, lat: 32, lon: 35 }, { price_per_hour: 100 })
  const open = await space({ name: 'Birch', lat: 33, lon: 35 }, { price_per_hour: 900 })

  for (const sort of ['best', 'name', 'price', 'capacity', 'distance'])
    expect(idsIn(await search({ sort, lat: 32, lon: 35 }))).toEqual([open.sub_office_id, soon.sub_office_id])
})

test.each([
  [{ ...morning, end: '09:00' }, 'end', 'End time must be after start time'],
  [{ date: '2026-03-03' }, 'start', 'Please choose a time'],
  [{ start: '09:00', end: '10:00' }, 'start', 'Please choose a time'],
  [{ sort: 'distance' }, 'sort', 'To sort by distance, share your location'],
  [{ lat: 91, lon: 0 }, 'lat', expect.any(String)],
  [{ amenities: 'wifi,pool' }, 'amenities', expect.any(String)],
  [{ type: 'castle' }, 'type', expect.any(String)],
])('%j is refused', async (query, field, msg) => {
  const reply = await ask(query)

  expect(reply.statusCode).toBe(422)
  expect(reply.json().detail[0]).toMatchObject({ loc: expect.arrayContaining(['query', field]), msg })
})

test('the next search on every server sees every change, however it was made', async () => {
  const { office_id, sub_office_id } = await space()
  const { db, close } = openDatabase(world.config.databaseUrl!, () => undefined)
  const other = await buildApp(
    { ...world, db },
    { log: world.app.log, webDist: new URL('nowhere/', import.meta.url) },
  )
  const totals = async () => {
    const { total } = (await other.inject(`/api/spaces?${new URLSearchParams({ place: town })}`)).json()
    return [(await search()).total, total]
  }
  const set = (change: OfficeFields) => world.db.update(offices).set(change).where(eq(offices.id, office_id))
  expect(await totals()).toEqual([1, 1])

  await set({ hidden: true })
  expect(await totals()).toEqual([0, 0])
  await set({ hidden: false })
  expect(await totals()).toEqual([1, 1])
  await world.db
    .update(subOffices)
    .set({ deleted_at: '2026-03-01T00:00:00Z' })
    .where(eq(subOffices.id, sub_office_id))
  expect(await totals()).toEqual([0, 0])
  await world.subOffice(office_id)
  await world.subOffice(office_id)
  expect(await totals()).toEqual([2, 2])
  await other.close()
  await close()
})

test('a change that began long before the last search is seen after its commit', async () => {
  await space()
  const slow = await world.pool.connect()
  await slow.query('begin')
  await slow.query(`update offices set address = 'Elsewhere' where address = 'Street 1, ${town}'`)
  expect(await total({})).toBe(1)
  // Other transactions commit in between.
  await space({ address: 'Street 1, another town' })
  expect(await total({})).toBe(1)
  await slow.query('commit')
  slow.release()

  expect(await total({})).toBe(0)
})

test('a seat can be booked as soon as it is added', async () => {
  const open = await space({}, { type: 'open_space', capacity: 1 }, 1)
  await world.post('/api/orders', { ...open, ...morning }, await world.user())
  expect((await at()).total).toBe(0)
  await world.unit(open.office_id, open.sub_office_id, 2)

  expect((await at()).spaces).toMatchObject([{ free: 1 }])
})

test('simultaneous searches all see the current offers', async () => {
  await space()
  const found = await Promise.all(Array.from({ length: 20 }, () => search()))

  expect(new Set(found.map(({ total }) => total))).toEqual(new Set([1]))
})

test('simultaneous searches each find what is free at their own time', async () => {
  const room = await space()
  const days = Array.from({ length: 25 }, (_, day) => `2026-04-${String(day + 1).padStart(2, '0')}`)
  for (const date of ['2026-04-03', '2026-04-22'])
    await world.post('/api/orders', { ...room, ...morning, date }, await world.user())
  const found = await Promise.all(days.map((date) => search({ ...morning, date })))

  expect(days.filter((_, at) => found[at]!.total === 0)).toEqual(['2026-04-03', '2026-04-22'])
})

test('Hebrew names of city, street, office and space find the same as English ones', async () => {
  const { sub_office_id } = await space(
    {
      name: `Allenby House ${town}`,
      name_he: 'בית אלנבי',
      address: `99 Allenby Street, ${town}`,
      address_he: 'רחוב אלנבי 99, נתניה',
    },
    { name: 'Library', name_he: 'ספרייה' },
  )

  for (const place of ['בית אלנבי', 'אלנבי נתניה', 'ספרייה נתניה', `allenby ${town}`, `library ${town}`]) {
    const found = await search({ place })
    expect([place, idsIn(found), found.similar]).toEqual([place, [sub_office_id], false])
  }
  expect((await search({ place: 'אלנבי' })).spaces[0]).toMatchObject({
    name: 'Library',
    name_he: 'ספרייה',
    office_name_he: 'בית אלנבי',
    address_he: 'רחוב אלנבי 99, נתניה',
  })
})

test('small typing errors are forgiven if nothing matches exactly', async () => {
  const { sub_office_id } = await space({
    name: 'Weizmann Court',
    address_he: 'ויצמן 7, קריית שמונה',
  })

  for (const place of ['Weizmanm', 'Weizmnan', 'Wiezmann', 'ויצמנן', 'בקריית שמונא', `Wezmann ${town}`]) {
    const found = await search({ place })
    expect([place, idsIn(found), found.similar]).toEqual([place, [sub_office_id], true])
  }
  expect(await search({ place: 'Weizmann' })).toMatchObject({ total: 1, similar: false })
  expect(await search({ place: 'Weissmeier' })).toMatchObject({ total: 0, similar: false })
})

test('abbreviations of cities, Hebrew prefixes and words for streets are understood, and do not count as similar', async () => {
  const { sub_office_id } = await space({
    name: 'Herzl Court',
    address: '12 Herzl Boulevard, Kfar Saba',
    address_he: 'שדרות הרצל 12, כפר סבא',
  })
  const elsewhere = await space({ address: `3 Nordau Street, ${town}`, address_he: 'רחוב נורדאו 3' })

  for (const place of [
    ...['רחוב הרצל', 'ברחוב הרצל', 'רח׳ הרצל', 'Herzl St.', 'Herzl Ave', 'Herzl Street, Kfar-Saba'],
    ...['כ״ס', 'כ"ס', "כ''ס", 'בכ״ס', 'הרצל כ״ס', 'רחוב הרצל, כ״ס', 'בכפר סבא', 'לכפר סבא', 'מכפר-סבא'],
    ...['כפר־סבא', 'Kfar-Saba', 'kfarsaba'],
  ]) {
    const found = await search({ place })
    expect([place, idsIn(found), found.similar]).toEqual([place, [sub_office_id], false])
  }
  expect(idsIn(await search({ place: 'רחוב נורדאו' }))).toEqual([elsewhere.sub_office_id])
  expect(await search({ place: 'רחוב הרצך' })).toMatchObject({ total: 1, similar: true })
  expect((await search({ place: 'רחוב בן גוריון' })).total).toBe(0)
})

test('an abbreviated city is found by its abbreviation and by its full name', async () => {
  const { sub_office_id } = await space({ name: 'Orchard', address_he: 'הגפן 5, פ״ת' })
  const whole = await space({ name: 'Vineyard', address: '7 Vine Street, Petah Tikva' })

  expect(new Set(idsIn(await search({ place: 'פ״ת' })))).toEqual(
    new Set([sub_office_id, whole.sub_office_id]),
  )
  expect(idsIn(await search({ place: 'פת הגפן' }))).toEqual([sub_office_id])
})

test('an exact match excludes similar names', async () => {
  const exact = await space({ name: 'Dizengoff' })
  await space({ name: 'Dizengof' })

  expect(idsIn(await search({ place: `Dizengoff ${town}` }))).toEqual([exact.sub_office_id])
})

test.each([
  {},
  { date: '2026-03-05', start: '10:00', end: '12:00', people: '1' },
  { lat: '32.1', lon: '34.8', sort: 'distance', language: 'he' },
])('a reply has what the contract names, and nothing else: %j', async (asked) => {
  const office = await world.office({ name: 'Kikar', name_he: 'כיכר', address_he: 'רחוב "א"' })
  const room = await world.subOffice(office.id)
  await world.unit(office.id, room.id)
  const finding = await searchSpaces(world, searchCall.query.parse(asked))
  const reply = await world.get(`/api/spaces?${new URLSearchParams(asked as Record<string, string>)}`)

  expect(reply.body).toBe(JSON.stringify(z.encode(FoundSpaces, describeFinding(finding))))
  expect(reply.json().spaces).not.toHaveLength(0)
})
