// @vitest-environment node
import { expect, test } from 'vitest'
import { formatAmount, formatMoney } from '#web/format/money.ts'

test('an amount has its sign in front and two decimals', () => {
  expect(formatMoney(123_450, 'USD')).toBe('$1,234.50')
  expect(formatMoney(4990, 'ILS')).toBe('₪49.90')
  expect(formatMoney(0, 'EUR')).toBe('€0.00')
  expect(formatMoney(-501, 'GBP')).toBe('-£5.01')
})

test('an amount without its sign keeps its two decimals', () => {
  expect(formatAmount(4500)).toBe('45.00')
})
