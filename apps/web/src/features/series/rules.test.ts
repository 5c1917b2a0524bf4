import type { SeriesQuote } from '@keyhour/contract/series'
import { expect, test } from 'vitest'
import {
  coverageFor,
  dateRowsOf,
  keyOfSwap,
  NO_REPEAT,
  nearestFor,
  readRepeat,
  repeatOf,
  waysOfMonth,
  writeRepeat,
} from '#web/features/series/rules.ts'

const times = { start: '10:00', end: '11:00' }
const later = {
  ...{ office_id: 3, sub_office_id: 17, name: 'Olive room', office_name: 'Jaffa Port House' },
  ...{ date: '2026-03-09', start: '11:00', end: '12:00', due: 6000 },
}
const elsewhere = { ...later, ...times, sub_office_id: 18, name: 'Fig room', due: 7000 }
const quote: SeriesQuote = {
  time_zone: 'Asia/Jerusalem',
  currency: 'ILS',
  dates: [
    { date: '2026-03-02', ...times, due: 5900, conflict: null },
    {
      date: '2026-03-09',
      ...times,
      due: 5900,
      conflict: { reason: 'Taken', alternatives: [later, elsewhere] },
    },
    { date: '2026-03-16', ...times, due: null, conflict: { reason: 'No such time', alternatives: [] } },
  ],
  no_show: null,
  purse: { available: 10_000, unpaid_allowed: 1, months: null, refusal: null },
}

test('what is free is taken, and what is taken is left out, until somebody chooses otherwise', () => {
  const stays = (choices: Record<string, string>) => dateRowsOf(quote, 17, choices).map(({ stay }) => stay)

  expect(stays({})).toEqual([{ sub_office_id: 17, date: '2026-03-02', ...times }, null, null])
  expect(stays({ '2026-03-02': 'out', '2026-03-09': keyOfSwap(elsewhere) })).toEqual([
    null,
    { sub_office_id: 18, date: '2026-03-09', ...times },
    null,
  ])
  // An alternative that is no longer offered.
  expect(stays({ '2026-03-09': '17 2026-03-09 12:00 13:00' })[1]).toBeNull()
})

test('the nearest alternatives are taken at once, and other choices stay', () => {
  expect(nearestFor(quote, { '2026-03-02': 'out' })).toEqual({
    '2026-03-02': 'out',
    '2026-03-09': keyOfSwap(later),
  })
})

test('the sums are those of what is chosen', () => {
  const rows = dateRowsOf(quote, 17, { '2026-03-09': keyOfSwap(later) })

  expect(coverageFor(quote, rows)).toMatchObject({
    total: 11_900,
    with_credits: 10_000,
    left: 1900,
    unpaid: 1,
  })
})

test('a month repeats by date, by weekday, or by the last such weekday', () => {
  expect(waysOfMonth('2026-12-08')).toEqual(['date', 'weekday'])
  expect(waysOfMonth('2026-12-25')).toEqual(['date', 'weekday', 'last_weekday'])
  expect(waysOfMonth('2026-12-29')).toEqual(['date', 'last_weekday'])
})

test('an address keeps the repetition, and what it does not know stays as it was', () => {
  const address = new URLSearchParams('date=2026-12-25&view=board')
  const drafts = [
    { ...NO_REPEAT, every: 'week' as const, weekdays: [1, 3], count: '51' },
    {
      ...NO_REPEAT,
      every: 'month' as const,
      on: 'weekday' as const,
      ends: 'until' as const,
      until: '2027-06-01',
    },
    { ...NO_REPEAT, every: 'day' as const, ends: 'until' as const, count: '' },
  ]
  for (const draft of drafts) expect(readRepeat(writeRepeat(address, draft))).toEqual(draft)
  const written = writeRepeat(address, drafts[1]!)

  expect(written.toString()).toBe('date=2026-12-25&view=board&repeat=month&on=weekday&until=2027-06-01')
  expect(writeRepeat(written, NO_REPEAT).toString()).toBe(address.toString())
  expect(readRepeat(new URLSearchParams('repeat=hour&weekdays=8&on=x&count=many'))).toEqual(NO_REPEAT)
})

test('a request carries only what belongs to the chosen repetition', () => {
  const draft = { ...NO_REPEAT, weekdays: [3, 1], on: 'last_weekday' as const }

  expect(repeatOf(draft, '2026-12-25')).toBeNull()
  expect(repeatOf({ ...draft, every: 'week' }, '2026-12-25')).toEqual({
    every: 'week',
    weekdays: [1, 3],
    count: 10,
  })
  expect(repeatOf({ ...draft, every: 'month' }, '2026-12-25')).toMatchObject({ on: 'last_weekday' })
  expect(repeatOf({ ...draft, every: 'month' }, '2026-12-08')).toMatchObject({ on: 'date' })
})
