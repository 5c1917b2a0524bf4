import { expect, test } from 'vitest'
import type { Hours } from './office-clock.ts'
import { openStateAt } from './open-state.ts'

/** Closes early on Fridays, and is closed on Saturdays and on one Sunday. */
const office: Hours = {
  time_zone: 'Asia/Jerusalem',
  open_hours: '08:00',
  close_hours: '22:00',
  week_hours: [
    { weekday: 5, hours: { open_hours: '08:00', close_hours: '13:00' } },
    { weekday: 6, hours: null },
  ],
  holidays: [{ first_day: '2026-03-08', last_day: '2026-03-08', name: 'Spring', name_he: null, hours: null }],
}
const at = (moment: string) => openStateAt(office, Date.parse(moment))

test('a closed office says when it opens, over closed days and holidays', () => {
  expect(at('2026-03-06T10:00:00Z')).toEqual({ isOpen: true, closes: { date: '2026-03-06', time: '13:00' } })
  // Friday afternoon; Saturday is closed and Sunday is a holiday.
  expect(at('2026-03-06T12:00:00Z')).toEqual({
    isOpen: false,
    opens: { date: '2026-03-09', time: '08:00' },
    daysAhead: 3,
  })
  const always = { ...office, open_hours: null, close_hours: null, week_hours: [], holidays: [] }
  expect(openStateAt(always, 0)).toEqual({ isOpen: true, closes: null })
})
