// @vitest-environment node
import { expect, test } from 'vitest'
import { draftOfUser, expectedUserDirection, formOf, usersView } from '#web/features/admin-users/rules.ts'
import { sortedBy } from '#web/ui/list-view.ts'
import { sampleUser } from '../../../test/samples.ts'

const at = (address: string) => new URLSearchParams(address)

test('the address holds search, sorting and page', () => {
  expect(usersView.read(at('q=maya&sort=name&direction=asc&page=3&size=50'))).toEqual({
    q: 'maya',
    sort: 'name',
    direction: 'asc',
    page: 3,
    page_size: 50,
  })
})

test.each(['', 'page=0', 'page=x', 'size=7', 'sort=password', 'direction=up', 'q=++'])(
  'invalid values in the address are ignored: %j',
  (address) => {
    expect(usersView.read(at(address))).toEqual(usersView.first)
  },
)

test('changing search or sorting starts at the first page and keeps the rest of the address', () => {
  expect(usersView.write(at('tab=users&page=4'), { q: 'maya' }).toString()).toBe('tab=users&q=maya')
  expect(usersView.write(at('q=maya&page=4'), { page: 5 }).toString()).toBe('q=maya&page=5')
  expect(usersView.write(at('tab=users&q=maya&sort=id'), { q: '', sort: 'created_at' }).toString()).toBe(
    'tab=users',
  )
})

test('a sorted column reverses; names start with A, balances with the highest', () => {
  expect(sortedBy(usersView.first, 'created_at', expectedUserDirection)).toEqual({
    sort: 'created_at',
    direction: 'asc',
  })
  expect(sortedBy(usersView.first, 'name', expectedUserDirection)).toEqual({ sort: 'name', direction: 'asc' })
  expect(sortedBy(usersView.first, 'credit_balance', expectedUserDirection)).toEqual({
    sort: 'credit_balance',
    direction: 'desc',
  })
})

test('a user with several roles in an office has the one that allows most', () => {
  const user = sampleUser({
    offices: [
      { id: 3, roles: ['member'] },
      { id: 4, roles: ['manager', 'member', 'owner'] },
    ],
  })

  expect(formOf(draftOfUser(user))).toMatchObject({
    officeIds: [3, 4],
    memberships: [
      { office_id: 3, role: 'member' },
      { office_id: 4, role: 'owner' },
    ],
  })
})

test('an office that was chosen and removed again gives no role', () => {
  const draft = { ...draftOfUser(sampleUser({ offices: [] })), roles: { 4: 'manager' as const } }
  expect(formOf(draft).memberships).toEqual([])
  expect(formOf({ ...draft, officeIds: ['3', '4'] }).memberships).toEqual([
    { office_id: 3, role: 'member' },
    { office_id: 4, role: 'manager' },
  ])
})
