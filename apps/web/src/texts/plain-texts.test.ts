import { expect, test } from 'vitest'
import { createTexts } from '#web/texts/plain-texts.ts'

const english = createTexts(
  {
    hello: 'Hello {{name}}',
    free_one: '{{count}} seat',
    free_other: '{{count}} seats',
    type: { office: 'Office' },
  },
  'en',
)
const hebrew = createTexts({ free_one: 'אחד', free_two: 'שניים', free_other: '{{count}}' }, 'he')

test('a text is found by its key, and its holes are filled', () => {
  expect(english('hello', { name: 'Maya' })).toBe('Hello Maya')
  expect(english('type.office')).toBe('Office')
})

test('what fills a hole does not turn the sentence around it', () => {
  expect(english('hello', { name: '\u202eMaya' })).toBe('Hello Maya')
  expect(english('hello', { name: 'מאיה' })).toBe('Hello \u2068מאיה\u2069')
})

test('each language counts in its own way', () => {
  expect([1, 2, 5].map((count) => english('free', { count }))).toEqual(['1 seat', '2 seats', '5 seats'])
  expect([1, 2, 5].map((count) => hebrew('free', { count }))).toEqual(['אחד', 'שניים', '5'])
})
