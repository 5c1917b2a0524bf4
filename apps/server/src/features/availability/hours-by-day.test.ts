import {
  daysAfter,
  type Hours,
  momentAt,
  type OpenHours,
  offsetAt,
  wallClock,
  wallClockAtEnd,
} from '@keyhour/contract/office-clock'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findStay } from '#server/features/availability/plan-stay.ts'
import { dayOf } from '#server/time/day-slots.ts'
import { DAY, HALF_HOUR, type Span } from '#server/time/opening-hours.ts'
import { offsetsDuring, openingsDuring } from '#server/time/zone-offsets.ts'

const FIRST = '2026-01-05'
const NOW = new Date('2026-01-01T00:00:00Z')

const zones = fc.constantFrom('Asia/Jerusalem', 'America/New_York', 'UTC')
const times = fc
  .integer({ min: 0, max: 47 })
  .map((half) => `${String(Math.floor(half / 2)).padStart(2, '0')}:${half % 2 ? '30' : '00'}`)
const openHours: fc.Arbitrary<OpenHours> = fc.record({ open_hours: times, close_hours: times })
const ownHours = fc.option(openHours, { freq: 2 })
const days = fc.integer({ min: 0, max: 330 }).map((day) => daysAfter(FIRST, day))

const hours: fc.Arbitrary<Hours> = fc
  .record({
    zone: zones,
    every: fc.option(openHours),
    week: fc.uniqueArray(fc.record({ weekday: fc.integer({ min: 0, max: 6 }), hours: ownHours }), {
      selector: ({ weekday }) => weekday,
    }),
    holiday: fc.record({ first_day: days, length: fc.integer({ min: 0, max: 9 }), hours: ownHours }),
  })
  .map(({ zone, every, week, holiday: { first_day, length, hours } }) => ({
    time_zone: zone,
    open_hours: every?.open_hours ?? null,
    close_hours: every?.close_hours ?? null,
    week_hours: week,
    holidays: [{ first_day, last_day: daysAfter(first_day, length), name: 'Spring', name_he: null, hours }],
  }))

/** Near the holiday, or anywhere. */
const dayNear = (known: Hours, day: string, near: number | null): string =>
  near === null ? day : daysAfter(known.holidays[0]!.first_day, near)
const nearness = fc.option(fc.integer({ min: -2, max: 11 }))

/** Read off the calendar, without the code that is tested. */
function readHours({ open_hours, close_hours, week_hours, holidays }: Hours, date: string): OpenHours | null {
  for (const { first_day, last_day, hours } of holidays)
    if (first_day <= date && date <= last_day) return hours
  const weekday = new Date(`${date}T12:00Z`).getUTCDay()
  for (const day of week_hours) if (day.weekday === weekday) return day.hours
  return open_hours && close_hours
    ? { open_hours, close_hours }
    : { open_hours: '00:00', close_hours: '00:00' }
}

function isOpenAt(known: Hours, date: string, time: string): boolean {
  const today = readHours(known, date)
  const night = readHours(known, daysAfter(date, -1))
  const isNight = night !== null && night.close_hours <= night.open_hours && time < night.close_hours
  if (!today || time < today.open_hours) return isNight
  return today.close_hours <= today.open_hours || time < today.close_hours
}

const changesClocks = ({ time_zone }: Hours, date: string): boolean => {
  const noon = Date.parse(`${date}T12:00Z`)
  return offsetAt(noon - 2 * DAY, time_zone) !== offsetAt(noon + 2 * DAY, time_zone)
}

const RATES = { price_per_hour: 1000, price_per_day: 5000, price_per_week: 0, price_per_month: null }
const SHOWN = { sub_office_id: 1, hidden: false, coming_soon: false, temporarily_closed: false }
const bookHours = (known: Hours, { from, to }: Span) => {
  const [start, end] = [wallClock(from, known.time_zone), wallClockAtEnd(to, known.time_zone)]
  const times = { date: start.date, start: start.time, end: end.time, end_date: end.date }
  return findStay({ ...known, ...RATES, ...SHOWN, rent_type: 'hour' }, times, NOW)
}

test('no slot lies outside the hours', () => {
  fc.assert(
    fc.property(hours, days, nearness, (known, day, near) => {
      const date = dayNear(known, day, near)
      fc.pre(!changesClocks(known, date))
      for (const { from } of dayOf(known, date).slots) {
        const wall = wallClock(from, known.time_zone)
        expect(isOpenAt(known, wall.date, wall.time)).toBe(true)
      }
    }),
    { numRuns: 500 },
  )
})

test('each open half-hour of a day is a slot of that day or of the one before, once', () => {
  fc.assert(
    fc.property(hours, days, nearness, times, (known, day, near, time) => {
      const date = dayNear(known, day, near)
      fc.pre(!changesClocks(known, date))
      const moment = momentAt(date, time, known.time_zone)
      const slots = [daysAfter(date, -1), date].flatMap((one) => dayOf(known, one).slots)
      const found = slots.filter(({ from }) => from === moment)
      expect(found).toHaveLength(isOpenAt(known, date, time) ? 1 : 0)
    }),
    { numRuns: 500 },
  )
})

