import {
  daysAfter,
  findMoment,
  type Hours,
  officeDayAt,
  openingOn,
  wallClock,
} from '@keyhour/contract/office-clock'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { HOUR, openingAt } from '#server/time/opening-hours.ts'

const ZONES = ['Asia/Jerusalem', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe']
/** Spring and autumn of each: the nights that are too short and too long. */
const CHANGES = {
  'Asia/Jerusalem': ['2026-03-27', '2026-10-25'],
  'Europe/Berlin': ['2026-03-29', '2026-10-25'],
  'America/New_York': ['2026-03-08', '2026-11-01'],
  'Australia/Lord_Howe': ['2026-10-04', '2026-04-05'],
} as Record<string, [spring: string, autumn: string]>

const hoursIn = (time_zone: string, open_hours: string | null, close_hours: string | null): Hours => ({
  time_zone,
  open_hours,
  close_hours,
  week_hours: [],
  holidays: [],
})

test.each([
  ['Asia/Jerusalem', 23, 25],
  ['Europe/Berlin', 23, 25],
  ['America/New_York', 23, 25],
  ['Australia/Lord_Howe', 23.5, 24.5],
])(
  'an office in %s that never closes is open for the whole day, also when the clocks change',
  (zone, short, long) => {
    const lengths = CHANGES[zone]!.map((date) => {
      const { from, to } = openingOn(hoursIn(zone, null, null), date)!
      return (to - from) / HOUR
    })

    expect(lengths).toEqual([short, long])
  },
)

test.each([
  ['Asia/Jerusalem', '02:30'],
  ['Europe/Berlin', '02:30'],
  ['America/New_York', '02:30'],
  ['Australia/Lord_Howe', '02:15'],
])('in %s the clocks skip %s in spring', (zone, skipped) => {
  expect(findMoment(CHANGES[zone]![0], skipped, zone)).toBeUndefined()
})

test('a time that the clock shows twice means the first', () => {
  expect(findMoment('2026-10-25', '01:30', 'Asia/Jerusalem')).toBe(Date.parse('2026-10-24T22:30Z'))
  expect(findMoment('2026-10-25', '02:30', 'Europe/Berlin')).toBe(Date.parse('2026-10-25T00:30Z'))
  expect(findMoment('2026-11-01', '01:30', 'America/New_York')).toBe(Date.parse('2026-11-01T05:30Z'))
  expect(findMoment('2026-04-05', '01:45', 'Australia/Lord_Howe')).toBe(Date.parse('2026-04-04T14:45Z'))
})

test('hours past midnight belong to the evening before', () => {
  const bar = hoursIn('Asia/Jerusalem', '18:00', '02:00')
  const oneAtNight = Date.parse('2026-03-02T23:00:00Z')
  const threeAtNight = Date.parse('2026-03-03T01:00:00Z')

  expect(openingAt(bar, oneAtNight)).toEqual(openingOn(bar, '2026-03-02'))
  expect(openingAt(bar, threeAtNight)).toBeUndefined()
})

test.each([
  // Spring in Berlin: the clocks go from 2:00 to 3:00, so a night that ends at half past two lasts until half past
  // three.
  ['2026-03-29T01:20:00Z', 'Europe/Berlin', '02:30', '2026-03-28'],
  ['2026-03-29T01:30:00Z', 'Europe/Berlin', '02:30', '2026-03-29'],
  // Autumn in Jerusalem: 1:30 comes twice, and the night ends at the first.
  ['2026-10-24T22:29:00Z', 'Asia/Jerusalem', '01:30', '2026-10-24'],
  ['2026-10-24T23:15:00Z', 'Asia/Jerusalem', '01:30', '2026-10-25'],
  ['2026-03-02T23:00:00Z', 'Asia/Jerusalem', '02:00', '2026-03-02'],
  ['2026-03-03T00:00:00Z', 'Asia/Jerusalem', '02:00', '2026-03-03'],
])('at %s in %s, where the night ends at %s, it is still or already %s', (moment, zone, close, day) => {
  expect(officeDayAt(hoursIn(zone, '18:00', close), Date.parse(moment))).toBe(day)
})

test('an office that never closes, or closes before midnight, uses the day of the calendar', () => {
  const oneAtNight = Date.parse('2026-03-02T23:00:00Z')

  expect(officeDayAt(hoursIn('Asia/Jerusalem', null, null), oneAtNight)).toBe('2026-03-03')
  expect(officeDayAt(hoursIn('Asia/Jerusalem', '08:00', '23:00'), oneAtNight)).toBe('2026-03-03')
})

const zones = fc.constantFrom(...ZONES)
const days = fc
  .date({ min: new Date('2024-01-01'), max: new Date('2030-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
const times = fc
  .integer({ min: 0, max: 47 })
  .map((half) => `${String(Math.floor(half / 2)).padStart(2, '0')}:${half % 2 ? '30' : '00'}`)

test('the moment of a date and time shows that date and time', () => {
  fc.assert(
    fc.property(zones, days, times, (zone, date, time) => {
      const found = findMoment(date, time, zone)
      if (found !== undefined) expect(wallClock(found, zone)).toEqual({ date, time })
    }),
  )
})

test('every moment of an opening is in that opening, its end is not, and it lasts at most a long day', () => {
  fc.assert(
    fc.property(
      zones,
      days,
      times,
      times,
      fc.double({ min: 0, max: 1, noNaN: true }),
      (zone, date, open, close, share) => {
        const hours = hoursIn(zone, open, close)
        const { from, to } = openingOn(hours, date)!
        fc.pre(to > from && open !== close)
        const moment = from + Math.floor((to - from - 1) * share)

        expect(to - from).toBeLessThanOrEqual(25 * HOUR)
        expect(openingAt(hours, moment)).toBeDefined()
        expect(openingOn(hours, officeDayAt(hours, moment))).toEqual(openingAt(hours, moment))
        if (open > close) expect(wallClock(to, zone).date >= daysAfter(date, 1)).toBe(true)
      },
    ),
  )
})
