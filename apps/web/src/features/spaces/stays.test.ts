// @vitest-environment node
import { expect, test } from 'vitest'
import { sampleDay, sampleOffice, sampleSpace } from '#test/samples.ts'
import {
  daysOf,
  daysToFetch,
  hasBegun,
  offersOf,
  paidDays,
  priceOfDays,
  problemWithStay,
  type Stay,
} from '#web/features/spaces/stay-rules.ts'
import { halvesOf, withNight } from '#web/format/half-hours.ts'

const DAY = '2026-03-02'
const stay = (change: Partial<Stay> = {}): Stay => ({
  sub_office_id: 17,
  date: DAY,
  start: null,
  end: null,
  last_date: null,
  ...change,
})

// Prices in whole units, as the API sends them.
const [room] = offersOf(sampleOffice(), null)
const [studio] = offersOf(
  sampleOffice({
    sub_offices: [sampleSpace({ rent_type: 'day', price_per_day: 300, price_per_week: 1200 })],
  }),
  null,
)

test('a stay by hours needs its day, and at an office that never closes also the next', () => {
  const night = sampleOffice({ open_hours: null, close_hours: null })

  expect(daysToFetch(sampleOffice(), room, stay(), []).hours).toEqual([DAY])
  expect(daysToFetch(night, room, stay(), []).hours).toEqual([DAY, '2026-03-03'])
  expect(daysToFetch(sampleOffice(), room, stay(), ['2026-03-01', DAY]).hours).toEqual(['2026-03-01', DAY])
})

test('a stay by days needs every day as a whole', () => {
  expect(daysToFetch(sampleOffice(), studio, stay({ last_date: '2026-03-04' }), [])).toEqual({
    sub_office_id: 17,
    hours: [],
    wholeDays: [DAY, '2026-03-03', '2026-03-04'],
  })
})

test('days are counted across the end of a month and across clock changes', () => {
  expect(daysOf({ date: '2026-03-26', last_date: '2026-04-02' })).toHaveLength(8)
  expect(daysOf({ date: DAY, last_date: null })).toEqual([DAY])
})

const taken = {
  '10:00': { free: 0, reason: 'booked' as const },
  '08:00': { free: 0, reason: 'past' as const },
}

test.each([
  ['11:00', '12:00', null],
  ['09:30', '10:30', 'taken'],
  ['08:00', '09:00', 'over'],
  ['08:00', '11:00', 'taken'],
  ['07:00', '09:00', 'closed'],
  ['21:00', '23:00', 'closed'],
])('a stay from %s to %s has the problem %s', (start, end, trouble) => {
  expect(problemWithStay(halvesOf(sampleDay({ taken }), DAY), { start, end })).toBe(trouble)
})

test('at an office that never closes a night is free until part of it is taken, however long it is', () => {
  const day = halvesOf(sampleDay({ from: 0, until: 24 }), DAY)
  const next = sampleDay({ from: 0, until: 24, date: '2026-03-03', taken })
  const troubleUntil = (end: string) =>
    problemWithStay(withNight(day, next, DAY, end), { start: '22:00', end })

  expect(troubleUntil('00:00+1')).toBeNull()
  expect(troubleUntil('02:00+1')).toBeNull()
  expect(troubleUntil('21:30+1')).toBe('taken')
})

test('a day has begun once part of it has passed', () => {
  expect(hasBegun(sampleDay({ taken }))).toBe(true)
  expect(hasBegun(sampleDay())).toBe(false)
  expect(hasBegun(undefined)).toBe(false)
})

test('a stay by days costs what the server will charge: a week if that is cheaper', () => {
  expect(priceOfDays(studio!, 3)).toBe(90_000)
  expect(priceOfDays(studio!, 7)).toBe(120_000)
  expect(priceOfDays({ ...studio!, rates: [] }, 1)).toBeNull()
})

test('days on which the office is closed are not paid', () => {
  const week = stay({ last_date: '2026-03-08' })
  const office = sampleOffice({
    week_hours: [
      { weekday: 5, hours: { open_hours: '09:00', close_hours: '13:00' } },
      { weekday: 6, hours: null },
    ],
    holidays: [{ first_day: DAY, last_day: '2026-03-03', name: 'Purim', name_he: null, hours: null }],
  })

  expect([paidDays(sampleOffice(), week), paidDays(office, week)]).toEqual([7, 4])
})
