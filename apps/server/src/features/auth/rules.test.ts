import { expect, test } from 'vitest'
import { isTooCommon, permissionsOf } from './rules.ts'

const dana = { name: 'Dana Levi-Cohen', email: 'dana.levi.cohen@keyhour.test' }
const isListed = (text: string) => ['password', 'baseball', 'iloveyou', 'q1w2e3r4t5'].includes(text)

test.each([
  ['Baseball', 'is in the list, whatever the case'],
  ['q1w2e3r4t5', 'is in the list, digits and all'],
  ['Password123!', 'is in the list but for what people put at its end'],
  ['2026-iloveyou', 'is in the list but for what people put before it'],
  ['abababababab', 'has only two different characters'],
  ['1231231231', 'has only three'],
  ['aAaAbBbBcCcC', 'has only three when the case does not matter'],
  ['dana.levi.cohen@keyhour.test', 'is the address'],
  ['Dana.Levi.Cohen', 'is the part of the address before the @'],
  [' dana levi-cohen ', 'is the name'],
])('the password %s is too common: it %s', (password) => {
  expect(isTooCommon(password, dana, isListed)).toBe(true)
})

test.each([
  ['correct horse battery', 'is nobody else’s'],
  ['pass-1234567890-word', 'has nothing common in its middle'],
  ['password1234567890', 'is mostly its own'],
  ['אבטיח על השמש', 'is fine in Hebrew'],
  ['dana.levi.cohen and more', 'only begins like the address'],
])('the password %s is accepted: it %s', (password) => {
  expect(isTooCommon(password, dana, isListed)).toBe(false)
})

const nobody = { admin: false, managedOffices: [], ownedOffices: [], managedBusinesses: [] }
const lines = (permissions: ReturnType<typeof permissionsOf>) =>
  permissions.map(({ permission, office_id, business_id }) => [permission, office_id, business_id])

test('every signed-in member may book', () => {
  expect(lines(permissionsOf(nobody))).toEqual([['book', null, null]])
})

test('a manager who also owns the office has each permission there once', () => {
  const both = { ...nobody, managedOffices: [7, 3], ownedOffices: [3], managedBusinesses: [5] }

  expect(lines(permissionsOf(both))).toEqual([
    ['book', null, null],
    ['view_active_sessions', 3, null],
    ['view_active_sessions', 7, null],
    ['view_orders_and_payouts', 3, null],
    ['manage_company_credits', null, 5],
  ])
})

test('an admin may do everything everywhere', () => {
  expect(lines(permissionsOf({ ...nobody, admin: true, ownedOffices: [3] }))).toEqual([
    ['book', null, null],
    ['view_active_sessions', null, null],
    ['view_orders_and_payouts', null, null],
    ['manage_company_credits', null, null],
    ['administer', null, null],
  ])
})
