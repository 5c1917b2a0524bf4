import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { auditLog } from '#server/db/schema/audit.ts'
import { creditLots, creditPacks } from '#server/db/schema/credits.ts'
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

const FORM = {
  name: ' Regular ',
  description: 'For those who come every week.',
  credits_amount: 800,
  price_cents: 69_900,
  currency: 'ILS',
  is_active: true,
  duration_days: 90,
}

const add = (change: object = {}, as = admin) =>
  world.post('/api/v1/credit-packs/', { ...FORM, ...change }, as)
const addedPack = async (change: object = {}) => (await add(change)).json()
const change = (id: number, payload: object, as = admin) =>
  world.send({ method: 'PUT', url: `/api/v1/credit-packs/${id}`, payload }, as)
const remove = (id: number, as = admin) =>
  world.send({ method: 'DELETE', url: `/api/v1/credit-packs/${id}` }, as)
const acts = async (id: number) =>
  (await world.db.select().from(auditLog).where(eq(auditLog.subject_id, id)).orderBy(auditLog.id)).filter(
    ({ subject }) => subject === 'credit pack',
  )

test('an admin adds a credit pack, and it is for sale', async () => {
  const reply = await add()

  expect(reply.statusCode).toBe(201)
  expect(reply.json()).toEqual({ ...FORM, name: 'Regular', id: expect.any(Number), version: 1 })
  expect(await packs('', member)).toContain('Regular')
  expect(await acts(reply.json().id)).toMatchObject([
    {
      action: 'add credit pack',
      actor_id: admin.id,
      details: { credits_amount: 800, price_cents: 69_900, currency: 'ILS' },
    },
  ])
})

test('a pack needs no description and no duration, may be free of charge, and is active unless it says otherwise', async () => {
  const { name, credits_amount, currency } = FORM
  const bare = { name, credits_amount, currency, price_cents: 0 }
  const left = { description: null, duration_days: null }

  expect((await world.post('/api/v1/credit-packs/', bare, admin)).json()).toMatchObject({
    ...left,
    price_cents: 0,
    is_active: true,
  })
  expect(await addedPack({ description: ' ', duration_days: '' })).toMatchObject(left)
  expect(await addedPack({ is_active: false })).toMatchObject({ is_active: false })
})

test.each([
  ['name', '  ', 'Name is required.'],
  ['name', undefined, 'Name is required.'],
  ['name', 'n'.repeat(201), 'Should have at most 200 characters'],
  ['description', 'd'.repeat(1001), 'Should have at most 1000 characters'],
  ['credits_amount', 0, 'Credits amount must be a positive number.'],
  ['credits_amount', -5, 'Credits amount must be a positive number.'],
  ['credits_amount', 1.5, 'Credits amount must be a positive number.'],
  ['credits_amount', undefined, 'Credits amount must be a positive number.'],
  ['credits_amount', 1_000_001, 'Should be at most 1,000,000'],
  ['price_cents', -1, 'Price must be a non-negative number.'],
  ['price_cents', 'free', 'Price must be a non-negative number.'],
  ['price_cents', 10.5, 'The price should have at most 2 decimals'],
  ['price_cents', 100_000_001, 'The price should be at most 1,000,000'],
  ['currency', '', 'Currency is required.'],
  ['currency', 'CHF', 'Currency is required.'],
  ['duration_days', 0, 'Duration must be a positive number of days.'],
  ['duration_days', -30, 'Duration must be a positive number of days.'],
  ['duration_days', 1.5, 'Duration must be a positive number of days.'],
  ['duration_days', 'soon', 'Duration must be a positive number of days.'],
  ['duration_days', 40_000, 'Should be at most 36,500'],
])('a pack with the %s %j is refused', async (field, value, msg) => {
  const { id } = await addedPack()
  const added = await add({ [field]: value })

  expect([added.statusCode, added.json().detail]).toMatchObject([422, [{ loc: ['body', field], msg }]])
  if (value !== undefined)
    expect((await change(id, { [field]: value })).json().detail).toMatchObject([
      { loc: ['body', field], msg },
    ])
})

