import { expect, test } from 'vitest'
import { SpaceType } from './offices.ts'
import { ANYTHING, dateIn, HALF_HOURS, queryOf, readWish, TYPES } from './space-wish.ts'
import { searchSpaces } from './spaces.ts'

test('every type and every half-hour can be wished for', () => {
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
  ['people=0&max_price=1000001&page=x&sort=luck', {}],
])('of %s only what makes sense is wished for', (address, wish) => {
  expect(readWish(address)).toEqual({ ...ANYTHING, ...wish })
})

test.each([
  'date=2026-11-20&start=22:00&end=02:00',
  'date=2026-11-20&start=22:00&end=02:00&end_date=2026-11-20',
  'date=2026-11-20&start=22:00&end=02:00&end_date=2026-11-25',
])('an end that is not after the start is on the next day, whatever else is said: %s', (address) => {
  expect(Object.fromEntries(queryOf(readWish(address), null))).toEqual({
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
  expect(searchSpaces.query.safeParse(Object.fromEntries(queryOf(readWish(address), null))).success).toBe(
    true,
  )
})
