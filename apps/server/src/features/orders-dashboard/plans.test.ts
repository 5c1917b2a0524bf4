import { expect, test } from 'vitest'
import { fillOrders, fillPlaces } from '../../../test/fill-many.ts'
import { wholeScansDuring } from '../../../test/whole-scans.ts'
import { startWorld } from '../../../test/world.ts'

const world = await startWorld()
await fillPlaces(world.pool, { subOffices: 300, users: 50 })
await fillOrders(world.pool, { first: 1, last: 20_000, around: world.now() })
const boss = await world.user({ admin: true })

test.each([
  '/api/admin/dashboard/offices',
  '/api/admin/dashboard/offices?page=1&q=office',
  '/api/admin/dashboard/offices?page=1&in_use=true',
  '/api/admin/offices/7/suboffices',
  '/api/admin/offices/7/active_orders',
  '/api/admin/suboffices/70/active_orders',
  '/api/admin/orders/700/user',
])('%s reads no growing table as a whole', async (address) => {
  let status = 0
  const scans = await wholeScansDuring(world.pool, async () => {
    status = (await world.get(address, boss)).statusCode
  })

  expect(scans).toEqual({})
  expect(status).toBe(200)
})
