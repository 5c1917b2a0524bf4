import { expect, test } from 'vitest'
import { SpaceType } from './offices.ts'
import {
  ANYTHING,
  completeTime,
  dateIn,
  HALF_HOURS,
  moveStart,
  queryOf,
  readFilter,
  readWholeFilter,
  TYPES,
  utcClockAt,
} from './space-filter.ts'
import { searchSpaces } from './spaces.ts'

test('a filter accepts every type and every half-hour', () => {
  expect(TYPES).toEqual(SpaceType.options)
  expect([HALF_HOURS.length, HALF_HOURS[19], HALF_HOURS.at(-1)]).toEqual([48, '09:30', '23:30'])
})

test.each([
  ['2026-02-28', '2026-02-28'],
  ['2028-02-29', '2028-02-29'],
  ['2026-02-29', null],
  ['2026-02-31', null],
  ['2026-04-31', null],
  ['2026-13-01', null],
  ['2026-01-00', null],
  ['1999-12-31', null],
  ['2026-3-2', null],
  ['', null],
  [null, null],
])('the day that %s is: %s', (text, date) => {
  expect(dateIn(text)).toBe(date)
})

test.each([
  ['type=clinics&type=office', { type: 'clinics' }],
  [`place=${'x'.repeat(201)}`, { place: 'x'.repeat(200) }],
  ['amenities=wifi,bogus&amenities=screen', { amenities: ['wifi', 'screen'] }],
  ['date=2026-02-31&start=10:00&end=12:00', { start: '10:00', end: '12:00' }],
  ['people=0&max_price=1000001&page=x&sort=luck&currency=BTC', {}],
  ['max_price=40&currency=USD', { max_price: 40, currency: 'USD' }],
])('%s: what makes no sense in the address is ignored', (address, filter) => {
  expect(readFilter(address)).toEqual({ ...ANYTHING, ...filter })
})

test.each([
  'date=2026-11-20&start=22:00&end=02:00',
  'date=2026-11-20&start=22:00&end=02:00&end_date=2026-11-20',
  'date=2026-11-20&start=22:00&end=02:00&end_date=2026-11-25',
])('an end that is not after the start is on the next day: %s', (address) => {
  expect(Object.fromEntries(queryOf(readFilter(address), null))).toEqual({
    date: '2026-11-20',
    start: '22:00',
    end: '02:00',
    end_date: '2026-11-21',
  })
})

test.each([
  'date=2899-12-31&start=22:00&end=02:00',
  'date=2999-12-31&start=22:00&end=02:00',
  `place=${'%20x'.repeat(300)}&people=10000&max_price=1000000&page=1000000`,
  'start=10:00&end=12:00&sort=distance',
  'lat=1000&lon=north&page_size=0&direction=up',
])('the search can be called with whatever an address says: %s', (address) => {
  expect(searchSpaces.query.safeParse(Object.fromEntries(queryOf(readFilter(address), null))).success).toBe(
    true,
  )
})

const NOTHING_SAID = { date: null, start: null, end: null }
const afternoon = { date: '2026-03-02', time: '14:10' }
const lateAtNight = { date: '2026-03-02', time: '23:40' }

test.each([
  ['a later day, the morning', { date: '2026-03-05' }, afternoon, ['2026-03-05', '09:00', '10:00']],
  ['today, what comes next', { date: '2026-03-02' }, afternoon, ['2026-03-02', '14:30', '15:30']],
  [
    'today when it is over, tomorrow morning',
    { date: '2026-03-02' },
    lateAtNight,
    ['2026-03-03', '09:00', '10:00'],
  ],
  ['an hour to come, today', { start: '16:00' }, afternoon, ['2026-03-02', '16:00', '17:00']],
  ['an hour that is over, tomorrow', { start: '09:00' }, afternoon, ['2026-03-03', '09:00', '10:00']],
  ['an end, the hour before it', { end: '18:00' }, afternoon, ['2026-03-02', '17:00', '18:00']],
  ['an end that is over, tomorrow', { end: '12:00' }, afternoon, ['2026-03-03', '11:00', '12:00']],
  ['an end at midnight, the evening before', { end: '00:00' }, afternoon, ['2026-03-02', '23:00', '00:00']],
  [
    'today and an hour that is over, just that',
    { date: '2026-03-02', start: '09:00' },
    afternoon,
    ['2026-03-02', '09:00', '10:00'],
  ],
])('given only %s', (_, said, now, [date, start, end]) => {
  expect(completeTime({ ...NOTHING_SAID, ...said }, now)).toEqual({ date, start, end })
})

test('a filter with no time, or a complete one, stays unchanged', () => {
  const yesterday = { date: '2026-03-01', start: '10:00', end: '12:00' }

  expect(completeTime(NOTHING_SAID, afternoon)).toEqual(NOTHING_SAID)
  expect(completeTime(yesterday, afternoon)).toEqual(yesterday)
})

test('moving the start past the end moves the end too, and keeps the length', () => {
  const time = { date: '2026-03-02', start: '10:00', end: '12:00' }
  const night = { date: '2026-03-02', start: '22:00', end: '02:00' }

  expect(moveStart(time, '11:00').end).toBe('12:00')
  expect(moveStart(time, '12:00').end).toBe('14:00')
  expect(moveStart(time, '23:30').end).toBe('01:30')
  expect(moveStart(night, '23:30').end).toBe('02:00')
  expect(moveStart({ ...time, start: null }, '14:00').end).toBe('15:00')
})

test('an address with only a day asks for hours too', () => {
  expect(readWholeFilter('?date=2026-03-05&type=clinics', utcClockAt('2026-03-02T14:10:00.000Z'))).toEqual({
    ...ANYTHING,
    type: 'clinics',
    date: '2026-03-05',
    start: '09:00',
    end: '10:00',
  })
})
