import { Figures } from '@keyhour/contract/figures'
import { occupancyOf, type Totals, utilisationOf } from '@keyhour/contract/insight'
import { expect, test } from 'vitest'
import { compareInsight } from '#server/features/insight/compare-insight.ts'
import { keepInsight } from '#server/features/insight/keep-insight.ts'
import { HOUR } from '#server/time/opening-hours.ts'
import { startWorld } from '../../../test/world.ts'

const world = await startWorld()
world.setNow('2026-03-20T08:00:00.000Z')
const maya = await world.user()
const LONG_AGO = '2024-01-01T00:00:00.000Z'

/** An office with one room, open for ten hours a day. */
async function place() {
  const office = await world.office({ open_hours: '08:00', close_hours: '18:00', createdAt: LONG_AGO })
  const owner = await world.user()
  await world.member(office.id, owner.id, 'owner')
  const addRoom = async () => {
    const room = await world.subOffice(office.id, { created_at: LONG_AGO })
    await world.unit(office.id, room.id)
    const book = (start: string, end: string, more: object = {}) =>
      world.order({ office_id: office.id, sub_office_id: room.id, user_id: maya.id, start, end, ...more })
    return { room, book }
  }
  return { office, owner, addRoom, ...(await addRoom()) }
}

async function figuresOf(owner: typeof maya, query = ''): Promise<Figures> {
  const reply = await world.get(`/api/owner/figures?${query}`, owner)
  expect(reply.statusCode).toBe(200)
  return Figures.parse(reply.json())
}

const moneyOf = ({ orders, revenue, net }: Totals) => ({ orders, revenue, net })

test('each space has its money, occupancy and utilisation by month, counted at once or kept', async () => {
  const { room, owner, book } = await place()
  await book('2026-02-02T08:00:00Z', '2026-02-02T10:00:00Z', { total_price: 10_000 })
  await book('2026-03-02T08:00:00Z', '2026-03-02T11:00:00Z', {
    total_price: 15_000,
    checked_in_at: '2026-03-02T08:00:00Z',
    checked_out_at: '2026-03-02T09:30:00Z',
  })
  await world.pool.query(
    `insert into closures (office_id, sub_office_id, during, reason) values ($1, $2, '[2026-02-03 06:00Z, 2026-02-03 16:00Z)', 'x')`,
    [room.office_id, room.id],
  )

  for (const prepare of [async () => undefined, () => keepInsight.run(world, {})]) {
    await prepare()
    const { months, currency, spaces } = await figuresOf(owner)
    expect([months[0], months.at(-1), currency]).toEqual(['2025-03', '2026-03', 'ILS'])
    expect(spaces.map(({ sub_office_id }) => sub_office_id)).toEqual([room.id])
    const [february, march] = spaces[0]!.totals.slice(-2)
    expect(moneyOf(february!)).toEqual({ orders: 1, revenue: 11_800, net: 7000 })
    expect(moneyOf(march!)).toEqual({ orders: 1, revenue: 17_700, net: 10_500 })
    // One of 28 days was closed.
    expect(february!.open_ms).toBe(270 * HOUR)
    expect(occupancyOf(february!)).toBeCloseTo(2 / 270)
    expect(utilisationOf(march!)).toBe(0.5)
  }
})

test('owners see their own offices only, and nothing of an office that is no longer theirs', async () => {
  const { office, owner, book } = await place()
  await book('2026-03-02T08:00:00Z', '2026-03-02T10:00:00Z')
  const stranger = await place()
  expect((await figuresOf(stranger.owner)).spaces.map(({ office_id }) => office_id)).toEqual([
    stranger.office.id,
  ])
  expect((await figuresOf(owner)).spaces).toHaveLength(1)

  await world.pool.query(`delete from office_members where office_id = ${office.id}`)
  expect((await figuresOf(owner)).spaces).toEqual([])
  expect((await figuresOf(maya)).spaces).toEqual([])
  expect((await world.get('/api/owner/figures')).statusCode).toBe(401)
})

test('money is of one currency at a time', async () => {
  const { owner, book } = await place()
  await book('2026-03-02T08:00:00Z', '2026-03-02T10:00:00Z', { total_price: 10_000 })
  await book('2026-03-03T08:00:00Z', '2026-03-03T10:00:00Z', { total_price: 500, currency: 'USD' })

  const ofMarch = async (query: string) => {
    const { currencies, spaces } = await figuresOf(owner, query)
    expect(currencies).toEqual(['ILS', 'USD'])
    return moneyOf(spaces[0]!.totals.at(-1)!)
  }
  expect(await ofMarch('')).toEqual({ orders: 1, revenue: 11_800, net: 7000 })
  expect(await ofMarch('currency=USD')).toEqual({ orders: 1, revenue: 590, net: 350 })
})

test('days that an older server counted without their spaces are counted again', async () => {
  const { owner, book } = await place()
  await book('2026-03-04T08:00:00Z', '2026-03-04T10:00:00Z', { total_price: 10_000 })
  await keepInsight.run(world, {})
  await world.pool.query('delete from insight_spaces')
  expect((await figuresOf(owner)).spaces[0]!.totals.at(-1)!.net).toBe(0)

  await compareInsight.run(world, {})
  expect((await figuresOf(owner)).spaces[0]!.totals.at(-1)!.net).toBe(7000)
  await keepInsight.run(world, {})
  await compareInsight.run(world, {})
  expect((await world.pool.query('select from insight_changes')).rowCount).toBe(0)
})
