import { expect, test } from 'vitest'
import { creditPacks } from '#server/db/schema/credits.ts'
import { startWorld } from '../../../test/world.ts'

const world = await startWorld()
const [admin, member] = [await world.user({ admin: true }), await world.user()]
await world.db.insert(creditPacks).values([
  { name: 'Small', credits_amount: 10, price_cents: 900, duration_days: 30 },
  { name: 'Large', credits_amount: 100, price_cents: 7500, currency: 'ILS' },
  { name: 'Not for sale', credits_amount: 5, price_cents: 500, is_active: false },
  { name: 'Deleted', credits_amount: 5, price_cents: 500, deleted_at: '2026-01-01T00:00:00Z' },
])

const packs = async (query: string, as: typeof admin) =>
  (await world.get(`/api/v1/credit-packs/${query}`, as)).json().map((pack: { name: string }) => pack.name)

test('credit packs show their price, their credits and how long those last', async () => {
  expect((await world.get('/api/v1/credit-packs/', member)).json()).toMatchObject([
    {
      name: 'Small',
      credits_amount: 10,
      price_cents: 900,
      currency: 'USD',
      duration_days: 30,
      is_active: true,
    },
    { name: 'Large', credits_amount: 100, price_cents: 7500, currency: 'ILS', duration_days: null },
  ])
})

test('only admins who ask see packs that are not for sale; nobody sees deleted ones', async () => {
  expect(await packs('?active_only=false', member)).toEqual(['Small', 'Large'])
  expect(await packs('', admin)).toEqual(['Small', 'Large'])
  expect(await packs('?active_only=false', admin)).toEqual(['Small', 'Large', 'Not for sale'])
})

test('the limit on packs is respected, and too high a limit is refused', async () => {
  expect(await packs('?limit=1', member)).toEqual(['Small'])
  expect((await world.get('/api/v1/credit-packs/?limit=101', member)).statusCode).toBe(422)
})
