import { CITIES as KNOWN_CITIES } from '@keyhour/contract/cities'

const APOSTROPHES = /['’‘ʼ`´′׳"“”״]/g
/** Accents, vowel points and direction marks. */
const MARKS = /[\p{M}\p{Cf}]/gu
const GAPS = /[\p{Pd}\s,./]+/gu
const FINAL_LETTERS: Record<string, string> = { ך: 'כ', ם: 'מ', ן: 'נ', ף: 'פ', ץ: 'צ' }

/** Folds case, accents, apostrophes, Hebrew final letters and gaps, so that spellings of the same words are equal. */
export const foldText = (text: string): string =>
  text
    .replace(APOSTROPHES, '')
    .normalize('NFKD')
    .replace(MARKS, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replace(/[ךםןףץ]/g, (letter) => FINAL_LETTERS[letter]!)
    .replace(GAPS, ' ')
    .trim()

/** Words by length. Also has two adjacent words written as one, such as `telaviv`, with the `phrase` they stand for. */
export type Vocabulary = Map<number, { word: string; phrase: string }[]>

const IS_WORD = /^\p{L}{2,}$/u

export function collectWords(texts: Iterable<string>): Vocabulary {
  const phrases = new Map<string, string>()
  for (const text of texts) {
    const words = text.split(' ')
    for (const [at, word] of words.entries()) {
      if (!IS_WORD.test(word)) continue
      phrases.set(word, word)
      const joined = word + (words[at + 1] ?? '')
      if (IS_WORD.test(joined) && !phrases.has(joined)) phrases.set(joined, `${word} ${words[at + 1]}`)
    }
  }
  const vocabulary: Vocabulary = new Map()
  for (const [word, phrase] of phrases) {
    const sameLength = vocabulary.get(word.length) ?? []
    sameLength.push({ word, phrase })
    vocabulary.set(word.length, sameLength)
  }
  return vocabulary
}

/** "In", "the", "to", "from", "and", "that": Hebrew writes them as the first letter of the next word. */
const HEBREW_PREFIX = /^[בהלמוש](?=\p{Script=Hebrew}{2})/u

/** The word itself, and the word without a Hebrew prefix. */
const formsOf = (word: string): string[] => [...new Set([word, word.replace(HEBREW_PREFIX, '')])]

const CITIES = [
  { short: ['ת״א', 'tlv'], names: ['תל אביב', 'tel aviv'] },
  { short: ['jlm'], names: ['ירושלים', 'jerusalem'] },
  { short: ['ב״ש'], names: ['באר שבע', 'beer sheva', 'beersheba'] },
  { short: ['פ״ת'], names: ['פתח תקווה', 'פתח תקוה', 'petah tikva', 'petach tikva'] },
  { short: ['ראשל״צ'], names: ['ראשון לציון', 'rishon lezion', 'rishon letzion'] },
  { short: ['ר״ג'], names: ['רמת גן', 'ramat gan'] },
  { short: ['ב״ב'], names: ['בני ברק', 'bnei brak'] },
  { short: ['כ״ס'], names: ['כפר סבא', 'kfar saba'] },
]

const SHORT_NAMES = new Map(
  CITIES.flatMap(({ short, names }) => short.map((name) => [foldText(name), names.map(foldText)] as const)),
)
/** A Hebrew word with a quotation mark in it is always an abbreviation. */
const IS_SHORTENED = /\p{Script=Hebrew}(["“”״]|['’׳]{2})\p{Script=Hebrew}+$/u
const namesFor = (word: string): string[] => formsOf(word).flatMap((form) => SHORT_NAMES.get(form) ?? [])

const CITY_NAMES = Object.values(KNOWN_CITIES).map(({ at, en, he }) => ({
  at,
  names: [` ${foldText(en)} `, ` ${foldText(he)} `],
}))

/** The city that a search names, in either language or by its short name. */
export function cityNamed(place: string): { at: readonly [number, number] } | undefined {
  const words = foldText(place).split(' ')
  const short = place
    .trim()
    .split(/[\s,]+/u)
    .flatMap((word) => namesFor(foldText(word)))
  const said = ` ${[words.join(' '), words.map((word) => formsOf(word).at(-1)).join(' '), ...short].join(' | ')} `
  return CITY_NAMES.find(({ names }) => names.some((name) => said.includes(name)))
}

/** For each word of the search, all the ways to write it. */
export function readPlace(place: string): string[][] {
  const groups = new Map<string, string[]>()
  for (const typed of place.trim().split(/[\s,]+/u)) {
    const word = foldText(typed)
    const names = IS_SHORTENED.test(typed) ? namesFor(word) : []
    if (names.length > 0) groups.set(typed, [...names, ` ${word} `])
    else for (const part of word.split(' ')) groups.set(part, [part])
  }
  return [...groups.values()]
}

const STREET_WORDS = new Set(
  [
    ...['רחוב', 'רח׳', 'שדרות', 'שדרת', 'שד׳', 'דרך', 'סמטת'],
    ...['street', 'st', 'avenue', 'ave', 'road', 'rd', 'boulevard', 'blvd'],
  ].map(foldText),
)

/** Drops words that occur in any street name, unless no others are left. */
export function withoutStreetWords(sought: string[][]): string[][] {
  const telling = sought.filter(([word]) => !formsOf(word!).some((form) => STREET_WORDS.has(form)))
  return telling.length > 0 && telling.length < sought.length ? telling : sought
}

/** Other forms of a word, without typing errors: abbreviations, Hebrew prefixes, two words written as one. */
export const sameWords = (vocabulary: Vocabulary, word: string): string[] => [
  ...namesFor(word),
  ...formsOf(word).flatMap((form) =>
    (vocabulary.get(form.length) ?? []).flatMap((known) => (known.word === form ? [known.phrase] : [])),
  ),
]

/** The known words with the fewest typing errors. Empty if all have too many. */
export function similarWords(vocabulary: Vocabulary, sought: string): string[] {
  let fewest = Number.POSITIVE_INFINITY
  let found = new Set<string>()
  for (const form of formsOf(sought)) {
    const most = mostErrors(form)
    for (let length = form.length - most; length <= form.length + most; length += 1)
      for (const { word, phrase } of vocabulary.get(length) ?? []) {
        const errors = countErrors(form, word, Math.min(most, fewest))
        if (errors > Math.min(most, fewest)) continue
        if (errors < fewest) found = new Set()
        fewest = errors
        found.add(phrase)
      }
  }
  return [...found]
}

const [SHORTEST_FORGIVEN, LONG] = [4, 8]

/** Short words are too similar to each other to allow an error. */
function mostErrors(word: string): number {
  if (word.length < SHORTEST_FORGIVEN || !IS_WORD.test(word)) return 0
  return word.length < LONG ? 1 : 2
}

/** Missing, extra, wrong and swapped letters. Stops counting above `most`. */
export function countErrors(a: string, b: string, most: number): number {
  let [before, last] = [[] as number[], Array.from({ length: b.length + 1 }, (_, at) => at)]
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const isSame = a[i - 1] === b[j - 1]
      row[j] = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (isSame ? 0 : 1))
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      if (isSwapped) row[j] = Math.min(row[j]!, before[j - 2]! + 1)
    }
    if (Math.min(...row) > most) return most + 1
    ;[before, last] = [last, row]
  }
  return last[b.length]!
}
