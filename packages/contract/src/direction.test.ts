import { expect, test } from 'vitest'
import { isolated, withoutDirectionSigns } from './direction.ts'

test('control characters that would turn the rest of a sentence are removed from a name', () => {
  expect(isolated('Maya\u202e Levi', 'en')).toBe('Maya Levi')
  expect(isolated('\u2067Maya\u202a', 'en')).toBe('Maya')
  expect(withoutDirectionSigns('\u202bנועה\u202c')).toBe('נועה')
})

test('a name in the other script does not affect the direction of the sentence', () => {
  expect(isolated('נועה (2)', 'en')).toBe('\u2068נועה (2)\u2069')
  expect(isolated('Maya (2)', 'he')).toBe('\u2068Maya (2)\u2069')
})

test('a name in the direction of the sentence, or of digits only, stays unchanged', () => {
  expect(isolated('Maya (2)', 'en')).toBe('Maya (2)')
  expect(isolated('נועה', 'he')).toBe('נועה')
  expect(isolated('12', 'he')).toBe('12')
})

test('figures that Hebrew would turn around keep their order: amounts with a sign, and phone numbers', () => {
  for (const figures of ['-₪39.00', '+12.3%', '−5', '03 123 4567', '+972 50-123-4567', '(03) 123-4567'])
    expect(isolated(figures, 'he')).toBe(`\u2068${figures}\u2069`)
  for (const figures of ['₪39.00', '12.3%', '18.11.2026', '9:00', '050-123-4567'])
    expect(isolated(figures, 'he')).toBe(figures)
  expect(isolated('-₪39.00', 'en')).toBe('-₪39.00')
})
