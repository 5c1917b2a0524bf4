// @vitest-environment node
import { expect, test } from 'vitest'
import { formatAmount, formatBalances, formatCredits, formatMoney } from '#web/format/money.ts'

test('an amount has its sign in front and two decimals', () => {
  expect(formatMoney(123_450, 'USD')).toBe('$1,234.50')
  expect(formatMoney(4990, 'ILS')).toBe('₪49.90')
  expect(formatMoney(0, 'EUR')).toBe('€0.00')
  expect(formatMoney(-501, 'GBP')).toBe('−£5.01')
})

test('an amount without its sign keeps its two decimals', () => {
  expect(formatAmount(4500)).toBe('45.00')
  expect(formatAmount(99_999)).toBe('999.99')
  expect(formatAmount(-123_456_789_01)).toBe('-123,456,789.01')
})

test('credits have the sign of their currency and two decimals', () => {
  expect(formatCredits(120, 'ILS')).toBe('₪120.00')
  expect(formatCredits(-1234.5, 'GBP')).toBe('−£1,234.50')
})

test('credits of several currencies are listed, not added up', () => {
  expect(formatBalances([])).toBe('0.00')
  expect(formatBalances([{ currency: 'ILS', credits: 120 }])).toBe('₪120.00')
  expect(
    formatBalances([
      { currency: 'GBP', credits: 20.5 },
      { currency: 'ILS', credits: 120 },
    ]),
  ).toBe('£20.50 · ₪120.00')
})
