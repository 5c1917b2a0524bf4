import fc from 'fast-check'
import { expect, test } from 'vitest'
import { daysAfter, daysBetween, daysOfMonth, findMoment, wallClock, weekdayOn } from './office-clock.ts'
import { datesOf, isLastOfMonth, MOST_DATES, type RepeatRule, weekOfMonth } from './series-dates.ts'

const LATEST = '2030-12-31'
const dates = (first: string, rule: RepeatRule) => datesOf(first, rule, LATEST)

const firsts = fc.integer({ min: 0, max: 700 }).map((days) => daysAfter('2026-11-19', days))
const ends = fc.oneof(
  fc.record({ count: fc.integer({ min: 2, max: MOST_DATES }) }),
  fc.record({ until: fc.integer({ min: 0, max: 800 }).map((days) => daysAfter('2026-11-19', days)) }),
)
const repeats = fc
  .record({
    every: fc.constantFrom('day', 'week', 'two_weeks', 'month'),
    weekdays: fc.option(fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 1 }), { nil: undefined }),
    on: fc.option(fc.constantFrom('date', 'weekday', 'last_weekday'), { nil: undefined }),
  })
  .chain((rule) => ends.map((end) => ({ ...rule, ...end }) as RepeatRule))

test('a series rises from its first day and keeps to its end, whatever the rule', () => {
  fc.assert(
    fc.property(firsts, repeats, (first, rule) => {
      const found = dates(first, rule)

      expect(found).toEqual([...new Set(found)].toSorted())
      expect(found.length).toBeLessThanOrEqual(Math.min(rule.count ?? Infinity, MOST_DATES + 1))
      for (const date of found) {
        expect(date >= first && date <= LATEST).toBe(true)
        if (rule.until) expect(date <= rule.until).toBe(true)
      }
    }),
  )
})

test('a series by weeks has exactly the chosen weekdays, every week or every other', () => {
  fc.assert(
    fc.property(
      firsts,
      fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 1 }),
      fc.constantFrom('week' as const, 'two_weeks' as const),
      (first, weekdays, every) => {
        const found = dates(first, { every, weekdays, count: 2 * weekdays.length + 1 })

        expect(found).toHaveLength(2 * weekdays.length + 1)
        expect(new Set(found.map(weekdayOn))).toEqual(new Set(weekdays))
        const period = every === 'week' ? 7 : 14
        for (const [at, date] of found.entries())
          if (found[at + weekdays.length])
            expect(daysBetween(date, found[at + weekdays.length]!)).toBe(period)
      },
    ),
  )
})

test('a series by months has one date in each month, on the day or on the last day of a shorter month', () => {
  fc.assert(
    fc.property(firsts, (first) => {
      const found = dates(first, { every: 'month', count: 12 })

      expect(found[0]).toBe(first)
      expect(new Set(found.map((date) => date.slice(0, 7))).size).toBe(12)
      for (const date of found) {
        const last = daysOfMonth(date.slice(0, 7)).at(-1)!
        expect([date.slice(0, 8) + first.slice(8), last]).toContain(date)
        expect(date.slice(8) <= first.slice(8)).toBe(true)
      }
    }),
  )
})

test('a series by weekday of the month keeps the weekday and the week', () => {
  fc.assert(
    fc.property(firsts, fc.constantFrom('weekday' as const, 'last_weekday' as const), (first, on) => {
      const found = dates(first, { every: 'month', on, count: 12 })

      expect(found).toHaveLength(12)
      for (const date of found) {
        expect(weekdayOn(date)).toBe(weekdayOn(first))
        if (on === 'last_weekday' || weekOfMonth(first) > 4) expect(isLastOfMonth(date)).toBe(true)
        else expect(weekOfMonth(date)).toBe(weekOfMonth(first))
      }
    }),
  )
})

test('the second Tuesday, the last Friday and the 31st of each month', () => {
  const four = { every: 'month', count: 4 } as const

  expect(dates('2026-12-08', { ...four, on: 'weekday' })).toEqual([
    '2026-12-08',
    '2027-01-12',
    '2027-02-09',
    '2027-03-09',
  ])
  expect(dates('2026-12-25', { ...four, on: 'last_weekday' })).toEqual([
    '2026-12-25',
    '2027-01-29',
    '2027-02-26',
    '2027-03-26',
  ])
  expect(dates('2026-12-31', { ...four, on: 'date' })).toEqual([
    '2026-12-31',
    '2027-01-31',
    '2027-02-28',
    '2027-03-31',
  ])
})

test('ten in the morning stays ten in the morning across both clock changes of 2027', () => {
  const zones = [
    ['Asia/Jerusalem', '2027-03-26', '2027-10-31'],
    ['America/New_York', '2027-03-14', '2027-11-07'],
  ] as const
  for (const [zone, spring, autumn] of zones) {
    const found = dates('2026-12-01', { every: 'day', until: '2027-08-01' }).concat(
      dates('2027-08-02', { every: 'day', until: '2027-12-01' }),
    )
    const moments = found.map((date) => findMoment(date, '10:00', zone)!)
    const steps = moments.slice(1).map((moment, at) => [found[at + 1], (moment - moments[at]!) / 3_600_000])

    expect(moments.every((moment) => wallClock(moment, zone).time === '10:00')).toBe(true)
    expect(steps.filter(([, hours]) => hours !== 24)).toEqual([
      [spring, 23],
      [autumn, 25],
    ])
  }
})

test('a time that the clocks skip is missing on that date only', () => {
  const skipped = (zone: string, time: string) =>
    dates('2027-03-01', { every: 'day', until: '2027-04-01' }).filter((date) => !findMoment(date, time, zone))

  expect(skipped('Asia/Jerusalem', '02:30')).toEqual(['2027-03-26'])
  expect(skipped('America/New_York', '02:30')).toEqual(['2027-03-14'])
})
