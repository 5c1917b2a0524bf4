import { daysAfter, daysOfMonth, momentAt, wallClock } from '@keyhour/contract/office-clock'
// @vitest-environment node
import { afterEach, expect, test } from 'vitest'
import {
  formatCountdown,
  formatDate,
  formatDay,
  formatLength,
  formatMoment,
  formatMonth,
  formatShortDay,
  formatSpan,
  formatTime,
  formatTimes,
  formatWallRange,
  formatWallSpan,
  formatWeekday,
  formatZone,
  isForeignClock,
  monthsAfter,
  showTimesIn,
  withZone,
} from '#web/format/time.ts'

afterEach(() => showTimesIn('en'))

const NEW_YEAR = '2024-01-01T11:05:00Z'
const JERUSALEM = 'Asia/Jerusalem'

test('dates are written as the specification writes them', () => {
  expect(formatShortDay(NEW_YEAR, JERUSALEM)).toBe('Jan 1st 24')
  expect(formatDay(NEW_YEAR, JERUSALEM)).toBe('Jan 1st 2024')
  expect(formatMoment(NEW_YEAR, JERUSALEM)).toBe('January 1st 2024, 1:05 pm')
  expect(formatTime(NEW_YEAR, JERUSALEM)).toBe('1:05 PM')
})

test('a moment is shown on the clock of the office, past midnight too', () => {
  expect(formatMoment('2026-03-01T22:30:00Z', JERUSALEM)).toBe('March 2nd 2026, 12:30 am')
  expect(formatMoment('2026-03-01T22:30:00Z', 'Europe/London')).toBe('March 1st 2026, 10:30 pm')
})

