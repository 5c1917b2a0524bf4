import { daysAfter, findMoment, openingOn, wallClock, wallClockAtEnd } from '@keyhour/contract/office-clock'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { billedLength, findEndOfStay, halfHoursOf } from '#server/time/half-hours.ts'
import { HALF_HOUR } from '#server/time/opening-hours.ts'

const iso = (moment: number | undefined) => moment && new Date(moment).toISOString()

/** A zone, and a day on which its clocks change. */
const CHANGES = [
  ['Asia/Jerusalem', '2027-03-26'],
  ['Asia/Jerusalem', '2027-10-31'],
  ['Europe/Berlin', '2027-03-28'],
  ['Europe/Berlin', '2027-10-31'],
  ['America/New_York', '2027-03-14'],
  ['America/New_York', '2027-11-07'],
  ['America/Havana', '2027-11-07'],
  ['Asia/Beirut', '2027-10-30'],
  ['Australia/Lord_Howe', '2027-04-04'],
  ['Australia/Lord_Howe', '2027-10-03'],
  ['Pacific/Chatham', '2027-04-04'],
  ['Pacific/Chatham', '2027-09-26'],
  ['UTC', '2027-10-31'],
] as const

const aroundAChange = fc
  .record({ change: fc.constantFrom(...CHANGES), days: fc.integer({ min: -1, max: 1 }) })
  .map(({ change: [zone, date], days }) => ({ zone, date: daysAfter(date, days) }))

const dayOf = (zone: string, date: string) =>
  openingOn({ time_zone: zone, open_hours: null, close_hours: null, week_hours: [], holidays: [] }, date)!

test('the half-hour before the clocks go back ends when they do', () => {
  const zone = 'Asia/Jerusalem'

  expect(iso(findMoment('2027-10-31', '01:30', zone))).toBe('2027-10-30T22:30:00.000Z')
  expect(iso(findEndOfStay('2027-10-31', '02:00', zone))).toBe('2027-10-30T23:00:00.000Z')
  expect(iso(findEndOfStay('2027-10-31', '02:30', zone))).toBe('2027-10-31T00:30:00.000Z')
})

test('a stay across the repeated hour pays for it once', () => {
  const [from, to] = [Date.parse('2027-10-30T22:30Z'), Date.parse('2027-10-31T00:30Z')]

  expect(billedLength({ from, to }, 'Asia/Jerusalem')).toBe(2 * HALF_HOUR)
})

test('around every clock change, each half-hour of a day is offered once and follows the one before', () => {
  fc.assert(
    fc.property(aroundAChange, ({ zone, date }) => {
      const halves = halfHoursOf(dayOf(zone, date), zone)
      const starts = halves.map(({ from }) => wallClock(from, zone))
      const ends = halves.map(({ to }) => wallClockAtEnd(to, zone))

      expect(new Set(starts.map(({ time }) => time)).size).toBe(halves.length)
      expect(starts.map(({ date, time }) => `${date} ${time}`)).toEqual(
        starts.map(({ date, time }) => `${date} ${time}`).toSorted(),
      )
      expect(ends.slice(0, -1)).toEqual(starts.slice(1))
      for (const [at, half] of halves.entries())
        if (at > 0) expect(half.from).toBeGreaterThanOrEqual(halves[at - 1]!.to)
    }),
  )
})

test('around every clock change, a booking of offered half-hours gets those, and pays for each once', () => {
  fc.assert(
    fc.property(aroundAChange, fc.nat(47), fc.nat(47), ({ zone, date }, one, other) => {
      const halves = halfHoursOf(dayOf(zone, date), zone)
      const [first, last] = [one, other].map((at) => at % halves.length).toSorted((a, b) => a - b) as [
        number,
        number,
      ]
      const { from } = halves[first]!
      const { to } = halves[last]!
      const [start, end] = [wallClock(from, zone), wallClockAtEnd(to, zone)]

      expect(findMoment(start.date, start.time, zone)).toBe(from)
      expect(iso(findEndOfStay(end.date, end.time, zone))).toBe(iso(to))
      expect(billedLength({ from, to }, zone)).toBe((last - first + 1) * HALF_HOUR)
    }),
  )
})
