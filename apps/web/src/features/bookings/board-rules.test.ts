import type { Availability } from '@keyhour/contract/availability'
import { expect, test } from 'vitest'
import { sampleDay, sampleOrder, sampleSpace } from '#test/samples.ts'
import {
  chosenIn,
  chosenNext,
  freeTowards,
  hourFrom,
  marginOf,
  ownStays,
  type SpaceRow,
  spaceRows,
  timeIn,
} from '#web/features/bookings/board-rules.ts'

const EARLY = Date.parse('2026-03-02T05:00:00Z')
const BOOKED = { free: 0, reason: 'booked' } as const
const DAY = '2026-03-02'

function rowOf(day: Partial<Availability> & Parameters<typeof sampleDay>[0] = {}, now = EARLY): SpaceRow {
  const [row] = spaceRows([sampleSpace()], [sampleDay({ from: 8, until: 12, ...day })], now)
  return row!
}

test('a row says what is free, and joins what is taken for the same reason', () => {
  const closure = { free: 0, reason: 'closure' } as const
  const row = rowOf({ taken: { '09:00': BOOKED, '09:30': BOOKED, '10:00': closure } })

  expect(row.free).toEqual([0, 1, 5, 6, 7])
  expect(row.taken).toEqual([
    { first: 2, last: 3, state: 'booked' },
    { first: 4, last: 4, state: 'closed' },
  ])
})

test('half-hours that are over cannot be chosen, also if the day was loaded before', () => {
  const row = rowOf({}, Date.parse('2026-03-02T07:10:00Z'))

  expect(row.free[0]).toBe(2)
  expect(row.taken).toEqual([{ first: 0, last: 1, state: 'past' }])
})

test('nothing is free in a space that cannot be booked at all', () => {
  const row = rowOf({ reason: 'coming_soon' })

  expect(row.free).toEqual([])
  expect(row.taken).toEqual([{ first: 0, last: 7, state: 'closed' }])
})

test('a space that is rented by the day is free or taken as a whole', () => {
  const free = rowOf({ rent_type: 'day' })
  const taken = rowOf({ rent_type: 'day', reason: 'booked', taken: { '09:00': BOOKED } })

  expect(free).toMatchObject({ free: [0], taken: [] })
  expect(taken).toMatchObject({ free: [], taken: [{ first: 0, last: 7, state: 'booked' }] })
  expect(timeIn(free, { first: 0, last: 0 })).toEqual({ date: DAY, start: null, end: null, last_date: null })
})

test('a space whose day is not known has no row', () => {
  expect(spaceRows([sampleSpace({ id: 99 })], [sampleDay()], EARLY)).toEqual([])
})

test('a stretch ends before what is taken, in both directions', () => {
  const free = [0, 1, 3, 4, 5]

  expect(freeTowards(free, 3, 9)).toEqual({ first: 3, last: 5 })
  expect(freeTowards(free, 5, 0)).toEqual({ first: 3, last: 5 })
  expect(hourFrom(free, 3)).toEqual({ first: 3, last: 4 })
  expect(hourFrom(free, 1)).toEqual({ first: 1, last: 1 })
})

test('the first choice is an hour from its start, and the second ends it', () => {
  const row = rowOf()
  const first = chosenNext(row, 2, null)
  const second = chosenNext(row, 6, first.begun)

  expect(first.range).toEqual({ first: 2, last: 3 })
  expect(second).toEqual({ range: { first: 2, last: 6 }, begun: null })
  expect(timeIn(row, second.range)).toEqual({ date: DAY, start: '09:00', end: '11:30', last_date: null })
})

test('a choice before the start, behind something taken, or of another space or day is a new start', () => {
  const row = rowOf({ taken: { '10:00': BOOKED } })
  const { begun } = chosenNext(row, 2, null)
  const starts = (next: SpaceRow, at: number) => chosenNext(next, at, begun).begun?.first

  expect(starts(row, 1)).toBe(1)
  expect(starts(row, 6)).toBe(6)
  expect(starts({ ...row, space: sampleSpace({ id: 18 }) }, 3)).toBe(3)
  expect(starts(rowOf({ date: '2026-03-03' }), 3)).toBe(3)
})

test('the chosen time is found on its day, also if it ends in the night after it', () => {
  const row = rowOf()
  const at = (start: string, end: string, date = DAY) => chosenIn(row, { date, start, end, last_date: null })

  expect(at('09:00', '10:00')).toEqual({ first: 2, last: 3 })
  expect(at('11:00', '01:00+1')).toEqual({ first: 6, last: 7 })
  expect(at('09:00', '10:00', '2026-03-03')).toBeNull()
  expect(at('07:00', '08:30')).toBeNull()
})

test('of several days, each is chosen as a whole', () => {
  const row = rowOf({ rent_type: 'day' })
  const stay = { start: null, end: null, date: '2026-03-01' }

  expect(chosenIn(row, { ...stay, last_date: '2026-03-03' })).toEqual({ first: 0, last: 7 })
  expect(chosenIn(row, { ...stay, last_date: null })).toBeNull()
})

test('own bookings are found where they are, without cancelled ones and those of other spaces', () => {
  const order = sampleOrder({
    SubOffice: { id: 17, name: 'Olive room', name_he: null },
    start: '2026-03-02T07:00:00.000Z',
    end: '2026-03-02T08:30:00.000Z',
    cancelled_at: null,
    checked_out_at: null,
  })

  expect(ownStays(rowOf(), [order])).toEqual([{ first: 2, last: 4 }])
  expect(
    ownStays(rowOf(), [
      { ...order, cancelled_at: '2026-03-01T07:00:00.000Z' },
      { ...order, SubOffice: { id: 18, name: 'Fig room', name_he: null } },
      { ...order, start: '2026-03-03T07:00:00.000Z', end: '2026-03-03T08:00:00.000Z' },
    ]),
  ).toEqual([])
})

test('closed hours are shown beside an opening, but not around the clock', () => {
  expect(marginOf(rowOf().halves)).toBe(1)
  expect(marginOf(rowOf({ from: 0, until: 24 }).halves)).toBe(0)
})
