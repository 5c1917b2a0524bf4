import fc from 'fast-check'
import { expect, test } from 'vitest'
import { daysLater, officeInstant, officeToday } from '#server/time/office-time.ts'

test('the same wall-clock time is a different moment before and after the clocks change', () => {
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

const zones = fc.constantFrom('Asia/Jerusalem', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe')
const days = fc
  .date({ min: new Date('2024-01-01'), max: new Date('2030-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))

test('noon at an office is on the day its calendar shows, in every zone and on every day', () => {
  fc.assert(
    fc.property(zones, days, (zone, day) => {
      expect(officeToday(zone, new Date(officeInstant(day, '12:00', zone)))).toBe(day)
    }),
  )
})

test('going some days forward and back again gives the same day', () => {
  fc.assert(
    fc.property(days, fc.integer({ min: 0, max: 400 }), (day, count) => {
      expect(daysLater(daysLater(day, count), -count)).toBe(day)
    }),
  )
})
