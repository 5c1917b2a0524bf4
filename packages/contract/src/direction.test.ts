import { expect, test } from 'vitest'
import { isolated, withoutDirectionSigns } from './direction.ts'

test('signs that would turn the rest of a sentence are taken out of a name', () => {
  expect(isolated('Maya\u202e Levi', 'en')).toBe('Maya Levi')
  expect(isolated('\u2067Maya\u202a', 'en')).toBe('Maya')
  expect(withoutDirectionSigns('\u202bנועה\u202c')).toBe('נועה')
})

test('a name in the other script keeps its direction to itself', () => {
  expect(isolated('נועה (2)', 'en')).toBe('\u2068נועה (2)\u2069')
  expect(isolated('Maya (2)', 'he')).toBe('\u2068Maya (2)\u2069')
})

test('what reads in the direction of the sentence, and what are only figures, stays as it is', () => {
  expect(isolated('Maya (2)', 'en')).toBe('Maya (2)')
  expect(isolated('נועה', 'he')).toBe('נועה')
  expect(isolated('12', 'he')).toBe('12')
})
