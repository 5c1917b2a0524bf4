import type { FoundSpaces } from '@keyhour/contract/spaces'
import { beforeEach, expect, test } from 'vitest'
import type { offices, subOffices } from '#server/db/schema/offices.ts'
import { startWorld } from '../../../test/world.ts'

const world = await startWorld()

/** Each test searches its own town. */
let towns = 0
let town = ''
beforeEach(() => {
  world.setNow('2026-03-02T08:00:00.000Z')
  towns += 1
  town = `Village${towns}x`
})

type OfficeFields = Partial<typeof offices.$inferInsert>

async function space(
  office: OfficeFields = {},
  room: Partial<typeof subOffices.$inferInsert> = {},
  units = 1,
) {
  const hours = { open_hours: '08:00', close_hours: '20:00' }
  const place = await world.office({ address: `Street 1, ${town}`, ...hours, ...office })
  const part = await world.subOffice(place.id, { type: 'meeting_room', ...room })
  for (let number = 1; number <= units; number += 1) await world.unit(place.id, part.id, number)
  return { office_id: place.id, sub_office_id: part.id }
}

type Query = Record<string, string | number>

async function search(query: Query = {}) {
  const asked = Object.entries({ place: town, page_size: 100, ...query })
  const address = new URLSearchParams(asked.map(([name, value]): [string, string] => [name, String(value)]))
  const reply = await world.get(`/api/spaces?${address}`)
  expect(reply.statusCode).toBe(200)
  return reply.json<FoundSpaces>()
}

const idsIn = ({ spaces }: FoundSpaces) => spaces.map(({ sub_office_id }) => sub_office_id)
const ids = (...spaces: { sub_office_id: number }[]) => spaces.map(({ sub_office_id }) => sub_office_id)

const TEL_AVIV = { lat: 32.08, lon: 34.78 }
/** So many degrees of latitude are about that many kilometres. */
const north = (km: number) => ({ lat: TEL_AVIV.lat + km / 111, lon: TEL_AVIV.lon })
const book = async (place: { office_id: number; sub_office_id: number }, times: Query) =>
  world.post('/api/orders', { ...place, ...times }, await world.user())

const NOW = { date: '2026-03-02', start: '10:00', end: '11:00' }

test('without a time, what is free for the next hour comes first and says so', async () => {
  const taken = await space({ name: 'A' })
  const free = await space({ name: 'B' })
  const shut = await space({ name: 'C', open_hours: '12:00' })
  await book(taken, NOW)

  const found = await search()
  expect(idsIn(found)).toEqual(ids(free, taken, shut))
  expect(found.spaces.map(({ free_now }) => free_now)).toEqual([true, false, false])
  world.setNow('2026-03-02T09:00:00.000Z')
  expect(idsIn(await search())).toEqual(ids(taken, free, shut))
})

test('an open space is free now with a seat for each of the people', async () => {
  const desks = await space({}, { type: 'open_space', capacity: 3 }, 3)
  await book(desks, NOW)

  expect((await search({ people: 2 })).spaces).toMatchObject([{ free_now: true }])
  expect((await search({ people: 3 })).spaces).toMatchObject([{ free_now: false }])
})

test('in a city, the nearest to its middle comes first, in either language', async () => {
  const address = `Street 1, Tel Aviv, ${town}`
  const address_he = `רחוב 1, תל אביב, ${town}`
  const [far, near] = [
    await space({ name: 'A', address, address_he, ...north(4) }),
    await space({ name: 'B', address, address_he, ...north(1) }),
  ]

  for (const place of [`tel aviv ${town}`, `תל אביב ${town}`, `בתל אביב ${town}`, `ת״א ${town}`]) {
    const found = await search({ place })
    expect([place, idsIn(found)]).toEqual([place, ids(near, far)])
    expect(found.near).toEqual({ ...TEL_AVIV, of: 'place' })
  }
  expect((await search({ sort: 'price' })).near).toBeNull()
})

test('from the position of the visitor, free and near comes first, and free far away after what is near', async () => {
  const [far, near, nearAndTaken] = [
    await space({ name: 'A', ...north(200) }),
    await space({ name: 'B', ...north(5) }),
    await space({ name: 'C', ...north(1) }),
  ]
  await book(nearAndTaken, NOW)

  const found = await search(TEL_AVIV)
  expect(idsIn(found)).toEqual(ids(near, nearAndTaken, far))
  expect(found.near).toEqual({ ...TEL_AVIV, of: 'visitor' })
  expect(found.spaces.map(({ distance_km }) => Math.round(distance_km!))).toEqual([5, 1, 200])
})

