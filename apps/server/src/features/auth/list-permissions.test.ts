import type { Permission } from '@keyhour/contract/auth'
import { expect, test } from 'vitest'
import { businesses, businessMembers } from '#server/db/schema/businesses.ts'
import { startWorld } from '../../../test/world.ts'

const world = await startWorld()

type Person = Awaited<ReturnType<typeof world.user>>

async function permissionsOf(person: Person) {
  const list: Permission[] = (await world.get('/api/permissions/', person)).json()
  return list.map(({ permission, office_id, business_id }) => [permission, office_id, business_id])
}

test('a member may book and nothing else', async () => {
  const person = await world.user()
  await world.member((await world.office()).id, person.id, 'member')

  expect(await permissionsOf(person)).toEqual([['book', null, null]])
})

test('managers see the running visits of their offices, owners also see orders and payouts', async () => {
  const person = await world.user()
  const [managed, owned] = [await world.office(), await world.office()]
  await world.member(managed.id, person.id, 'manager')
  await world.member(owned.id, person.id, 'owner')

  expect(await permissionsOf(person)).toEqual([
    ['book', null, null],
    ['view_active_sessions', managed.id, null],
    ['view_active_sessions', owned.id, null],
    ['view_orders_and_payouts', owned.id, null],
  ])
})

test('a deleted office or company gives nobody a permission', async () => {
  const person = await world.user()
  const deleted_at = '2026-01-01T00:00:00Z'
  await world.member((await world.office({ deleted_at })).id, person.id, 'owner')
  const [business] = await world.db.insert(businesses).values({ name: 'Gone', deleted_at }).returning()
  await world.db
    .insert(businessMembers)
    .values({ business_id: business!.id, user_id: person.id, role: 'manager' })

  expect(await permissionsOf(person)).toEqual([['book', null, null]])
})

test('managers of a company manage its credits, other members do not', async () => {
  const [manager, employee] = [await world.user(), await world.user()]
  const [business] = await world.db.insert(businesses).values({ name: 'Acme' }).returning()
  await world.db.insert(businessMembers).values([
    { business_id: business!.id, user_id: manager.id, role: 'manager' },
    { business_id: business!.id, user_id: employee.id, role: 'employee' },
  ])

  expect(await permissionsOf(manager)).toEqual([
    ['book', null, null],
    ['manage_company_credits', null, business!.id],
  ])
  expect(await permissionsOf(employee)).toEqual([['book', null, null]])
})

test('admins have every permission everywhere', async () => {
  expect(await permissionsOf(await world.user({ admin: true }))).toEqual([
    ['book', null, null],
    ['view_active_sessions', null, null],
    ['view_orders_and_payouts', null, null],
    ['manage_company_credits', null, null],
    ['administer', null, null],
  ])
})
