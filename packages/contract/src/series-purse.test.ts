import { expect, test } from 'vitest'
import { coverageOf } from './series-purse.ts'

const purse = { available: 10_000, unpaid_allowed: 1, months: null, refusal: null }
const dues = ['2027-01', '2027-01', '2027-02'].map((month) => ({ month, due: 4000 }))

test('credits pay the dates in order, and what they do not cover counts as unpaid dates', () => {
  expect(coverageOf(purse, dues)).toEqual({
    total: 12_000,
    with_credits: 10_000,
    left: 2000,
    unpaid: 1,
    short_months: [],
    isEnough: true,
  })
  expect(coverageOf({ ...purse, available: 7000 }, dues)).toMatchObject({ unpaid: 2, isEnough: false })
  expect(coverageOf({ ...purse, unpaid_allowed: 0 }, dues)).toMatchObject({ unpaid: 1, isEnough: false })
})

test('the limit of a company holds for each month by itself', () => {
  const months = [
    { month: '2027-01', left: 7999 },
    { month: '2027-02', left: 4000 },
  ]
  const company = { ...purse, available: 20_000, unpaid_allowed: 0, months }

  expect(coverageOf(company, dues)).toMatchObject({ short_months: ['2027-01'], isEnough: false })
  expect(coverageOf(company, dues.slice(1))).toMatchObject({ short_months: [], isEnough: true })
})
