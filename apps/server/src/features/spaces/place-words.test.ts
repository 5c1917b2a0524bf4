import { expect, test } from 'vitest'
import {
  collectWords,
  countErrors,
  foldText,
  readPlace,
  similarWords,
  withoutStreetWords,
} from '#server/features/spaces/place-words.ts'

const vocabulary = collectWords(
  ['45 Rothschild Boulevard, Tel Aviv-Yafo', 'שדרות רוטשילד 45, תל אביב־יפו', 'Haifa Port', 'חיפה'].map(
    foldText,
  ),
)
const meant = (word: string) => similarWords(vocabulary, foldText(word))

test('vowel points, quotation marks, hyphens and final letters make no difference', () => {
  expect(foldText('תֵּל־אָבִיב')).toBe('תל אביב')
  expect(foldText('רח״ש')).toBe(foldText('רחש'))
  expect(foldText('רמת גן')).toBe(foldText('רמת גנ'))
})

test.each([
  ['Avivv', ['aviv']],
  ['Rotshild', ['rothschild']],
  ['Rothshcild', ['rothschild']],
  ['Hiafa', ['haifa']],
  ['רוטשילדד', ['רוטשילד']],
  ['רוטשלד', ['רוטשילד']],
  ['ברוטשילד', ['רוטשילד']],
  ['בחיפה', ['חיפה']],
  ['telaviv', ['tel aviv']],
  ['תלאביב', ['תל אביב']],
])('%s is read as %j', (typed, words) => {
  expect(meant(typed)).toEqual(words)
})

test.each(['%s is read as nothing else', 'xyz', 'Berlin', 'Rothmans', '54', 'קצרין'])(
  '%s is taken for nothing else',
  (typed) => {
    expect(meant(typed)).toEqual([])
  },
)

test('two swapped letters are one error, and counting stops at too many', () => {
  expect(countErrors('haifa', 'hiafa', 2)).toBe(1)
  expect(countErrors('haifa', 'haifa', 2)).toBe(0)
  expect(countErrors('haifa', 'jerusalem', 2)).toBe(3)
})

test('a Hebrew word with a quotation mark stands for a city if it is an abbreviation of one', () => {
  expect(readPlace('ת״א')[0]).toContain('תל אביב')
  expect(readPlace('בראשל"צ')[0]).toContain(foldText('ראשון לציון'))
  expect(readPlace('צה״ל 4')).toEqual([['צהל'], ['4']])
})

test('words that occur in any street name are ignored, unless there are no others', () => {
  expect(withoutStreetWords(readPlace('רחוב רוטשילד'))).toEqual([['רוטשילד']])
  expect(withoutStreetWords(readPlace('Rothschild Ave.'))).toEqual([['rothschild']])
  expect(withoutStreetWords(readPlace('רחוב'))).toEqual([['רחוב']])
})