test('all mistakes in a pack are reported at once', async () => {
  const reply = await world.post('/api/v1/credit-packs/', {}, admin)

  expect(reply.json().detail.map(({ loc }: { loc: string[] }) => loc[1])).toEqual([
    'name',
    'credits_amount',
    'price_cents',
    'currency',
  ])
})

test('the switch changes only whether a pack is for sale', async () => {
  const pack = await addedPack({ name: 'Switched' })
  const reply = await change(pack.id, { is_active: false })

  expect([reply.statusCode, reply.json()]).toEqual([200, { ...pack, is_active: false, version: 2 }])
  expect(await packs('', member)).not.toContain('Switched')
  expect((await change(pack.id, { is_active: false })).json().version).toBe(2)
  expect(await acts(pack.id)).toMatchObject([
    { action: 'add credit pack' },
    { action: 'change credit pack', actor_id: admin.id, details: { changed: 'is_active' } },
  ])
})

test('a pack is changed, and what is left empty is cleared', async () => {
  const pack = await addedPack()
  const form = { ...FORM, name: 'Weekly', description: '', duration_days: null, price_cents: 65_000 }
  const reply = await change(pack.id, { ...form, version: 1 })

  expect(reply.json()).toEqual({ ...form, description: null, id: pack.id, version: 2 })
})

test('a change to an older version of a pack is refused and says who changed it', async () => {
  const pack = await addedPack()
  const other = await world.user({ admin: true, name: 'Other Admin' })
  await change(pack.id, { name: 'Theirs', version: pack.version }, other)
  const reply = await change(pack.id, { name: 'Mine', version: pack.version })

  expect([reply.statusCode, reply.json()]).toEqual([
    409,
    {
      detail: 'This was changed in the meantime. Please reload it to see the changes.',
      changed_by: 'Other Admin',
      changed_at: '2026-03-02T08:00:00.000Z',
    },
  ])
  expect((await change(pack.id, { name: 'Last', version: 2 })).json().name).toBe('Last')
})

test('a deleted pack is gone from every list, and the credits bought with it stay', async () => {
  const pack = await addedPack({ name: 'Discontinued' })
  await world.db.insert(creditLots).values({
    user_id: member.id,
    credit_pack_id: pack.id,
    currency: 'ILS',
    granted: 80_000,
    remaining: 80_000,
  })
  const reply = await remove(pack.id)

  expect([reply.statusCode, reply.json()]).toEqual([200, {}])
  expect(await packs('?active_only=false', admin)).not.toContain('Discontinued')
  expect(await world.db.select().from(creditLots)).toMatchObject([
    { credit_pack_id: pack.id, remaining: 80_000 },
  ])
  const [row] = await world.db.select().from(creditPacks).where(eq(creditPacks.id, pack.id))
  expect(row).toMatchObject({ deleted_at: '2026-03-02T08:00:00.000Z', updated_by: admin.id })
  expect((await acts(pack.id)).map(({ action }) => action)).toEqual(['add credit pack', 'delete credit pack'])
})

test('a deleted or unknown pack can be neither changed nor deleted', async () => {
  const { id } = await addedPack()
  await remove(id)
  const replies = [await change(id, { is_active: false }), await remove(id), await remove(999_999)]

  for (const reply of replies)
    expect([reply.statusCode, reply.json()]).toEqual([404, { detail: 'This credit pack does not exist.' }])
})

test('only admins add, change and delete packs', async () => {
  const { id } = await addedPack()
  const replies = [
    await add({}, member),
    await change(id, { is_active: false }, member),
    await remove(id, member),
  ]

  expect(replies.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403])
})

test('there are never more packs than a list can show', async () => {
  const fill = { name: 'Filler', credits_amount: 1, price_cents: 1 }
  await world.db.insert(creditPacks).values(Array.from({ length: 100 }, () => fill))
  const reply = await add()

  expect([reply.statusCode, reply.json()]).toEqual([
    409,
    { detail: 'There can be at most 100 credit packs. Please delete one first.' },
  ])
})
