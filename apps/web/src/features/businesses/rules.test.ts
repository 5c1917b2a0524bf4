// @vitest-environment node
import { expect, test } from 'vitest'
import { sampleOwnBusiness } from '#test/samples.ts'
import { addressesIn, limitTyped, monthsOffered, spendable } from '#web/features/businesses/rules.ts'

test.each([
  ['', null],
  ['0', 0],
  ['250', 25_000],
  ['250,5', 25_050],
  ['1000000', 100_000_000],
  ['1000000.01', undefined],
  ['-1', undefined],
  ['1.234', undefined],
  ['a lot', undefined],
])('a limit of "%s" means %s', (typed, cents) => {
  expect(limitTyped(typed)).toBe(cents)
})

test('addresses are found however they are separated, each once', () => {
  expect(addressesIn(' a@x.test,b@x.test;\nNoa <c@x.test> a@x.test ')).toEqual([
    'a@x.test',
    'b@x.test',
    'Noa',
    'c@x.test',
  ])
  expect(addressesIn(' \n')).toEqual([])
})

test.each([
  [{ left: 1000, monthly_limit: null, used_this_month: 400 }, 1000],
  [{ left: 1000, monthly_limit: 500, used_this_month: 400 }, 100],
  [{ left: 50, monthly_limit: 500, used_this_month: 400 }, 50],
  [{ left: 1000, monthly_limit: 300, used_this_month: 400 }, 0],
])('%j leaves %d to spend', (company, left) => {
  expect(spendable(sampleOwnBusiness(company))).toBe(left)
})

test('months are offered from the first of the company to a year ahead, and those of the address always', () => {
  const months = monthsOffered('2026-01', '2026-03', [])
  expect([months[0], months.at(-1), months.length]).toEqual(['2027-03', '2026-01', 15])
  expect(monthsOffered('2026-01', '2026-03', ['2025-12', '2027-05'])).toHaveLength(18)
})
