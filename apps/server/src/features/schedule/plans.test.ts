import { expect, test } from 'vitest'
import { fillOrders, fillPlaces } from '../../../test/fill-many.ts'
import { wholeScansDuring } from '../../../test/whole-scans.ts'
import { startWorld } from '../../../test/world.ts'

const world = await startWorld()
await fillPlaces(world.pool, { subOffices: 300, users: 50 })
await fillOrders(world.pool, { first: 1, last: 20_000, around: world.now() })
const manager = await world.user()
await world.member(7, manager.id, 'manager')
const { rows } = await world.pool.query('select id::integer from sub_offices where office_id = 7 limit 1')

test.each(['date=2026-03-02', `date=2026-03-01&length=week&sub_office_id=${rows[0].id}`])(
  'the board with %s reads no growing table as a whole',
  async (query) => {
    let status = 0
    const scans = await wholeScansDuring(world.pool, async () => {
      status = (await world.get(`/api/offices/7/board?${query}`, manager)).statusCode
    })

    expect(scans).toEqual({})
    expect(status).toBe(200)
  },
)
