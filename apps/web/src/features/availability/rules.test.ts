import { officeDayAt } from '@keyhour/contract/office-clock'
// @vitest-environment node
import { expect, test } from 'vitest'
import { sampleDay, sampleMonth, sampleOffice, sampleOrder } from '#test/samples.ts'
import { NO_TIME, readTime, writeTime } from '#web/features/availability/chosen-time.ts'
import {
  areFree,
  endOptions,
  keepOffered,
  likelyEnd,
  startOptions,
  timeOfOrder,
  toTimeChange,
} from '#web/features/availability/rules.ts'
import { chosenRange, halvesOf, touch, withNight } from '#web/format/half-hours.ts'

const DAY = '2026-03-02'
const BOOKED = { free: 0, reason: 'booked' } as const
const halves = halvesOf(sampleDay({ taken: { '10:00': BOOKED } }), DAY)
const at = (start: string) => halves.findIndex((half) => half.start === start)
const empty = { ...NO_TIME, date: DAY }
const choice = (start: string | null, end: string | null) => ({ ...empty, start, end })
const keysOf = (options: { key: string }[]) => options.map(({ key }) => key)

test('stays start and end within the opening hours, and at any time while these are unknown', () => {
  expect(keysOf(startOptions(halves)).at(0)).toBe('08:00')
  expect(keysOf(endOptions(halves)).at(-1)).toBe('22:00')
  expect(startOptions(undefined)).toHaveLength(48)
})

test('with opening hours past midnight, a stay can start and end on the next day', () => {
  const night = halvesOf(sampleDay({ from: 18, until: 26 }), DAY)

  expect(keysOf(startOptions(night)).at(-1)).toBe('01:30+1')
  expect(keysOf(endOptions(night)).at(-1)).toBe('02:00+1')
  expect(toTimeChange(choice('23:00', '01:00+1'), 'hour')).toEqual({
    date: DAY,
    start: '23:00',
    end: '01:00',
    end_date: '2026-03-03',
  })
  expect(toTimeChange(choice('00:30+1', '01:00+1'), 'hour')).toEqual({
    date: '2026-03-03',
    start: '00:30',
    end: '01:00',
  })
})

test('at an office that never closes a whole night can be booked, but it starts on its own day', () => {
  const day = halvesOf(sampleDay({ from: 0, until: 24 }), DAY)
  const next = sampleDay({ from: 0, until: 24, date: '2026-03-03' })
  const lastEnd = (until: string | null) => keysOf(endOptions(withNight(day, next, DAY, until))).at(-1)

  expect(keysOf(startOptions(withNight(day, next, DAY, null))).at(-1)).toBe('23:30')
  expect(lastEnd(null)).toBe('08:00+1')
  expect(lastEnd('00:00+1')).toBe('08:00+1')
  expect(lastEnd('21:30+1')).toBe('21:30+1')
})

test('touching twice gives a start and an end', () => {
  const first = touch(halves, null, at('08:00'))

  expect(first).toEqual({ first: 0, last: 0 })
  expect(touch(halves, first, at('09:30'))).toEqual({ first: 0, last: 3 })
})

test('a range over a taken half hour starts anew, and touching the same one again clears it', () => {
  const first = touch(halves, null, at('09:00'))

  expect(touch(halves, first, at('11:00'))).toEqual({ first: at('11:00'), last: at('11:00') })
  expect(touch(halves, first, at('09:00'))).toBeNull()
  expect(touch(halves, first, at('10:00'))).toEqual(first)
})

test('an end before the start selects nothing', () => {
  expect(chosenRange(halves, choice('11:00', '09:00'))).toBeNull()
})

test('a start without an end is likely to mean an hour, or as long as it is free', () => {
  expect(likelyEnd(halves, '08:00')).toBe('09:00')
  expect(likelyEnd(halves, '09:30')).toBe('10:00')
})

test('times that another day does not offer are cleared', () => {
  expect(keepOffered(choice('07:00', '09:00'), halves)).toMatchObject({ start: null, end: '09:00' })
})

test('whole days are requested without times', () => {
  expect(toTimeChange({ ...empty, last_date: '2026-03-05' }, 'day')).toEqual({
    date: DAY,
    end_date: '2026-03-05',
  })
  expect(toTimeChange(empty, 'day')).toEqual({ date: DAY })
})

const bar = sampleOffice({ open_hours: '18:00', close_hours: '03:00' })

test('an order is shown as it was booked, past midnight and over several days too', () => {
  const day = sampleOffice()
  expect(timeOfOrder(sampleOrder(), day)).toMatchObject({ date: DAY, start: '09:00', end: '11:30' })
  expect(timeOfOrder(sampleOrder({ end: '2026-03-02T23:00:00.000Z' }), day).end).toBe('01:00+1')
  expect(timeOfOrder(sampleOrder({ rent_type: 'day', end: '2026-03-03T20:00:00.000Z' }), day)).toMatchObject({
    date: DAY,
    last_date: '2026-03-03',
  })
})

