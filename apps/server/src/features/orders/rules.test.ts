import { percentOf } from '@keyhour/contract/price'
import { expect, test } from 'vitest'
import {
  cancellationOf,
  changePrice,
  heldOf,
  owedOf,
  refundPercent,
  statusOf,
} from '#server/features/orders/rules.ts'
import { HOUR, MINUTE } from '#server/time/opening-hours.ts'

const policy = {
  free_cancel_hours: 24,
  free_cancel_minutes_after_booking: 15,
  late_cancel_refund_percent: 50,
}
const start = Date.parse('2026-03-10T09:00:00Z')

test.each([
  ['a day before', start - 24 * HOUR, start - 9 * 24 * HOUR, 100],
  ['a moment later than that', start - 24 * HOUR + 1, start - 9 * 24 * HOUR, 50],
  ['within a quarter of an hour of booking', start - HOUR, start - HOUR - 15 * MINUTE, 100],
  ['right before the start', start - 1, start - HOUR, 50],
  ['at the start', start, start - HOUR, 0],
  ['at the start, just booked', start, start - MINUTE, 0],
])('cancelling %s refunds the right part', (_, now, booked, percent) => {
  const order = {
    ...policy,
    start: new Date(start).toISOString(),
    date: new Date(booked).toISOString(),
    checked_in_at: null,
  }

  expect(refundPercent(order, new Date(now))).toBe(percent)
})

test('after an early check-in the order has begun, and nothing is refunded, however recent the booking', () => {
  const order = {
    ...policy,
    start: new Date(start).toISOString(),
    date: new Date(start - 12 * MINUTE).toISOString(),
    checked_in_at: new Date(start - 9 * MINUTE).toISOString(),
  }

  expect(refundPercent(order, new Date(start - 8 * MINUTE))).toBe(0)
  expect(refundPercent({ ...order, checked_in_at: null }, new Date(start - 8 * MINUTE))).toBe(100)
})

test.each([
  ['shorter in time', 10_000, 10_000, 5000, 100, 5000, 0],
  ['shorter late', 10_000, 10_000, 5000, 50, 7500, 2500],
  ['shorter after the start', 10_000, 10_000, 5000, 0, 10_000, 5000],
  ['shorter late by an odd sum', 10_000, 10_000, 9975, 50, 9987, 12],
  ['as long as before', 10_000, 10_000, 10_000, 50, 10_000, 0],
  ['longer', 10_000, 10_000, 15_000, 0, 15_000, 0],
  ['the same once more after it was shortened late', 7500, 5000, 5000, 50, 7500, 0],
  ['shorter once more', 7500, 5000, 2500, 50, 6250, 1250],
  ['longer again after it was shortened late', 7500, 5000, 10_000, 50, 12_500, 0],
  ['shorter, when its days have become dearer since', 150_000, 210_000, 30_000, 100, 30_000, 0],
])(
  'an order that becomes %s costs the right price',
  (_, total_price, before, after, percent, price, kept) => {
    expect(changePrice({ total_price, before, after, percent })).toEqual({ total_price: price, kept })
  },
)

const NOTHING_PAID = { paid_with_credits: 0, paid_by_card: 0, paid_otherwise: 0, refunded: 0 }

test.each([
  ['paid in full, in time', 11_800, 100, 0, 11_800, 0],
  ['paid in full, late', 11_800, 50, 5900, 5900, 0],
  ['paid in full, after the start', 11_800, 0, 11_800, 0, 0],
  ['unpaid, in time', 0, 100, 0, 0, 0],
  ['unpaid, late', 0, 50, 5900, 0, 5900],
  ['unpaid, after the start', 0, 0, 11_800, 0, 11_800],
  ['partly paid, late, with more than is kept', 8000, 50, 5900, 2100, 0],
  ['partly paid, late, with less than is kept', 4000, 50, 5900, 0, 1900],
])(
  'cancelling an order %s keeps, refunds and leaves owed the right sums',
  (_, paid, percent, kept, refund, owed) => {
    const order = { ...NOTHING_PAID, paid_with_credits: paid, total_price: 10_000, tax_percent: 18 }

    expect(cancellationOf(order, percent)).toEqual({ kept, refund, owed })
  },
)

test('an order owes its price until it is paid; cancelled, it owes what its terms keep', () => {
  const order = { ...NOTHING_PAID, total_price: 10_000, tax_percent: 18, cancelled_at: null, kept: 0 }
  const cancelled = { ...order, cancelled_at: '2026-03-01T00:00:00Z' }

  expect(owedOf({ ...order, paid_with_credits: 1800 })).toBe(10_000)
  expect(owedOf(cancelled)).toBe(0)
  expect(owedOf({ ...cancelled, kept: 5900, paid_by_card: 900 })).toBe(5000)
  expect(owedOf({ ...order, total_price: null })).toBe(0)
})

test('percentages are rounded to whole minor units', () => {
  expect(percentOf(12_345, 18)).toBe(2222)
})

test.each([
  [0, 0, 0, 0, 'paid'],
  [100, 0, 0, 0, 'pending'],
  [0, 100, 0, 0, 'credits'],
  [50, 50, 0, 0, 'part credit'],
  [0, 50, 50, 0, 'part credit'],
  [0, 0, 100, 0, 'full credit card'],
  [0, 0, 0, 100, 'paid'],
  [0, 50, 0, 50, 'paid'],
  [0, 0, 50, 50, 'paid'],
  [50, 0, 0, 50, 'pending'],
  [20, 50, 0, 30, 'part credit'],
])(
  'with %i left, %i in credits, %i by card and %i otherwise an order is %s',
  (left, credits, card, otherwise, status) => {
    expect(statusOf(left, { credits, card, otherwise })).toBe(status)
  },
)

test.each([
  ['nothing', 0, 50, { credits: 50, card: 30, otherwise: 20 }],
  ['all credits', 50, 0, { credits: 0, card: 30, otherwise: 20 }],
  ['more than the credits', 60, 0, { credits: 0, card: 20, otherwise: 20 }],
  ['more than the credits and the card', 90, 0, { credits: 0, card: 0, otherwise: 10 }],
  ['everything', 100, 0, { credits: 0, card: 0, otherwise: 0 }],
])('an order of which %s was refunded holds what is left', (_, refunded, credits, held) => {
  const paid = { paid_with_credits: 50, paid_by_card: 30, paid_otherwise: 20 }
  expect(heldOf({ ...paid, refunded }, credits)).toEqual(held)
})