test.each([
  ['2026-03-02', '09:30', 'Asia/Jerusalem', '2026-03-02T07:30:00.000Z'],
  ['2026-03-29', '02:30', 'Europe/Berlin', '2026-03-29T01:30:00.000Z'],
  ['2026-10-25', '02:30', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
  ['2026-10-25', '03:00', 'Europe/Berlin', '2026-10-25T02:00:00.000Z'],
  ['2026-11-01', '01:30', 'America/New_York', '2026-11-01T05:30:00.000Z'],
  ['2026-04-05', '01:45', 'Australia/Lord_Howe', '2026-04-04T14:45:00.000Z'],
])(
  '%s %s on the clock in %s is found, also when it is skipped or comes twice',
  (date, time, zone, moment) => {
    expect(new Date(momentAt(date, time, zone)).toISOString()).toBe(moment)
  },
)

test('a month has its name, its days and its weekdays', () => {
  expect([formatMonth('2026-03'), formatWeekday('2026-03-01')]).toEqual(['March 2026', 'Sun'])
  expect([daysOfMonth('2028-02').length, daysOfMonth('2026-03').at(-1)]).toEqual([29, '2026-03-31'])
  expect(monthsAfter('2026-12', 1)).toBe('2027-01')
  showTimesIn('he')
  expect([formatMonth('2026-03'), formatWeekday('2026-03-06')]).toEqual(['מרץ 2026', 'ו׳'])
})

test('the hour moves with summer time', () => {
  expect(formatTime('2026-03-26T10:00:00Z', JERUSALEM)).toBe('12:00 PM')
  expect(formatTime('2026-03-28T10:00:00Z', JERUSALEM)).toBe('1:00 PM')
})

test('Hebrew puts the day first and counts 24 hours', () => {
  showTimesIn('he')

  expect(formatMoment(NEW_YEAR, JERUSALEM)).toBe('1 בינואר 2024, 13:05')
  expect(formatTime(NEW_YEAR, JERUSALEM)).toBe('13:05')
})

test('opening hours are shown without any zone', () => {
  expect(formatWallRange('08:00', '22:30')).toBe('8:00 AM – 10:30 PM')
})

test("a clock is foreign when it shows another hour than the viewer's", () => {
  expect(isForeignClock(NEW_YEAR, JERUSALEM)).toBe(true)
  expect(isForeignClock(NEW_YEAR, 'Europe/London')).toBe(false)
})

test('a stay of one day names the day once, and one that ends on another day names both', () => {
  expect(formatSpan('2026-03-02T07:00:00Z', '2026-03-02T09:30:00Z', JERUSALEM)).toBe(
    'Mar 2nd 2026, 9:00 AM – 11:30 AM',
  )
  expect(formatSpan('2026-03-02T21:00:00Z', '2026-03-02T22:30:00Z', JERUSALEM)).toBe(
    'Mar 2nd 2026, 11:00 PM – Mar 3rd 2026, 12:30 AM',
  )
})

test('times over midnight name the last day only if they are longer than 24 hours', () => {
  const night = { date: '2026-03-02', start: '22:00', end: '01:00', end_date: '2026-03-03' }

  expect(formatWallSpan({ ...night, end: '23:30', end_date: undefined })).toBe('10:00 PM – 11:30 PM')
  expect(formatWallSpan(night)).toBe('10:00 PM – 1:00 AM')
  expect(formatWallSpan({ ...night, end: '22:30' })).toBe('10:00 PM – Tue, Mar 3rd 2026, 10:30 PM')
})

test('hours keep their order in Hebrew', () => {
  showTimesIn('he')

  expect(formatWallRange('08:00', '22:30')).toBe('\u20668:00–22:30\u2069')
})

test("the zone is named only where its clock differs from the viewer's", () => {
  expect(withZone('1:05 PM', NEW_YEAR, JERUSALEM)).toBe('1:05 PM (Israel time)')
  expect(withZone('11:05 AM', NEW_YEAR, 'Europe/London')).toBe('11:05 AM')
})

test('zones are named as people call them', () => {
  expect(['America/New_York', 'Europe/London'].map(formatZone)).toEqual([
    'New York time',
    'United Kingdom time',
  ])
  showTimesIn('he')
  expect(formatZone('Asia/Jerusalem')).toBe('שעון ישראל')
})

test("the office's clock shows its own day and hour", () => {
  expect(wallClock(Date.parse('2026-03-01T22:30:00Z'), JERUSALEM)).toEqual({
    date: '2026-03-02',
    time: '00:30',
  })
})

test('a calendar day is named with its weekday, in no zone', () => {
  expect(formatDate('2026-03-02')).toBe('Mon, Mar 2nd')
  showTimesIn('he')
  expect(formatDate('2026-03-02')).toBe('שני, 2 במרץ')
})

test('days are counted on the calendar, across months and clock changes', () => {
  expect(daysAfter('2026-02-28', 1)).toBe('2026-03-01')
  expect(daysAfter('2026-03-26', 2)).toBe('2026-03-28')
})

test('a countdown shows minutes and seconds', () => {
  expect(formatCountdown(247_000)).toBe('4:07')
  expect(formatCountdown(-5)).toBe('0:00')
})

test('a duration is shown in days, hours and whole minutes', () => {
  expect(formatLength(80 * 60_000 + 59_000)).toBe('1 hr 20 min')
  expect(formatLength(2 * 3_600_000)).toBe('2 hr')
  expect(formatLength(26 * 3_600_000 + 59 * 60_000)).toBe('1 day 2 hr')
  expect(formatLength(59_000)).toBe('0 min')
  expect(formatLength(-5)).toBe('0 min')
  showTimesIn('he')
  expect(formatLength(80 * 60_000)).toBe('שעה ו־20 דק׳')
  expect(formatLength(154 * 60_000)).toBe('שעתיים ו־34 דק׳')
  expect(formatLength(121 * 60_000)).toBe('שעתיים ודקה')
  expect(formatLength(26 * 3_600_000)).toBe('יום ושעתיים')
  expect(formatLength(5 * 3_600_000)).toBe('5 שעות')
})

test('a time range names the day only if there are two', () => {
  expect(formatTimes('2026-03-02T07:00:00Z', '2026-03-02T09:30:00Z', JERUSALEM)).toBe('9:00 AM – 11:30 AM')
  expect(formatTimes('2026-03-02T20:00:00Z', '2026-03-02T23:00:00Z', JERUSALEM)).toBe(
    'Mar 2nd 2026, 10:00 PM – Mar 3rd 2026, 1:00 AM',
  )
})
