import fc from 'fast-check'
import { expect, test } from 'vitest'
import { daysAfter, momentAt, wallClock } from './office-clock.ts'

const today = (zone: string, moment: number) => wallClock(moment, zone).date

test('the same wall-clock time is a different moment before and after the clocks change', () => {
  expect(momentAt('2026-03-26', '09:00', 'Asia/Jerusalem')).toBe(Date.parse('2026-03-26T07:00Z'))
  expect(momentAt('2026-03-27', '09:00', 'Asia/Jerusalem')).toBe(Date.parse('2026-03-27T06:00Z'))
})

test('it is already tomorrow in Jerusalem while it is still today in Berlin', () => {
  const moment = Date.parse('2026-03-01T22:30:00Z')

  expect(today('Asia/Jerusalem', moment)).toBe('2026-03-02')
  expect(today('Europe/Berlin', moment)).toBe('2026-03-01')
})

test('days are counted on the calendar', () => {
  expect(daysAfter('2026-02-27', 3)).toBe('2026-03-02')
})

const zones = fc.constantFrom('Asia/Jerusalem', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe')
const days = fc
  .date({ min: new Date('2024-01-01'), max: new Date('2030-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))

test('noon at an office is on the day its calendar shows, in every zone and on every day', () => {
  fc.assert(
    fc.property(zones, days, (zone, day) => {
      expect(today(zone, momentAt(day, '12:00', zone))).toBe(day)
    }),
  )
})

test('going some days forward and back again gives the same day', () => {
  fc.assert(
    fc.property(days, fc.integer({ min: 0, max: 400 }), (day, count) => {
      expect(daysAfter(daysAfter(day, count), -count)).toBe(day)
    }),
  )
})
