import fc from 'fast-check'
import { expect, test } from 'vitest'
import { HOUR_MS, priceOfDays, priceOfTime } from './price.ts'

const rates = { price_per_day: 30_000, price_per_week: 150_000, price_per_month: 400_000 }

test.each([
  [1, 30_000],
  [4, 120_000],
  [5, 150_000],
  [6, 150_000],
  [8, 180_000],
  [16, 360_000],
  [20, 400_000],
  [31, 430_000],
])('%i days cost as much as the cheapest way to cover them', (days, price) => {
  expect(priceOfDays(rates, days)).toBe(price)
})

test('a rate that is not offered is not used, and a space without any rate is free', () => {
  expect(priceOfDays({ ...rates, price_per_week: 0, price_per_month: null }, 10)).toBe(300_000)
  expect(priceOfDays({ ...rates, price_per_day: 0 }, 2)).toBe(150_000)
  expect(priceOfDays({ price_per_day: 0, price_per_week: 0, price_per_month: 0 }, 2)).toBe(0)
})

test('a longer stay never costs less, and never more than its single days', () => {
  const price = fc.integer({ min: 1, max: 1_000_000 })
  fc.assert(
    fc.property(price, price, price, fc.integer({ min: 1, max: 200 }), (day, week, month, days) => {
      const any = { price_per_day: day, price_per_week: week, price_per_month: month }
      expect(priceOfDays(any, days + 1)).toBeGreaterThanOrEqual(priceOfDays(any, days))
      expect(priceOfDays(any, days)).toBeLessThanOrEqual(day * days)
    }),
  )
})

test('half an hour costs half as much as an hour, rounded once', () => {
  expect(priceOfTime(5000, 'hour', HOUR_MS / 2)).toBe(2500)
  expect(priceOfTime(3333, 'hour', 1.5 * HOUR_MS)).toBe(5000)
})
