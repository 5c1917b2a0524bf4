// @vitest-environment node
import { measured, type Totals } from '@keyhour/contract/insight'
import { expect, test } from 'vitest'
import { differenceText, measureText, percentText, shortText } from '#web/features/insight/measure-text.ts'
import {
  changeOf,
  daysMeant,
  hoursShown,
  insightView,
  isEmpty,
  PRESETS,
  questionOf,
} from '#web/features/insight/rules.ts'

const viewOf = (search: string) => insightView.read(new URLSearchParams(search))
const NOTHING: Totals = {
  orders: 0,
  no_shows: 0,
  revenue: 0,
  net: 0,
  booked_ms: 0,
  open_ms: 0,
  due_ms: 0,
  there_ms: 0,
}

test.each([
  ['last7', '2026-03-02', '2026-02-24', '2026-03-02'],
  ['last30', '2026-03-02', '2026-02-01', '2026-03-02'],
  ['last90', '2026-03-02', '2025-12-03', '2026-03-02'],
  ['thisMonth', '2026-03-02', '2026-03-01', '2026-03-02'],
  ['lastMonth', '2026-03-31', '2026-02-01', '2026-02-28'],
  ['lastMonth', '2026-01-05', '2025-12-01', '2025-12-31'],
  ['thisYear', '2026-03-02', '2026-01-01', '2026-03-02'],
])('%s on %s is %s to %s', (range, today, from, to) => {
  expect(daysMeant(viewOf(`range=${range}`), today)).toEqual({ from, to })
})

test('a custom range uses both given dates', () => {
  expect(questionOf(viewOf('range=custom&from=2026-01-05&to=2026-02-05'), '2026-03-02')).toEqual({
    from: '2026-01-05',
    to: '2026-02-05',
  })
  expect(questionOf(viewOf('range=custom&from=2026-01-05'), '2026-03-02')).toBeUndefined()
  expect(questionOf(viewOf('range=custom&from=2026-02-05&to=2026-01-05'), '2026-03-02')).toBeUndefined()
  expect(questionOf(viewOf('range=custom&from=2020-02-05&to=2026-01-05'), '2026-03-02')).toBeUndefined()
})

test('the address keeps every choice and leaves out defaults', () => {
  const address = 'tab=insight&range=thisYear&office=7&type=open_space&currency=EUR&measure=occupancy'
  const view = viewOf(address)

  expect(view).toMatchObject({
    preset: 'thisYear',
    office_id: 7,
    type: 'open_space',
    currency: 'EUR',
    measure: 'occupancy',
  })
  expect(insightView.write(new URLSearchParams('tab=insight'), view).toString()).toBe(address)
  expect(insightView.write(new URLSearchParams(address), viewOf('')).toString()).toBe('tab=insight')
})

test('invalid values in the address are ignored', () => {
  expect(viewOf('range=never&office=-1&type=cave&currency=XXX&measure=luck&from=1')).toEqual(viewOf(''))
  expect(PRESETS).toHaveLength(7)
})

test('a change has a direction, a difference, and a percentage if there was something before', () => {
  expect(changeOf('net', 150, 100)).toEqual({ difference: 50, percent: 0.5, direction: 'up' })
  expect(changeOf('net', 50, 100)).toEqual({ difference: -50, percent: -0.5, direction: 'down' })
  expect(changeOf('net', 5, 0)).toEqual({ difference: 5, percent: null, direction: 'up' })
  expect(changeOf('net', 0, 0)).toMatchObject({ direction: 'same' })
  expect(changeOf('net', null, 5)).toBeNull()
})

test('a share whose difference is too small to show has not changed', () => {
  const change = changeOf('utilisation', 0.4996, 0.5)!

  expect(change.direction).toBe('same')
  expect(differenceText('utilisation', change, 'ILS')).toBe('+0.0')
  expect(changeOf('utilisation', 0.4994, 0.5)).toMatchObject({ difference: -0.001, direction: 'down' })
})

test('money has its sign, shares are percentages, and a missing value is a dash', () => {
  const change = changeOf('net', 900, 1200)!

  expect(measureText('revenue', 123_450, 'ILS')).toBe('₪1,234.50')
  expect(measureText('occupancy', 0.1234, 'ILS')).toBe('12.3%')
  expect(measureText('utilisation', null, 'ILS')).toBe('–')
  expect([shortText('net', 123_450), shortText('net', 78_790), shortText('occupancy', 0.126)]).toEqual([
    '1.2K',
    '788',
    '13%',
  ])
  expect([differenceText('net', change, 'EUR'), percentText(change)]).toEqual(['−€3.00', '−25.0%'])
  expect(differenceText('occupancy', changeOf('occupancy', 0.5, 0.25)!, 'EUR')).toBe('+25.0')
})

test('occupancy is a share of the open time, utilisation of the booked time that has passed', () => {
  const totals = { ...NOTHING, booked_ms: 6, open_ms: 12, due_ms: 4, there_ms: 1, revenue: 7, net: 5 }

  expect(
    ['revenue', 'net', 'occupancy', 'utilisation'].map((name) => measured(name as never, totals)),
  ).toEqual([7, 5, 0.5, 0.25])
})

test('the week is shown from the first to the last hour that is open on any day', () => {
  const closed = { now: NOTHING, before: NOTHING }
  const open = { now: { ...NOTHING, open_ms: 1 }, before: NOTHING }
  const hours = Array.from({ length: 168 }, (_, at) => (at === 9 || at === 24 + 17 ? open : closed))

  expect(hoursShown(hours)).toEqual({ first: 9, last: 17 })
  expect(hoursShown(hours.map(() => closed))).toEqual({ first: 0, last: 23 })
})

test('a range without orders is empty, even if offices were open', () => {
  expect(isEmpty({ now: { ...NOTHING, open_ms: 9 }, before: NOTHING })).toBe(true)
  expect(isEmpty({ now: NOTHING, before: { ...NOTHING, orders: 1 } })).toBe(false)
})
