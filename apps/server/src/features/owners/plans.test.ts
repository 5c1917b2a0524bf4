import { expect, test } from 'vitest'
import { fillOrders, fillPlaces } from '../../../test/fill-many.ts'
import { wholeScansDuring } from '../../../test/whole-scans.ts'
import { startWorld } from '../../../test/world.ts'

const world = await startWorld()
await fillPlaces(world.pool, { subOffices: 300, users: 50 })
await fillOrders(world.pool, { first: 1, last: 20_000, around: world.now() })
const owner = await world.user()
for (const office of [7, 8]) await world.member(office, owner.id, 'owner')

async function orderIn(office: number): Promise<number> {
  const { rows } = await world.pool.query('select id::integer from orders where office_id = $1 limit 1', [
    office,
  ])
  return rows[0].id
}

test.each([
  '/api/owner/offices',
  '/api/owner/offices/7/calendar?from=2026-03-01&to=2026-03-07',
  '/api/owner/offices/7/days?from=2026-03-01&to=2026-04-04',
  '/api/owner/offices/7/orders',
  '/api/owner/offices/7/orders?list=past&page=3',
  '/api/owner/offices/7/orders/export?list=past',
  `/api/owner/offices/7/orders/${await orderIn(7)}`,
])('%s reads no growing table as a whole', async (address) => {
  let status = 0
  const scans = await wholeScansDuring(world.pool, async () => {
    status = (await world.get(address, owner)).statusCode
  })

  expect(scans).toEqual({})
  expect(status).toBe(200)
})
