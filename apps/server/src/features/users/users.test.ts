import type { User } from '@keyhour/contract/users'
import { expect, test } from 'vitest'
import { creditLots } from '#server/db/schema/credits.ts'
import { startWorld } from '../../../test/world.ts'

const world = await startWorld()

test('admins see each user with the version that a change has to name', async () => {
  const admin = await world.user({ admin: true })
  const changed = await world.user({ version: 4 })
  const list: User[] = (await world.get('/api/admin/users', admin)).json()

  expect(list.find(({ id }) => id === changed.id)).toMatchObject({ version: 4 })
})

test('a balance is in credits, down to the hundredth, without what has expired', async () => {
  const [admin, person] = [await world.user({ admin: true }), await world.user()]
  const lot = { user_id: person.id, granted: 10_000 }
  await world.db.insert(creditLots).values([
    { ...lot, remaining: 1005 },
    { ...lot, remaining: 2030, expires_at: '2026-03-02T08:00:01Z' },
    { ...lot, remaining: 5000, expires_at: '2026-03-02T08:00:00Z' },
  ])
  const list: User[] = (await world.get('/api/admin/users', admin)).json()

  expect(list.find(({ id }) => id === person.id)).toMatchObject({ credit_balance: 30.35 })
  expect(list.find(({ id }) => id === admin.id)).toMatchObject({ credit_balance: 0, admin: true })
})

test('the list of users has the deleted ones, with their offices, newest first', async () => {
  const admin = await world.user({ admin: true, created_at: '2030-01-01T00:00:00Z' })
  const gone = await world.user({ created_at: '2030-01-02T00:00:00Z', deleted_at: '2030-02-01T00:00:00Z' })
  const office = await world.office()
  await world.member(office.id, gone.id, 'manager')
  const list: User[] = (await world.get('/api/admin/users', admin)).json()

  expect(list.slice(0, 2)).toMatchObject([
    {
      id: gone.id,
      user_name: gone.name,
      deleted_at: '2030-02-01T00:00:00.000Z',
      offices: [{ id: office.id }],
    },
    { id: admin.id, deleted_at: null, offices: [], profile: { phone: null, passport_image: null } },
  ])
})
