import type { Availability } from '@keyhour/contract/availability'
import type { Hours } from '@keyhour/contract/office-clock'
import { pictureAddress } from '@keyhour/contract/picture-address'
import { ANYTHING, readFilter } from '@keyhour/contract/space-filter'
import { expect, test } from 'vitest'
import { sampleDay } from '#test/samples.ts'
import {
  isFiltered,
  mainRegionOf,
  partsOf,
  searchAddress,
  searchQuery,
  spaceAddress,
  withoutPart,
} from '#web/features/spaces/rules.ts'
import { type Offer, readStay, runsOf, type Stay, stayAddress } from '#web/features/spaces/stay-rules.ts'

const FULL =
  '/spaces?type=meeting_room&place=Tel+Aviv&date=2026-03-02&start=10:00&end=12:00&people=6&max_price=200&currency=USD&amenities=wifi,screen&sort=price&page=3'

test('a filter is written to the address and read back', () => {
  const filter = readFilter(FULL.slice('/spaces'.length))

  expect(filter).toEqual({
    type: 'meeting_room',
    place: 'Tel Aviv',
    date: '2026-03-02',
    start: '10:00',
    end: '12:00',
    people: 6,
    max_price: 200,
    currency: 'USD',
    amenities: ['wifi', 'screen'],
    sort: 'price',
    page: 3,
  })
  expect(searchAddress(filter)).toBe(FULL)
})

test('without filters the address is short', () => {
  expect(searchAddress(ANYTHING)).toBe('/spaces')
  expect(searchAddress(ANYTHING, 'he')).toBe('/spaces?language=he')
})

test('a form without scripts sends each checkbox and many empty fields', () => {
  const filter = readFilter(
    '?type=&place=&date=&start=&end=&people=&max_price=&amenities=parking&amenities=wifi',
  )

  expect(filter).toEqual({ ...ANYTHING, amenities: ['wifi', 'parking'] })
})

test.each([
  '?type=castle',
  '?date=2026-13-45',
  '?start=10:15',
  '?people=-3',
  '?people=many',
  '?max_price=0',
  '?amenities=pool',
  '?sort=luck',
  '?page=0',
])('%s is invalid and is ignored', (search) => {
  expect(readFilter(search)).toEqual(ANYTHING)
})

test('a time is sent to the server only when it is complete', () => {
  const filter = { ...ANYTHING, date: '2026-03-02', start: '10:00' }

  expect(searchQuery(filter, null)).toBe('/api/spaces')
  expect(searchQuery({ ...filter, end: '12:00' }, null)).toBe(
    '/api/spaces?date=2026-03-02&start=10:00&end=12:00',
  )
})

test('an end that is not after the start is on the next day', () => {
  const filter = { ...ANYTHING, date: '2026-12-31', start: '22:00', end: '01:00' }

  expect(searchQuery(filter, null)).toContain('end_date=2027-01-01')
})

test('sorting by distance needs a position, which is sent rounded', () => {
  const filter = { ...ANYTHING, sort: 'distance' as const }

  expect(searchQuery(filter, null)).toBe('/api/spaces')
  expect(searchQuery(filter, { lat: 32.06468, lon: 34.77345 })).toBe(
    '/api/spaces?sort=distance&lat=32.06&lon=34.77',
  )
})

test('search engines index the full search and each type, but no narrower search', () => {
  expect(isFiltered(readFilter(''))).toBe(false)
  expect(isFiltered(readFilter('?type=clinics'))).toBe(false)
  expect(isFiltered(readFilter('?type=clinics&place=Haifa'))).toBe(true)
  expect(isFiltered(readFilter('?sort=price'))).toBe(true)
})

test('each part of a filter can be removed', () => {
  const filter = readFilter(FULL.slice('/spaces'.length))
  const parts = partsOf(filter)

  expect(parts).toEqual(['type', 'place', 'time', 'people', 'max_price', 'wifi', 'screen'])
  for (const part of parts)
    expect(partsOf({ ...filter, ...withoutPart(filter, part) })).toEqual(
      parts.filter((other) => other !== part),
    )
})

test('pictures of offices and of sub-offices have different addresses', () => {
  expect(pictureAddress('office', 'a b.webp')).toBe('/static/office_images/a%20b.webp')
  expect(pictureAddress('sub_office', 'a.webp')).toBe('/static/sub_office_images/a.webp')
})

const room: Offer = {
  sub_office_id: 22,
  name: 'Fig',
  type: 'meeting_room',
  capacity: 6,
  rent_type: 'hour',
  rates: [],
  picture: null,
  comforts: [],
  hasScreen: false,
  info: null,
}
const today = '2026-03-02'
const office = {
  id: 4,
  time_zone: 'Asia/Jerusalem',
  open_hours: '08:00',
  close_hours: '20:00',
  week_hours: [],
  holidays: [],
}
const bar = { ...office, open_hours: '10:00', close_hours: '02:00' }
const house = { ...office, open_hours: null, close_hours: null }
const chosen: Stay = { sub_office_id: 22, date: '2026-03-04', start: null, end: null, last_date: null }
const days: [string, string] = [today, '2026-03-03']
const around = { offers: [{ ...room, sub_office_id: 21 }, room], hours: office, days, availability: [] }

test('the time of a search is passed on to the page of the space', () => {
  const address = spaceAddress({ office_id: 4, sub_office_id: 22 }, readFilter(FULL.slice(7)), null)
  expect(address).toBe('/spaces/4?space=22&date=2026-03-02&start=10:00&end=12:00&people=6')

  expect(readStay(address.slice(address.indexOf('?')), around)).toMatchObject({
    sub_office_id: 22,
    date: today,
    start: '10:00',
    end: '12:00',
  })
})

