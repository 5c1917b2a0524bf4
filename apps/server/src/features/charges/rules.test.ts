import { expect, test } from 'vitest'
import { captureAt } from '#server/features/charges/rules.ts'

const terms = {
  date: '2026-03-02T07:50:00.000Z',
  start: '2026-03-05T09:00:00.000Z',
  end: '2026-03-05T11:00:00.000Z',
  checked_in_at: null,
  checked_out_at: null,
  cancelled_at: null,
  pay_until: '2026-03-02T08:05:00.000Z',
  free_cancel_hours: 24,
  free_cancel_minutes_after_booking: 15,
  late_cancel_refund_percent: 50,
}
const NOW = '2026-03-02T08:00:00.000Z'

test.each([
  ['a moment after the last one at which cancelling is free', {}, '2026-03-04T09:00:00.001Z'],
  [
    'six days later at most, as banks let go after seven',
    { start: '2026-04-05T09:00:00.000Z', end: '2026-04-05T11:00:00.000Z' },
    '2026-03-08T08:00:00.000Z',
  ],
  [
    'after the minutes in which a new booking can be taken back',
    { start: '2026-03-02T20:00:00.000Z', end: '2026-03-02T21:00:00.000Z' },
    '2026-03-02T08:05:00.001Z',
  ],
  [
    'at the start, if those minutes go on after it',
    { start: '2026-03-02T08:02:00.000Z', end: '2026-03-02T09:00:00.000Z' },
    '2026-03-02T08:02:00.001Z',
  ],
  [
    'at once when cancelling is no longer free',
    { free_cancel_hours: 100, free_cancel_minutes_after_booking: 0 },
    NOW,
  ],
  ['at once when the order is cancelled', { cancelled_at: NOW }, NOW],
  [
    'a minute after check-out, when that cannot be undone any more',
    { checked_out_at: NOW },
    '2026-03-02T08:01:00.000Z',
  ],
  ['at once when the check-out was some time ago', { checked_out_at: '2026-03-02T07:30:00.000Z' }, NOW],
  [
    'at once when the stay is over',
    { start: '2026-03-01T09:00:00.000Z', end: '2026-03-01T11:00:00.000Z' },
    NOW,
  ],
  ['at once during the stay', { start: '2026-03-02T07:00:00.000Z' }, NOW],
])('the money of an order is taken %s', (_, given, at) => {
  expect(captureAt({ ...terms, ...given }, new Date(NOW))).toBe(at)
})

test('the money of an order that a saved card pays is taken four days later at most, as Visa lets go soon after', () => {
  const far = { start: '2026-04-05T09:00:00.000Z', end: '2026-04-05T11:00:00.000Z' }

  expect(captureAt({ ...terms, ...far }, new Date(NOW), 'saved')).toBe('2026-03-06T08:00:00.000Z')
})
