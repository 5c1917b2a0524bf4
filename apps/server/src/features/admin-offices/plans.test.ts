import { OfficeSort } from '@keyhour/contract/admin-offices'
import { expect, test } from 'vitest'
import { countAdminOffices, listAdminOfficePage } from '#server/features/admin-offices/list-queries.ts'
import { countAffectedOrders, listUnfinishedStays } from '#server/features/admin-offices/order-queries.ts'
import { fillOrders, fillPlaces } from '../../../test/fill-many.ts'
import { wholeScansDuring } from '../../../test/whole-scans.ts'
import { startWorld } from '../../../test/world.ts'

const world = await startWorld()
await fillPlaces(world.pool, { subOffices: 300, users: 50 })
await fillOrders(world.pool, { first: 1, last: 20_000, around: world.now() })
await world.pool.query(`
  insert into offices (name, lat, lon, address, wifi_name, open_hours, close_hours, created_at)
  select 'Many ' || n, 30 + n / 1000.0, 10 + n / 1000.0, 'Street ' || n, 'net ' || n,
    case when n % 3 > 0 then lpad((n % 12)::text, 2, '0') || ':00' end,
    case when n % 3 > 0 then lpad((12 + n % 11)::text, 2, '0') || ':00' end,
    timestamptz '2025-01-01' + n * interval '1 minute' from generate_series(1, 10000) n;
  insert into sub_offices (office_id, name, capacity, price_per_hour, price_per_day, price_per_week)
  select id, 'Corner ' || id || ' ' || n, 4, 1, 1, 1 from offices, generate_series(1, 5) n`)
for (const table of ['offices', 'sub_offices']) await world.pool.query(`vacuum analyze ${table}`)

const PLACES = ['offices', 'sub_offices', 'orders', 'occupancy']
const NONE = {
  q: '',
  time_zone: 'UTC',
  name: '',
  wifi_name: '',
  page: 1,
  page_size: 20,
  direction: 'asc' as const,
}

test.each(OfficeSort.options.flatMap((sort) => [{ sort }, { sort, direction: 'desc' as const }]))(
  'a page of many offices is read off an index: %o',
  async (order) => {
    const scans = await wholeScansDuring(
      world.pool,
      async () => expect(await listAdminOfficePage(world.db, { ...NONE, ...order })).toHaveLength(20),
      PLACES,
    )

    expect(scans).toEqual({})
  },
)

test.each([{ q: 'many 4711' }, { q: 'corner 471 3' }, { name: 'many 4711' }, { wifi_name: 'net 4711' }])(
  'one among many offices is found by an index: %o',
  async (filter) => {
    const scans = await wholeScansDuring(
      world.pool,
      async () => {
        const filters = { ...NONE, ...filter }
        expect(await listAdminOfficePage(world.db, filters)).toHaveLength(
          await countAdminOffices(world.db, filters),
        )
      },
      PLACES,
    )

    expect(scans).toEqual({})
  },
)

test('the orders of one office are found without reading those of others', async () => {
  const { rows } = await world.pool.query('select office_id::integer, id::integer from sub_offices limit 1')
  const place = { office_id: rows[0].office_id, sub_office_id: rows[0].id }
  const scans = await wholeScansDuring(
    world.pool,
    async () => {
      await countAffectedOrders(world.db, place, world.now())
      await listUnfinishedStays(world.db, place.office_id, world.now())
    },
    PLACES,
  )

  expect(scans).toEqual({})
})
