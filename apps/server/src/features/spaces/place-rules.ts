import { kmBetween } from '#server/features/spaces/order-rules.ts'
import {
  cityNamed,
  collectWords,
  readPlace,
  sameWords,
  similarWords,
  type Vocabulary,
  withoutStreetWords,
} from '#server/features/spaces/place-words.ts'
import type { Board, Position } from '#server/features/spaces/rules.ts'

/**
 * Per offer, whether it matches the place: by the words as typed, else by other forms of them, else without words like
 * "street". If nothing matches, offers with similar names.
 */
export function matchPlace(board: Board, place: string): { isThere: Uint8Array; similar: boolean } {
  if (place === '') return { isThere: board.everywhere, similar: false }
  const sought = readPlace(place)
  const literal = markPlaces(board, sought)
  if (literal.includes(1)) return { isThere: literal, similar: false }
  const vocabulary = vocabularyOf(board)
  const said = sought.map((group) => [...group, ...group.flatMap((word) => sameWords(vocabulary, word))])
  const telling = withoutStreetWords(said)
  for (const groups of new Set([said, telling])) {
    const isThere = markPlaces(board, groups)
    if (isThere.includes(1)) return { isThere, similar: false }
  }
  const meant = telling.map((group) =>
    group.some((word) => isKnown(board, word)) ? group : similarWords(vocabulary, group[0]!),
  )
  if (meant.some((words) => words.length === 0)) return { isThere: literal, similar: false }
  const alike = markPlaces(board, meant)
  return { isThere: alike, similar: alike.includes(1) }
}

/** Per offer, whether it has a word of each group. The name of a space has to contain what its office does not. */
function markPlaces({ offers, offices }: Board, sought: string[][]): Uint8Array {
  const isThere = new Uint8Array(offers.length)
  const has = (text: string, group: string[]) => group.some((word) => text.includes(word))
  for (const { words, names, first, end } of offices) {
    const unsaid = sought.filter((group) => !has(words, group))
    if (unsaid.length === 0) isThere.fill(1, first, end)
    else if (unsaid.every((group) => has(names, group)))
      for (let at = first; at < end; at += 1)
        if (unsaid.every((group) => has(offers[at]!.folded.words, group))) isThere[at] = 1
  }
  return isThere
}

const isKnown = ({ offices }: Board, word: string): boolean =>
  offices.some(({ words, names }) => words.includes(word) || names.includes(word))

function vocabularyOf(board: Board): Vocabulary {
  board.vocabulary ??= collectWords(board.offices.flatMap(({ words, names }) => [words, names]))
  return board.vocabulary
}

/** Offices this far apart are not at one place. */
const ONE_PLACE_KM = 30

/** The middle of the city that is named, else of the offices found. Undefined if those are far apart. */
export function centreOf(board: Board, place: string, isThere: Uint8Array): Position | undefined {
  if (place === '') return undefined
  const city = cityNamed(place)
  if (city) return { lat: city.at[0], lon: city.at[1] }
  const found = board.offices.filter(({ first, end }) => isThere.subarray(first, end).includes(1))
  const mean = (degrees: (office: Position) => number) =>
    found.reduce((sum, office) => sum + degrees(office), 0) / found.length
  const centre = { lat: mean(({ lat }) => lat), lon: mean(({ lon }) => lon) }
  const isOnePlace = found.every((office) => kmBetween(centre, office) <= ONE_PLACE_KM)
  return found.length > 0 && isOnePlace ? centre : undefined
}
