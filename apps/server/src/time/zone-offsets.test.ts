import { daysAfter, type Hours, momentAt, openingOn } from '@keyhour/contract/office-clock'
import { expect, test } from 'vitest'
import { DAY } from '#server/time/opening-hours.ts'
import { momentOf, offsetsDuring, openingsDuring } from '#server/time/zone-offsets.ts'

const YEAR = { from: Date.parse('2026-01-01T00:00Z'), to: Date.parse('2027-01-01T00:00Z') }

test.each([
  ['Asia/Jerusalem', ['2026-03-27', '2026-10-25']],
  ['Europe/Berlin', ['2026-03-29', '2026-10-25']],
  ['America/New_York', ['2026-03-08', '2026-11-01']],
  ['Australia/Lord_Howe', ['2026-04-05', '2026-10-04']],
])('in %s every half-hour of the days of change is found like any other', (zone, days) => {
  const offsets = offsetsDuring(zone, YEAR)
  const walls = days.flatMap((day) =>
    Array.from({ length: 48 }, (_, half) => [
      day,
      `${String(Math.floor(half / 2)).padStart(2, '0')}:${half % 2 ? '30' : '00'}`,
    ]),
  )
  const found = walls.map(([day, time]) => momentOf(offsets, Date.parse(`${day}T${time}Z`)))

  expect(found).toEqual(walls.map(([day, time]) => momentAt(day!, time!, zone)))
})

test.each([
  ['08:00', '20:00'],
  ['18:00', '02:30'],
  [null, null],
])(
  'an office that is open from %s to %s has the same openings computed for a year or day by day',
  (open, close) => {
    const hours: Hours = {
      time_zone: 'Asia/Jerusalem',
      open_hours: open,
      close_hours: close,
      week_hours: [],
      holidays: [],
    }
    const spring = { from: Date.parse('2026-03-24T21:00Z'), to: Date.parse('2026-03-31T21:00Z') }
    const openings = openingsDuring(hours, offsetsDuring(hours.time_zone, spring), spring)
    const days = Array.from({ length: 9 }, (_, at) => openingOn(hours, daysAfter('2026-03-24', at))!)
    const clipped = days
      .map(({ from, to }) => ({ from: Math.max(from, spring.from), to: Math.min(to, spring.to) }))
      .filter(({ from, to }) => from < to)

    expect(openings).toEqual(clipped)
  },
)

test('a zone whose clocks never change has one offset', () => {
  expect(offsetsDuring('UTC', { from: 0, to: DAY })).toEqual([{ from: Number.NEGATIVE_INFINITY, ahead: 0 }])
})
