import { percentOf } from '@keyhour/contract/primitives'
import { expect, test } from 'vitest'
import { changePrice, heldOf, refundPercent, statusOf } from '#server/features/orders/rules.ts'
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
    start: new Date(start).toISOString(),
    date: new Date(booked).toISOString(),
    checked_in_at: null,
  }

  expect(refundPercent(policy, order, new Date(now))).toBe(percent)
})

test('after an early check-in the order has begun, and nothing is refunded, however recent the booking', () => {
  const order = {
    start: new Date(start).toISOString(),
    date: new Date(start - 12 * MINUTE).toISOString(),
    checked_in_at: new Date(start - 9 * MINUTE).toISOString(),
  }

  expect(refundPercent(policy, order, new Date(start - 8 * MINUTE))).toBe(0)
  expect(refundPercent(policy, { ...order, checked_in_at: null }, new Date(start - 8 * MINUTE))).toBe(100)
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
  ['more than the credits', 60, 0, { credits: 0, card: 30, otherwise: 10 }],
  ['all but some of the card', 90, 0, { credits: 0, card: 10, otherwise: 0 }],
  ['everything', 100, 0, { credits: 0, card: 0, otherwise: 0 }],
])('an order of which %s was refunded holds what is left', (_, refunded, credits, held) => {
  const paid = { paid_with_credits: 50, paid_by_card: 30, paid_otherwise: 20 }
  expect(heldOf({ ...paid, refunded }, credits)).toEqual(held)
})
