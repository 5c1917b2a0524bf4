// @vitest-environment node
import { expect, test } from 'vitest'
import {
  completed,
  draftOf,
  FIRST_WISH,
  readWish,
  sortedBy,
  staffedOffices,
  writeWish,
} from '#web/features/admin-users/rules.ts'
import { sampleUser } from '../../../test/samples.ts'

const at = (address: string) => new URLSearchParams(address)

test('an address says what is searched, how it is sorted and which page is open', () => {
  expect(readWish(at('q=maya&sort=name&direction=asc&page=3&size=50'))).toEqual({
    q: 'maya',
    sort: 'name',
    direction: 'asc',
    page: 3,
    page_size: 50,
  })
})

test.each(['', 'page=0', 'page=x', 'size=7', 'sort=password', 'direction=up', 'q=++'])(
  'what makes no sense in an address counts as not said: %j',
  (address) => {
    expect(readWish(at(address))).toEqual(FIRST_WISH)
  },
)

test('another search or order starts at the first page, and the rest of the address stays', () => {
  expect(writeWish(at('tab=users&page=4'), { q: 'maya' }).toString()).toBe('tab=users&q=maya')
  expect(writeWish(at('q=maya&page=4'), { page: 5 }).toString()).toBe('q=maya&page=5')
  expect(writeWish(at('tab=users&q=maya&sort=id'), { q: '', sort: 'created_at' }).toString()).toBe(
    'tab=users',
  )
})

test('a column that is sorted turns around; names start with A, balances with the highest', () => {
  expect(sortedBy(FIRST_WISH, 'created_at')).toEqual({ sort: 'created_at', direction: 'asc' })
  expect(sortedBy(FIRST_WISH, 'name')).toEqual({ sort: 'name', direction: 'asc' })
  expect(sortedBy(FIRST_WISH, 'credit_balance')).toEqual({ sort: 'credit_balance', direction: 'desc' })
})

test('offices that somebody runs are no choice of the form, but count as theirs', () => {
  const user = sampleUser({
    offices: [
      { id: 3, roles: ['member'] },
      { id: 4, roles: ['manager', 'member'] },
    ],
  })

  expect(draftOf(user).officeIds).toEqual(['3'])
  expect(completed(draftOf(user), staffedOffices(user)).officeIds).toEqual(['3', '4'])
})