test('every stay from one slot to another of the day can be booked, and none beyond the hours', () => {
  fc.assert(
    fc.property(hours, days, nearness, fc.nat(), fc.nat(), (known, day, near, one, other) => {
      const date = dayNear(known, day, near)
      const { slots } = dayOf(known, date)
      fc.pre(slots.length > 0)
      const [first, last] = [one % slots.length, other % slots.length].sort((a, b) => a - b)
      const span = { from: slots[first!]!.from, to: slots[last!]!.to }
      expect(bookHours(known, span)).toMatchObject(span)

      fc.pre(!changesClocks(known, date))
      const end = slots.at(-1)!.to
      const after = wallClock(end, known.time_zone)
      const booked = bookHours(known, { from: span.from, to: end + HALF_HOUR })
      expect(booked !== undefined).toBe(isOpenAt(known, after.date, after.time))
    }),
    { numRuns: 500 },
  )
})

test('a time outside the hours cannot be booked', () => {
  fc.assert(
    fc.property(hours, days, nearness, times, (known, day, near, time) => {
      const date = dayNear(known, day, near)
      fc.pre(!changesClocks(known, date))
      const from = momentAt(date, time, known.time_zone)
      const booked = bookHours(known, { from, to: from + HALF_HOUR })
      expect(booked !== undefined).toBe(isOpenAt(known, date, time))
    }),
    { numRuns: 500 },
  )
})

test('the openings of a year are those of its days', () => {
  fc.assert(
    fc.property(hours, (known) => {
      const year = {
        from: momentAt(FIRST, '00:00', known.time_zone),
        to: momentAt('2026-12-01', '00:00', known.time_zone),
      }
      const wide = { from: year.from - 2 * DAY, to: year.to + 2 * DAY }
      const openings = openingsDuring(known, offsetsDuring(known.time_zone, wide), year)
      const dates = Array.from({ length: 340 }, (_, at) => daysAfter(FIRST, at - 1))
      const cut = dates
        .flatMap((date) => dayOf(known, date).opening ?? [])
        .map(({ from, to }) => ({ from: Math.max(from, year.from), to: Math.min(to, year.to) }))
        .filter(({ from, to }) => from < to)

      expect(openings).toEqual(cut)
    }),
    { numRuns: 40 },
  )
})

const OFFICE: Hours = {
  time_zone: 'Asia/Jerusalem',
  open_hours: '08:00',
  close_hours: '20:00',
  week_hours: [
    { weekday: 5, hours: { open_hours: '09:00', close_hours: '13:00' } },
    { weekday: 6, hours: null },
  ],
  holidays: [
    { first_day: '2026-04-02', last_day: '2026-04-02', name: 'Passover', name_he: 'פסח', hours: null },
  ],
}
const byTheDay = { ...OFFICE, ...RATES, ...SHOWN, rent_type: 'day' as const }

test('a stay of several days begins and ends on open days, and only open days are paid', () => {
  // Sunday to Sunday, with a closed Saturday and a holiday on Thursday.
  expect(findStay(byTheDay, { date: '2026-03-29', end_date: '2026-04-05' }, NOW)).toEqual({
    from: momentAt('2026-03-29', '08:00', 'Asia/Jerusalem'),
    to: momentAt('2026-04-05', '20:00', 'Asia/Jerusalem'),
    total_price: 6 * RATES.price_per_day,
  })
  expect(findStay(byTheDay, { date: '2026-03-29', end_date: '2026-04-04' }, NOW)).toBeUndefined()
  expect(findStay(byTheDay, { date: '2026-04-02' }, NOW)).toBeUndefined()
})

test('a holiday wins over the day of the week', () => {
  const short = { open_hours: '10:00', close_hours: '12:00' }
  const known = { ...OFFICE, holidays: [{ ...OFFICE.holidays[0]!, last_day: '2026-04-04', hours: short }] }

  const openings = ['2026-04-02', '2026-04-03', '2026-04-04', '2026-04-05'].map((date) => {
    const { slots } = dayOf(known, date)
    return [slots[0]!.start, slots.at(-1)!.end]
  })
  expect(openings).toEqual([
    ['10:00', '12:00'],
    ['10:00', '12:00'],
    ['10:00', '12:00'],
    ['08:00', '20:00'],
  ])
})

test('an office that never closes is left open until its closed day begins', () => {
  const known = { ...OFFICE, open_hours: null, close_hours: null, holidays: [] }
  const night = (date: string) => ({
    from: momentAt(date, '23:00', known.time_zone),
    to: momentAt(daysAfter(date, 1), '01:00', known.time_zone),
  })

  expect(bookHours(known, night('2026-03-03'))).toBeDefined()
  expect(bookHours(known, night('2026-03-05'))).toBeUndefined()
})
