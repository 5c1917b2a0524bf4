import { daysAfter } from '@keyhour/contract/office-clock'
import type { Repeat, Series } from '@keyhour/contract/series'
import { expect, test } from 'vitest'
import { presentOf } from '#web/features/series/present-rules.ts'

const MONDAY = '2026-03-02'
const weekly = (count: number, every = 7) =>
  Array.from({ length: count }, (_, at) => daysAfter(MONDAY, every * at))

const seriesOn = (repeat: Repeat, dates: string[], cancelled: string[] = []): Series => ({
  ...{ id: 5, time_zone: 'Asia/Jerusalem', currency: 'ILS', repeat },
  orders: [...dates, ...cancelled].sort().map((date, id) => ({
    ...{ id, start: `${date}T07:00:00.000Z`, end: `${date}T08:00:00.000Z`, SubOffice: null },
    ...{ checked_in_at: null, checked_out_at: null, due: 5900 },
    cancelled_at: cancelled.includes(date) ? '2026-03-01T07:00:00.000Z' : null,
  })),
})
const week: Repeat = { every: 'week', count: 6 }

test('a series as it was booked has no exceptions', () => {
  expect(presentOf(seriesOn(week, weekly(6)))).toEqual({
    count: 6,
    pattern: { rule: { every: 'week', weekdays: [1] }, first: MONDAY },
    missing: 0,
    extra: 0,
  })
})

test('what is cancelled or was left out is missing, unless it is at an end', () => {
  const [one, two, three, four, five, six] = weekly(6) as [string, string, string, string, string, string]

  expect(presentOf(seriesOn(week, [one, two, five], [three, six]))).toMatchObject({ count: 3, missing: 2 })
  expect(presentOf(seriesOn(week, [two, three, four, five], [one, six]))).toMatchObject({ missing: 0 })
})

test('a date that has moved does not change the rule, not even the first', () => {
  const [first, ...others] = weekly(6)
  const { pattern, missing, extra } = presentOf(seriesOn(week, [daysAfter(first!, 1), ...others]))

  expect([pattern?.rule.weekdays, missing, extra]).toEqual([[1], 0, 1])
})

test('a date that has moved is not missing as well', () => {
  const [one, two, three, four, five, six] = weekly(6) as [string, string, string, string, string, string]
  const now = presentOf(seriesOn(week, [one, two, daysAfter(three, 2), six], [four, five]))

  expect(now).toMatchObject({ pattern: { rule: { weekdays: [1] } }, extra: 1, missing: 2 })
})

test('if all dates have moved by a day, the rule is that of the new days', () => {
  const moved = weekly(6).map((date) => daysAfter(date, 1))
  const asked = seriesOn({ ...week, weekdays: [1] }, moved)

  expect(presentOf(asked)).toMatchObject({ pattern: { rule: { weekdays: [2] } }, missing: 0, extra: 0 })
})

test('every two weeks and every month follow most of the dates', () => {
  const fortnights = weekly(6, 14)
  fortnights[0] = daysAfter(MONDAY, 7)
  expect(presentOf(seriesOn({ every: 'two_weeks', count: 6 }, fortnights))).toMatchObject({
    ...{ missing: 0, extra: 1 },
    pattern: { first: daysAfter(MONDAY, 14) },
  })

  const months = ['2026-01-28', '2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31']
  expect(presentOf(seriesOn({ every: 'month', count: 5 }, months))).toMatchObject({
    ...{ missing: 0, extra: 1 },
    pattern: { first: '2026-03-31' },
  })
})

test('dates that follow no rule have none, and neither has a single one', () => {
  const days = [MONDAY, '2026-03-03', '2026-03-12', '2026-04-24']

  expect(presentOf(seriesOn(week, days)).pattern).toBeNull()
  expect(presentOf(seriesOn(week, [MONDAY], weekly(6).slice(1)))).toMatchObject({ count: 1, pattern: null })
  expect(presentOf(seriesOn(week, [], weekly(6)))).toMatchObject({ count: 0, pattern: null })
})
