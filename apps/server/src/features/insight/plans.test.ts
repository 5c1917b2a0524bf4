import { expect, test } from 'vitest'
import { keepInsight } from '#server/features/insight/keep-insight.ts'
import { fillOrderList, fillPlaces } from '../../../test/fill-many.ts'
import { wholeScansDuring } from '../../../test/whole-scans.ts'
import { startWorld } from '../../../test/world.ts'

const world = await startWorld()
await fillPlaces(world.pool, { subOffices: 300, users: 50 })
await fillOrderList(world.pool, { first: 1, last: 20_000, around: world.now() })
await keepInsight.run(world, {})
const boss = await world.user({ admin: true })

test.each([
  ['the last week', 'from=2026-02-24&to=2026-03-02'],
  ['a year', 'from=2025-03-03&to=2026-03-02'],
  ['a year of one type', 'from=2025-03-03&to=2026-03-02&type=meeting_room'],
  ['a year of one office', 'from=2025-03-03&to=2026-03-02&office_id=7'],
])('insight for %s reads no growing table as a whole', async (_, query) => {
  let status = 0
  const scans = await wholeScansDuring(world.pool, async () => {
    status = (await world.get(`/api/admin/insight?${query}`, boss)).statusCode
  })

  expect(scans).toEqual({})
  expect(status).toBe(200)
})

test('recounting the days of one order reads only those days', async () => {
  await fillOrderList(world.pool, { first: 20_001, last: 20_001, around: world.now() })
  const scans = await wholeScansDuring(world.pool, () => keepInsight.run(world, {}))

  expect(scans).toEqual({})
})
