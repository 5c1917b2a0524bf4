import { expect, test } from 'vitest'
import { dateMeantBy } from '#web/ui/dates/typed-date.ts'

const TODAY = '2026-03-02'

test.each([
  ['2026-11-25', 'en', '2026-11-25'],
  ['11/25/2026', 'en', '2026-11-25'],
  ['25.11.2026', 'en', '2026-11-25'],
  ['25/11/26', 'he', '2026-11-25'],
  ['5.4', 'he', '2026-04-05'],
  ['1.2.', 'he', '2027-02-01'],
  ['2/1', 'en', '2027-02-01'],
] as const)('%s typed in %s means %s', (text, language, date) => {
  expect(dateMeantBy(text, language, TODAY)).toBe(date)
})

test.each(['', 'soon', '30.2.2026', '13/13/2026', '2026-1'])('“%s” is not a date', (text) => {
  expect(dateMeantBy(text, 'en', TODAY)).toBeNull()
})
