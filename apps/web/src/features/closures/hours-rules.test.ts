import type { Holiday } from '@keyhour/contract/office-clock'
import { expect, test } from 'vitest'
import { sampleOffice } from '#test/samples.ts'
import { laterHolidays, weekFrom } from '#web/features/availability/open-days.ts'
import {
  choiceOn,
  copiesFor,
  mistakesOfHoliday,
  withDay,
  withHoliday,
  withoutDay,
} from '#web/features/closures/hours-rules.ts'

const holiday = (first_day: string, last_day = first_day, name = 'Spring'): Holiday => ({
  first_day,
  last_day,
  name,
  name_he: null,
  hours: null,
})
const SHORT = { open_hours: '09:00', close_hours: '13:00' }

test('a day of the week has the hours of every day, its own, or none', () => {
  const week = withDay(withDay([], 6, null), 5, SHORT)

  expect(week).toEqual([
    { weekday: 5, hours: SHORT },
    { weekday: 6, hours: null },
  ])
  expect([choiceOn(week, 4), choiceOn(week, 5), choiceOn(week, 6)]).toEqual(['same', 'own', 'closed'])
  expect(withoutDay(week, 5)).toEqual([{ weekday: 6, hours: null }])
})

test('a holiday needs a name and days that no other has', () => {
  const others = [holiday('2026-04-01', '2026-04-08')]

  expect(mistakesOfHoliday(holiday('2026-04-09'), others)).toEqual({})
  expect(mistakesOfHoliday(holiday('2026-04-08'), others)).toEqual({
    first_day: 'Two holidays cannot share a day',
  })
  expect(mistakesOfHoliday({ ...holiday('2026-05-02', '2026-05-01'), name: ' ' }, others)).toEqual({
    name: 'Cannot be empty',
    last_day: 'The last day cannot be before the first',
  })
  const noTime = { ...holiday('2026-05-01'), hours: { open_hours: '', close_hours: '13:00' } }
  expect(mistakesOfHoliday(noTime, []).open_hours).toBe('Should be a time like 09:30')
})

test('a changed holiday takes its place in the list', () => {
  const [first, second] = [holiday('2026-04-01'), holiday('2026-05-01')]
  const moved = { ...first, first_day: '2026-06-01', last_day: '2026-06-01' }

  expect(withHoliday([first, second], moved, first)).toEqual([second, moved])
})

test('the list of a year is copied to the next, except where it has a holiday already', () => {
  const known = [holiday('2027-05-01'), holiday('2028-02-29'), holiday('2028-05-01', '2028-05-02')]

  expect(copiesFor(known, 2028)).toEqual([holiday('2029-02-28'), holiday('2029-05-01', '2029-05-02')])
  expect(copiesFor(known, 2027)).toEqual([])
})

const office = sampleOffice({
  week_hours: withDay(withDay([], 6, null), 5, SHORT),
  holidays: [holiday('2026-03-08'), holiday('2026-04-01')],
})

test('a week has its hours by day, and later holidays follow', () => {
  const week = weekFrom(office, '2026-03-05').map(({ date, hours, holiday }) => [
    date.slice(8),
    hours?.close_hours ?? null,
    holiday?.name,
  ])

  expect(week.slice(0, 4)).toEqual([
    ['05', '22:00', undefined],
    ['06', '13:00', undefined],
    ['07', null, undefined],
    ['08', null, 'Spring'],
  ])
  expect(laterHolidays(office, '2026-03-05', 3)).toEqual([holiday('2026-04-01')])
})
