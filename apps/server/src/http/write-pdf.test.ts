import { expect, test } from 'vitest'
import { brokenLines, visualRuns } from '#server/http/pdf-pen.ts'
import { writePdf } from '#server/http/write-pdf.ts'

const isHebrew = (letter: string) => /[\u0590-\u05ff]/.test(letter)
const isLatin = (letter: string) => /[\x20-\x7e]/.test(letter)
const fontFor = (letter: string) => (isHebrew(letter) ? 'hebrew' : isLatin(letter) ? 'latin' : undefined)
/** From left to right, as it is seen: Hebrew pieces are turned around by the font engine. */
const seen = (line: string, direction: 'ltr' | 'rtl') =>
  visualRuns(line, direction, fontFor)
    .map(({ font, text }) => (font === 'hebrew' ? [...text].reverse().join('') : text))
    .join('')

test('a Hebrew line runs from right to left, and numbers in it from left to right', () => {
  expect(seen('קבלה 1042', 'rtl')).toBe('1042 הלבק')
  expect(seen('עד 31.5.2026', 'rtl')).toBe('31.5.2026 דע')
})

test('Hebrew in an English line and English in a Hebrew line keep their own direction', () => {
  expect(seen('Regular מנוי קבוע (90)', 'ltr')).toBe('Regular (90) עובק יונמ')
  expect(seen('חבילה Regular pass', 'rtl')).toBe('Regular pass הליבח')
})

test('brackets are mirrored where they change sides', () => {
  expect(seen('דנה (לוי)', 'rtl')).toBe('(יול) הנד')
})

test('a letter that no font has becomes a question mark', () => {
  expect(seen('Coffee ☕ 😀', 'ltr')).toBe('Coffee ? ?')
})

test('a text breaks between words, and a word that is too long for its column within itself', () => {
  const linesOf = (text: string) => brokenLines(text, (line) => [...line].length <= 10)

  expect(linesOf('The chair was broken')).toEqual(['The chair', 'was broken'])
  expect(linesOf('See https://bank.example/77 please')).toEqual([
    'See',
    'https://ba',
    'nk.example',
    '/77 please',
  ])
  expect(linesOf('  ')).toEqual([])
})

test('an amount and its sign stay on one line', () => {
  expect(brokenLines('סך הכול 1,234.50\u00a0₪', (line) => line.length <= 12)).toEqual([
    'סך הכול',
    '1,234.50\u00a0₪',
  ])
})

test('a page is one sheet in its language, with its own fonts, and small enough to mail', async () => {
  const createdAt = new Date('2026-03-02T08:00:00Z')
  const pdf = await writePdf({
    title: 'קבלה 1',
    language: 'he',
    createdAt,
    blocks: [
      { text: 'קבלה 1', look: 'title' },
      { pair: ['סך הכול', '₪ 699.00'] },
      { note: 'word '.repeat(60) },
      { rule: true },
      { text: '' },
    ],
  })
  const text = pdf.toString('latin1')

  expect(text.startsWith('%PDF-')).toBe(true)
  expect(text.trimEnd().endsWith('%%EOF')).toBe(true)
  expect(text.match(/\/Type \/Page\b/g)).toHaveLength(1)
  expect(text).toContain('/Lang (he)')
  expect(text).toContain('D:20260302080000Z')
  for (const font of ['Heebo-Regular', 'Heebo-Bold'])
    expect(text).toMatch(new RegExp(`/FontName /[A-Z+]*${font}`))
  expect(pdf.length).toBeLessThan(50_000)
})
