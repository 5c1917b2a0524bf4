// @vitest-environment node
import { expect, test } from 'vitest'
import { turned, weekOf, weeksOf } from '#web/features/owners/calendar-rules.ts'

test('a week is from Sunday to Saturday, across months', () => {
  expect(weekOf('2026-03-31')).toEqual([
    '2026-03-29',
    '2026-03-30',
    '2026-03-31',
    '2026-04-01',
    '2026-04-02',
    '2026-04-03',
    '2026-04-04',
  ])
})

test('a month has whole weeks, at most six', () => {
  expect([weeksOf('2026-02').length, weeksOf('2026-03').length, weeksOf('2026-08').length]).toEqual([4, 5, 6])
  expect(weeksOf('2026-08').at(-1)?.at(-1)).toBe('2026-09-05')
})

test('turning goes by weeks or months', () => {
  expect([turned('week', '2026-03-30', 1), turned('month', '2026-03-30', -1)]).toEqual([
    '2026-04-06',
    '2026-02-01',
  ])
})