test('an order that ends when the clocks are set back keeps the end it was booked with', () => {
  const office = sampleOffice({ open_hours: null, close_hours: null })
  const order = sampleOrder({ start: '2027-10-30T22:30:00.000Z', end: '2027-10-30T23:00:00.000Z' })

  expect(timeOfOrder(order, office)).toMatchObject({ date: '2027-10-31', start: '01:30', end: '02:00' })
})

test('an order after midnight belongs to the evening before, and the last night to its own day', () => {
  const times = { start: '2026-03-02T22:30:00.000Z', end: '2026-03-03T01:00:00.000Z' }

  expect(timeOfOrder(sampleOrder(times), bar)).toMatchObject({ date: DAY, start: '00:30+1', end: '03:00+1' })
  const nights = { rent_type: 'day' as const, start: '2026-03-02T16:00:00.000Z' }
  expect(timeOfOrder(sampleOrder({ ...nights, end: '2026-03-04T01:00:00.000Z' }), bar)).toMatchObject({
    date: DAY,
    last_date: '2026-03-03',
  })
})

test.each([
  ['2026-03-02T23:00:00Z', 'Asia/Jerusalem', '02:00', '2026-03-02'],
  ['2026-03-03T00:00:00Z', 'Asia/Jerusalem', '02:00', '2026-03-03'],
  // Spring in Berlin: a night that ends at 2:30, which the clocks skip, lasts until 3:30.
  ['2026-03-29T01:20:00Z', 'Europe/Berlin', '02:30', '2026-03-28'],
  ['2026-03-29T01:30:00Z', 'Europe/Berlin', '02:30', '2026-03-29'],
  // Autumn in Jerusalem: 1:30 comes twice, and the night ends at the first.
  ['2026-10-24T22:29:00Z', 'Asia/Jerusalem', '01:30', '2026-10-24'],
  ['2026-10-24T23:15:00Z', 'Asia/Jerusalem', '01:30', '2026-10-25'],
  ['2026-04-04T15:20:00Z', 'Australia/Lord_Howe', '02:30', '2026-04-04'],
])("at %s in %s, where the night ends at %s, the office's day is %s", (moment, time_zone, close, day) => {
  const hours = { time_zone, open_hours: '18:00', close_hours: close, week_hours: [], holidays: [] }

  expect(officeDayAt(hours, Date.parse(moment))).toBe(day)
})

test("without nights, or without closing at all, the office's day is the calendar day", () => {
  const oneAtNight = Date.parse('2026-03-02T23:00:00Z')

  expect(officeDayAt(sampleOffice(), oneAtNight)).toBe('2026-03-03')
  expect(officeDayAt(sampleOffice({ open_hours: null, close_hours: null }), oneAtNight)).toBe('2026-03-03')
})

test('a chosen time can be read back from the address', () => {
  const night = choice('23:00', '00:30+1')
  const address = writeTime(new URLSearchParams('sub_office=18&last_date=2026-03-09'), night)

  expect(readTime(new URLSearchParams(address.toString()), sampleOffice(), DAY)).toEqual(night)
  expect(address.get('sub_office')).toBe('18')
  const days = { ...empty, last_date: '2026-03-05' }
  expect(readTime(writeTime(address, days), sampleOffice(), DAY)).toEqual(days)
})

test.each([
  ['nothing', '', null],
  ['a past day', 'date=2026-03-01&start=09:00', null],
  ['an invalid day', 'date=soon', null],
  ['invalid times', 'date=2026-03-02&start=9&end=10:15', empty],
  ['an end before the start', 'date=2026-03-02&last_date=2026-03-01', empty],
])('an address with %s selects only what exists', (_, search, chosen) => {
  expect(readTime(new URLSearchParams(search), sampleOffice(), DAY)).toEqual(chosen)
})

test('half past midnight on the calendar is selected in the night it belongs to', () => {
  const address = new URLSearchParams('date=2026-03-03&start=00:30&end=02:00')
  const bar = sampleOffice({ open_hours: '18:00', close_hours: '03:00' })

  expect(readTime(address, bar, DAY)).toEqual(choice('00:30+1', '02:00+1'))
  expect(readTime(address, sampleOffice(), DAY)).toMatchObject({ date: '2026-03-03', start: '00:30' })
})

test('all days in between must be free', () => {
  const { days } = sampleMonth({ 4: BOOKED, 9: BOOKED })

  expect(areFree(days, '2026-03-02', '2026-03-06')).toBe(false)
  expect(areFree(days, '2026-03-05', '2026-03-08')).toBe(true)
})

test('a stay goes over days on which the office is closed, but does not begin or end there', () => {
  const closed = { free: 0, reason: 'hours' } as const
  const { days } = sampleMonth({ 6: closed, 7: { ...closed, reason: 'holiday' } })

  expect(areFree(days, '2026-03-05', '2026-03-08')).toBe(true)
  expect(areFree(days, '2026-03-05', '2026-03-07')).toBe(false)
  expect(areFree(days, '2026-03-06', '2026-03-08')).toBe(false)
})