test('an end before the start is on the next day', () => {
  const stay = readStay('?space=22&date=2026-03-02&start=22:00&end=01:00', { ...around, hours: house })

  expect(stay.end).toBe('01:00+1')
})

test('after midnight a night belongs to the day on which the office opened', () => {
  const search = '?space=22&date=2026-03-05&start=00:30&end=01:30'
  const stay = readStay(search, { ...around, hours: bar })

  expect(stay).toMatchObject({ date: '2026-03-04', start: '00:30+1', end: '01:30+1' })
  expect(readStay(search, { ...around, hours: house })).toMatchObject({ date: '2026-03-05', start: '00:30' })
})

test('tonight after midnight can still be chosen, last night cannot', () => {
  const at = (date: string) =>
    readStay(`?space=22&date=${date}&start=00:30&end=01:30`, { ...around, hours: bar })

  expect(at('2026-03-03')).toMatchObject({ date: today, start: '00:30+1' })
  expect(at('2026-03-02')).toMatchObject({ date: today, start: null, end: null })
})

test('for a space rented by the day the calendar day counts, whatever the hour', () => {
  const byDay = { ...around, offers: [{ ...room, rent_type: 'day' as const }], hours: bar }

  expect(readStay('?date=2026-03-05&start=00:30&end=01:30', byDay)).toMatchObject({
    date: '2026-03-05',
    start: null,
  })
})

test('a day in the past and an unknown space are ignored', () => {
  expect(readStay('?space=99&date=2026-03-01&start=10:00&end=12:00', around)).toEqual({
    sub_office_id: 21,
    date: today,
    start: null,
    end: null,
    last_date: null,
  })
})

test('without a chosen day the page starts with the first that has free time', () => {
  const over = sampleDay({ sub_office_id: 22, from: 22, until: 22 })
  const tomorrow = sampleDay({ sub_office_id: 22, date: '2026-03-03' })
  const dateWith = (...availability: Availability[]) =>
    readStay('?space=22', { ...around, availability }).date

  expect(dateWith(over, tomorrow)).toBe('2026-03-03')
  expect(dateWith(sampleDay({ sub_office_id: 22 }), tomorrow)).toBe(today)
  expect(dateWith(over, { ...tomorrow, reason: 'closure' })).toBe(today)
})

test.each<[string, Stay, { id: number } & Hours]>([
  ['some hours', { ...chosen, start: '10:00', end: '11:30' }, office],
  ['a night', { ...chosen, start: '23:00', end: '01:00+1' }, bar],
  ['the rest of a night', { ...chosen, start: '00:30+1', end: '01:30+1' }, bar],
  ['a day', chosen, office],
])('%s can be read back from the address of the page', (_, stay, hours) => {
  const address = stayAddress(4, stay, { language: 'he', people: null })

  expect(address).toMatch(/^\/spaces\/4\?space=22&date=.*&language=he$/)
  expect(readStay(address.slice(address.indexOf('?')), { ...around, hours })).toEqual(stay)
})

test('a range of days can be read back from the address, up to the longest stay', () => {
  const byDay = { ...around, offers: [{ ...room, rent_type: 'day' as const }] }
  const stay = { ...chosen, last_date: '2026-03-06' }

  expect(stayAddress(4, stay, { language: null, people: null })).toBe(
    '/spaces/4?space=22&date=2026-03-04&last_date=2026-03-06',
  )
  expect(readStay('?date=2026-03-04&last_date=2026-03-06', byDay)).toEqual(stay)
  expect(readStay('?date=2026-03-04&last_date=2027-03-06', byDay).last_date).toBeNull()
})

test('consecutive half hours of one state form one segment of the day', () => {
  const slot = (start: string, end: string, free: number, reason: 'past' | 'booked' | null = null) => ({
    start,
    end,
    free,
    reason,
    starts_at: `2026-03-02T${start}:00.000Z`,
  })
  const day = {
    office_id: 4,
    sub_office_id: 22,
    date: today,
    time_zone: 'UTC',
    rent_type: 'hour' as const,
    base_price: 5000,
    currency: 'ILS' as const,
    tax_percent: 18,
    units: 1,
    reason: null,
    closure: null,
    holiday: null,
    slots: [
      slot('08:00', '08:30', 0, 'past'),
      slot('08:30', '09:00', 1),
      slot('09:00', '09:30', 1),
      slot('09:30', '10:00', 0, 'booked'),
    ],
  }

  expect(runsOf(day)).toEqual([
    { state: 'past', start: '08:00', end: '08:30', halves: 1 },
    { state: 'free', start: '08:30', end: '09:30', halves: 2 },
    { state: 'taken', start: '09:30', end: '10:00', halves: 1 },
  ])
})

const telAviv = { lat: 32.1, lon: 34.8, spaces: 9 }
const haifa = { lat: 32.8, lon: 35, spaces: 4 }
const newYork = { lat: 40.7, lon: -74, spaces: 12 }

test('of offices on two continents the map begins with those that have most spaces together', () => {
  expect(mainRegionOf([newYork, haifa, telAviv])).toEqual([haifa, telAviv])
})

test('the map begins with all offices of one country', () => {
  expect(mainRegionOf([telAviv, haifa])).toEqual([telAviv, haifa])
})

test('without offices there is no region', () => {
  expect(mainRegionOf([])).toEqual([])
})
