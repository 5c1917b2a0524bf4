// @vitest-environment node
import { expect, test } from 'vitest'
import { closureOf, withEndMoved } from '#web/features/closures/rules.ts'

test('a closure of whole days has no times, and one of a single day no last day', () => {
  const closure = {
    sub_office_id: '',
    date: '2026-03-02',
    end_date: '2026-03-02',
    whole_days: true,
    start: '09:00',
    end: '17:00',
    reason: 'Painting',
  }

  expect(closureOf(closure)).toEqual({ sub_office_id: null, date: '2026-03-02', reason: 'Painting' })
  expect(closureOf({ ...closure, sub_office_id: '17', end_date: '2026-03-04', whole_days: false })).toEqual({
    sub_office_id: 17,
    date: '2026-03-02',
    end_date: '2026-03-04',
    start: '09:00',
    end: '17:00',
    reason: 'Painting',
  })
})

test('a closure whose start moves past its end keeps its length', () => {
  const closure = {
    sub_office_id: '',
    date: '2026-03-02',
    end_date: '2026-03-04',
    whole_days: true,
    start: '09:00',
    end: '11:00',
    reason: 'Painting',
  }
  const oneDay = { ...closure, end_date: '2026-03-02', whole_days: false }
  const moved = (before: typeof closure, change: Partial<typeof closure>) =>
    withEndMoved(before, { ...before, ...change })

  expect(moved(closure, { date: '2026-03-10' }).end_date).toBe('2026-03-12')
  expect(moved(closure, { date: '2026-03-03' }).end_date).toBe('2026-03-04')
  expect(moved(oneDay, { start: '14:30' }).end).toBe('16:30')
  expect(moved(oneDay, { start: '10:30' }).end).toBe('11:00')
  expect(moved(oneDay, { start: '22:30' }).end).toBe('23:30')
  expect(moved({ ...oneDay, end_date: '2026-03-03' }, { start: '14:30' }).end).toBe('11:00')
  expect(moved(oneDay, { start: '' })).toEqual({ ...oneDay, start: '' })
})