test('offices that are far apart have no middle: they come by name, the same on every page', async () => {
  const [b, a] = [await space({ name: 'B' }), await space({ name: 'A', ...north(300) })]

  expect(await search()).toMatchObject({ near: null })
  expect(idsIn(await search())).toEqual(ids(a, b))
  const pages = [await search({ page_size: 1 }), await search({ page_size: 1, page: 2 })]
  expect(pages.flatMap(idsIn)).toEqual(ids(a, b))
})

test('closed offices and those that are coming soon are last, and marked on the map', async () => {
  const shut = await space({ name: 'A', temporarily_closed: true })
  const soon = await space({ name: 'B', coming_soon: true, ...north(1) })
  const open = await space({ name: 'C', ...north(9) })
  await book(open, NOW)

  const found = await search({ ...north(1) })
  expect(idsIn(found)).toEqual(ids(open, soon, shut))
  expect(found.offices).toMatchObject([
    { coming_soon: false, temporarily_closed: false },
    { coming_soon: true, temporarily_closed: false },
    { coming_soon: false, temporarily_closed: true },
  ])
})

test('the map shows the lowest price of what was found in an office, with tax, and the space that comes first', async () => {
  const { office_id, sub_office_id } = await space(
    { tax_percent: 17, currency: 'EUR' },
    { name: 'A', capacity: 8, price_per_hour: 9000 },
  )
  const small = await world.subOffice(office_id, { name: 'B', capacity: 2, price_per_hour: 3000 })
  const daily = await world.subOffice(office_id, { name: 'C', rent_type: 'day', price_per_day: 1000 })
  for (const { id } of [small, daily]) await world.unit(office_id, id)

  const all = { spaces: 3, sub_office_id, price: 35.1, per: 'hour', currency: 'EUR' }
  expect((await search()).offices).toMatchObject([all])
  const large = { spaces: 1, sub_office_id, price: 105.3, per: 'hour' }
  expect((await search({ people: 8 })).offices).toMatchObject([large])
})

test('a time that is taken offers the nearest others, on that day and on the next', async () => {
  const room = await space({}, { capacity: 6 })
  const asked = { date: '2026-03-03', start: '10:00', end: '11:00' }
  await book(room, { date: '2026-03-03', start: '08:00', end: '20:00' })
  expect((await search({ ...asked, people: 6 })).ways_out?.times).toEqual(
    ['2026-03-04', '2026-03-05', '2026-03-06'].map((date) => ({ ...asked, date, spaces: 1 })),
  )

  const other = await space({}, { capacity: 6 })
  await book(other, { date: '2026-03-03', start: '09:30', end: '10:30' })
  const { times, without } = (await search({ ...asked, people: 6 })).ways_out!
  expect(times).toEqual([
    { date: '2026-03-03', start: '08:30', end: '09:30', spaces: 1 },
    { date: '2026-03-03', start: '10:30', end: '11:30', spaces: 1 },
    { date: '2026-03-03', start: '11:00', end: '12:00', spaces: 1 },
  ])
  expect(without).toContainEqual({ part: 'time', spaces: 2 })
})

test('a place without what is sought offers the nearest that fits, and each filter that is in the way', async () => {
  const [far, near, small] = [
    await space({ ...north(40), name: `Wood ${town}` }, { capacity: 1234 }),
    await space({ ...north(12), name: `Lake ${town}` }, { capacity: 1234 }),
    await space({ ...north(1), address: `Tel Aviv, ${town}` }, { capacity: 3 }),
  ]

  const { total, ways_out } = await search({ place: `Tel Aviv ${town}`, people: 1234 })
  expect(total).toBe(0)
  expect(ways_out!.nearby).toMatchObject([near, far])
  expect(ways_out!.nearby.map(({ distance_km }) => Math.round(distance_km!))).toEqual([12, 40])
  expect(ways_out!.without).toEqual([
    { part: 'place', spaces: 2 },
    { part: 'people', spaces: 1 },
  ])
  expect(ways_out!.times).toEqual([])
  expect((await search({ place: `Tel Aviv ${town}` })).ways_out).toBeUndefined()
  expect(idsIn(await search({ place: `Tel Aviv ${town}` }))).toEqual(ids(small))
})

test('without a position or a place, the time zone of the device says where to begin', async () => {
  const away = await space({ name: 'A', lat: 40.7, lon: -74, time_zone: 'America/New_York' })
  const here = await space({ name: 'B' })
  const office_ids = `${away.office_id},${here.office_id}`
  const from = (zone: string) => search({ place: '', office_ids, zone })

  expect(idsIn(await from('Asia/Jerusalem'))).toEqual(ids(here, away))
  expect((await from('Asia/Jerusalem')).near).toMatchObject({ of: 'zone' })
  expect(idsIn(await from('America/New_York'))).toEqual(ids(away, here))
  expect((await from('Asia/Tokyo')).near).toBeNull()
})
