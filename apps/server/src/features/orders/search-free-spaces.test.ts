import type { FreeSpace } from '@keyhour/contract/availability'
import { beforeEach, expect, test } from 'vitest'
import type { offices, subOffices } from '#server/db/schema/offices.ts'
import { startWorld } from '../../../test/world.ts'

const world = await startWorld()

/** Each test looks at a kind of space and a size of its own. */
let sizes = 100
let size = 0
beforeEach(() => {
  world.setNow('2026-03-02T08:00:00.000Z')
  sizes += 100
  size = sizes
})

async function space(
  office: Partial<typeof offices.$inferInsert> = {},
  subOffice: Partial<typeof subOffices.$inferInsert> = {},
  units = 1,
) {
  const place = await world.office({ open_hours: '08:00', close_hours: '20:00', ...office })
  const part = await world.subOffice(place.id, { type: 'lecture_room', capacity: size, ...subOffice })
  for (let number = 1; number <= units; number += 1) await world.unit(place.id, part.id, number)
  return { office_id: place.id, sub_office_id: part.id }
}

const morning = { date: '2026-03-03', start: '09:00', end: '11:00' }

async function search(query: Record<string, string | number> = {}) {
  const all = Object.entries({ ...morning, type: 'lecture_room', capacity: size, page_size: 100, ...query })
  const reply = await world.get(
    `/api/spaces/free?${new URLSearchParams(all.map(([name, value]) => [name, String(value)] as [string, string]))}`,
  )
  expect(reply.statusCode).toBe(200)
  return { found: reply.json<FreeSpace[]>(), total: Number(reply.headers['x-total-count']) }
}

const idsOf = ({ found }: { found: FreeSpace[] }) => found.map(({ sub_office_id }) => sub_office_id)

test('who looks for a time sees the spaces that are free for all of it, and nothing that is not', async () => {
  const [free, taken, before] = [await space(), await space(), await space()]
  const person = await world.user()
  await world.post('/api/orders', { ...taken, ...morning, start: '10:30', end: '12:00' }, person)
  await world.post('/api/orders', { ...before, ...morning, start: '08:00', end: '09:00' }, person)

  const { found, total } = await search()
  expect(found.map(({ sub_office_id }) => sub_office_id).sort()).toEqual(
    [free.sub_office_id, before.sub_office_id].sort(),
  )
  expect(total).toBe(2)
  expect(found[0]).toMatchObject({
    type: 'lecture_room',
    free: 1,
    price_per_hour: 50,
    time_zone: 'Asia/Jerusalem',
  })
})

test('the time is read off the clock of each office', async () => {
  const night = { open_hours: null, close_hours: null }
  const [tokyo, berlin] = [
    await space({ ...night, time_zone: 'Asia/Tokyo' }),
    await space({ ...night, time_zone: 'Europe/Berlin' }),
  ]
  const person = await world.user()
  for (const place of [tokyo, berlin])
    await world.post('/api/orders', { ...place, ...morning, start: '11:00', end: '12:00' }, person)

  expect(idsOf(await search()).sort()).toEqual([tokyo.sub_office_id, berlin.sub_office_id].sort())
  expect(idsOf(await search({ end: '11:30' }))).toEqual([])
})

test('offices that are closed then, not open yet, hidden or deleted are not found', async () => {
  await space({ open_hours: '10:00' })
  await space({ close_hours: '10:30' })
  for (const flag of ['hidden', 'coming_soon', 'temporarily_closed', 'hide_from_all_view'])
    await space({ [flag]: true })
  await space({ deleted_at: '2026-03-01T00:00:00Z' })
  await space({}, { deleted_at: '2026-03-01T00:00:00Z' })

  expect(await search()).toEqual({ found: [], total: 0 })
})

test('seats of an open space are counted, and so many as are wanted have to be free', async () => {
  const open = await space({}, { type: 'open_space', capacity: 3 }, 3)
  const person = await world.user()
  await world.post('/api/orders', { ...open, ...morning }, person)
  const seats = (capacity: number) => search({ type: 'open_space', capacity })

  expect((await seats(1)).found).toMatchObject([{ sub_office_id: open.sub_office_id, free: 2 }])
  expect((await seats(2)).total).toBe(1)
  expect((await seats(3)).total).toBe(0)
})

test('days are taken whole, and the cleaning afterwards has to fit', async () => {
  const daily = await space({}, { rent_type: 'day' })
  const cleaned = await space({ cleaning_buffer_minutes: 30 })
  const person = await world.user()
  expect((await search()).total).toBe(2)
  await world.post('/api/orders', { ...daily, date: morning.date }, person)
  await world.post('/api/orders', { ...cleaned, ...morning, start: '11:00', end: '12:00' }, person)

  expect(await search()).toEqual({ found: [], total: 0 })
  expect(idsOf(await search({ start: '09:00', end: '10:30' }))).toEqual([cleaned.sub_office_id])
})

test('a hold takes a space until it runs out', async () => {
  const place = await space()
  await world.post('/api/orders/hold', { ...place, ...morning }, await world.user())

  expect((await search()).total).toBe(0)
  world.setNow('2026-03-02T08:05:00.000Z')
  expect((await search()).total).toBe(1)
})

test('past midnight is searched with the next date, and an end before the start is refused', async () => {
  const bar = await space({ open_hours: '18:00', close_hours: '03:00' })
  const night = { start: '23:00', end: '01:00' }

  expect(idsOf(await search({ ...night, end_date: '2026-03-04' }))).toEqual([bar.sub_office_id])
  const refused = await world.get('/api/spaces/free?date=2026-03-03&start=23:00&end=01:00')
  expect([refused.statusCode, refused.json()]).toMatchObject([
    422,
    { detail: [{ loc: ['query', 'end'], msg: 'End time must be after start time' }] },
  ])
})

test('after midnight a space by the day is found for the night that runs', async () => {
  const bar = await space({ open_hours: '18:00', close_hours: '03:00' }, { rent_type: 'day' })
  world.setNow('2026-03-02T22:40:00.000Z')

  const night = { date: '2026-03-03', start: '01:00', end: '02:30' }
  expect(idsOf(await search(night))).toEqual([bar.sub_office_id])
  await world.post('/api/orders', { ...bar, date: '2026-03-02' }, await world.user())
  expect(idsOf(await search(night))).toEqual([])
})

test('what is over, skipped by the clocks or more than a year away is never free', async () => {
  await space({ open_hours: null, close_hours: null })

  expect((await search({ date: '2026-03-02', start: '09:00', end: '11:00' })).total).toBe(0)
  expect((await search({ date: '2026-03-27', start: '02:30', end: '04:00' })).total).toBe(0)
  expect((await search({ date: '2027-03-27' })).total).toBe(0)
})

test('it is sorted and paged, and a page beyond the last still knows the total', async () => {
  const prices = [3000, 1000, 2000]
  for (const price_per_hour of prices) await space({}, { price_per_hour })
  const pricesOn = async (query: Record<string, string | number>) => {
    const { found, total } = await search({ sort: 'price', page_size: 2, ...query })
    return [found.map(({ price_per_hour }) => price_per_hour), total]
  }

  expect(await pricesOn({})).toEqual([[10, 20], 3])
  expect(await pricesOn({ direction: 'desc', page: 2 })).toEqual([[10], 3])
  expect(await pricesOn({ page: 9 })).toEqual([[], 3])
})
