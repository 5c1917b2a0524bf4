import { expect, test } from 'vitest'
import {
  daysIn,
  noShowsOf,
  occupancyOf,
  periodLength,
  periodsOf,
  rangeBefore,
  rangeProblem,
  utilisationOf,
} from './insight.ts'

test.each([
  ['a week', '2026-03-02', '2026-03-08', '2026-02-23', '2026-03-01'],
  ['one day', '2026-03-01', '2026-03-01', '2026-02-28', '2026-02-28'],
  ['the beginning of a month', '2026-11-01', '2026-11-15', '2026-10-17', '2026-10-31'],
  ['a whole month', '2026-03-01', '2026-03-31', '2026-02-01', '2026-02-28'],
  ['February of a leap year', '2028-02-01', '2028-02-29', '2028-01-01', '2028-01-31'],
  ['a quarter', '2026-01-01', '2026-03-31', '2025-10-01', '2025-12-31'],
  ['a whole year', '2026-01-01', '2026-12-31', '2025-01-01', '2025-12-31'],
  ['a year from the middle of a month', '2025-03-03', '2026-03-02', '2024-03-03', '2025-03-02'],
])('%s, %s to %s, is compared with %s to %s', (_, from, to, fromBefore, toBefore) => {
  expect(rangeBefore({ from, to })).toEqual({ from: fromBefore, to: toBefore })
})

test('a month is drawn in days, half a year in weeks, a year in months', () => {
  expect(periodLength({ from: '2026-03-01', to: '2026-03-31' })).toBe('day')
  expect(periodLength({ from: '2026-03-01', to: '2026-04-01' })).toBe('week')
  expect(periodLength({ from: '2026-01-01', to: '2026-07-01' })).toBe('week')
  expect(periodLength({ from: '2026-01-01', to: '2026-12-31' })).toBe('month')
})

test('periods cover the range without gaps, and the last one may be shorter', () => {
  expect(periodsOf({ from: '2026-02-27', to: '2026-03-01' }, 'day')).toEqual([
    { from: '2026-02-27', to: '2026-02-27' },
    { from: '2026-02-28', to: '2026-02-28' },
    { from: '2026-03-01', to: '2026-03-01' },
  ])
  expect(periodsOf({ from: '2026-02-27', to: '2026-03-08' }, 'week')).toEqual([
    { from: '2026-02-27', to: '2026-03-05' },
    { from: '2026-03-06', to: '2026-03-08' },
  ])
  expect(periodsOf({ from: '2025-11-20', to: '2026-01-05' }, 'month')).toEqual([
    { from: '2025-11-20', to: '2025-11-30' },
    { from: '2025-12-01', to: '2025-12-31' },
    { from: '2026-01-01', to: '2026-01-05' },
  ])
})

test('a range may cover at most two years, and must not be reversed', () => {
  expect(rangeProblem({ from: '2026-03-02', to: '2026-03-01' })).toBe(
    'The last day cannot be before the first',
  )
  expect(rangeProblem({ from: '2024-01-01', to: '2026-01-01' })).toBe('Please choose at most two years')
  expect(daysIn({ from: '2024-01-01', to: '2025-12-31' })).toBe(731)
  expect(rangeProblem({ from: '2024-01-01', to: '2025-12-31' })).toBeNull()
})

test('a share of nothing is null', () => {
  const times = { booked_ms: 0, open_ms: 0, due_ms: 0, there_ms: 0 }
  const nothing = { orders: 0, no_shows: 0, revenue: 0, net: 0, ...times }

  expect([occupancyOf(nothing), utilisationOf(nothing), noShowsOf(nothing)]).toEqual([null, null, null])
  expect(noShowsOf({ ...nothing, orders: 3, no_shows: 1 })).toBe(0.25)
  expect(occupancyOf({ ...nothing, booked_ms: 3, open_ms: 12 })).toBe(0.25)
  expect(utilisationOf({ ...nothing, due_ms: 4, there_ms: 3 })).toBe(0.75)
})
