import { expect, test } from 'vitest'
import { daysLater, officeInstant, officeToday } from '#server/time/office-time.ts'

test('the same wall-clock time is another moment before and after the clocks change', () => {
  expect(officeInstant('2026-03-26', '09:00', 'Asia/Jerusalem')).toBe('2026-03-26T07:00:00.000Z')
  expect(officeInstant('2026-03-27', '09:00', 'Asia/Jerusalem')).toBe('2026-03-27T06:00:00.000Z')
})

test('it is already tomorrow in Jerusalem while it is still today in Berlin', () => {
  const moment = new Date('2026-03-01T22:30:00Z')

  expect(officeToday('Asia/Jerusalem', moment)).toBe('2026-03-02')
  expect(officeToday('Europe/Berlin', moment)).toBe('2026-03-01')
})

test('days are counted on the calendar', () => {
  expect(daysLater('2026-02-27', 3)).toBe('2026-03-02')
})
