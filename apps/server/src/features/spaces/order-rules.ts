import { Currency, type Language } from '@keyhour/contract/primitives'
import type { SpaceSort } from '@keyhour/contract/spaces'
import type { ListedSpace } from '#server/features/spaces/listed-space-rules.ts'
import { type Board, compare, isOpen, type Position, shownPrice } from '#server/features/spaces/rules.ts'

export type Ordering = {
  sort: SpaceSort
  direction: 'asc' | 'desc'
  /** By price, those in this currency come first: prices are compared only within a currency. */
  currency: Currency
  /** Which names to sort by. */
  language: Language
}

/** What differs between visitors, by index. `isFree` says which offers come first in the best order. */
type Circumstances = {
  distances: number[] | undefined
  /** Far, where no distance is known. By office. */
  isElsewhere?: ((office: number) => boolean) | undefined
  isThere: Uint8Array
  isFree?: ((at: number) => boolean) | undefined
}

/** Offers that cannot be booked come last. Orders that are the same for everybody are kept. */
export function inOrder(board: Board, ordering: Ordering, circumstances: Circumstances): Int32Array {
  const { sort, direction, currency, language } = ordering
  const { distances = [] } = circumstances
  if (sort === 'distance') return nearestFirst(board, distances, direction)
  if (sort === 'best') return bestFirst(board, circumstances)
  const key = sort === 'name' && language === 'he' ? 'name_he' : sort
  const name = key === 'price' ? `${key} ${direction} ${currency}` : `${key} ${direction}`
  const groupOf = key === 'price' ? currencyFirst(currency) : undefined
  const known =
    board.sorted.get(name) ?? Int32Array.from(sortedBy(board.offers, KEYS[key], direction, groupOf))
  board.sorted.set(name, known)
  return known
}

const KEYS: Record<
  Exclude<SpaceSort, 'best' | 'distance'> | 'name_he',
  (offer: ListedSpace) => string | number
> = {
  name: ({ folded }) => `${folded.name}\n${folded.office_name}`,
  name_he: ({ folded }) => `${folded.name_he}\n${folded.office_name_he}`,
  price: shownPrice,
  capacity: ({ capacity }) => capacity,
}

/** The other currencies follow one after another. */
const currencyFirst =
  (first: Currency) =>
  ({ currency }: ListedSpace): number =>
    currency === first ? -1 : Currency.options.indexOf(currency)

/** Indexes of the offers, sorted by group and key. */
function sortedBy(
  offers: ListedSpace[],
  keyOf: (offer: ListedSpace, at: number) => string | number,
  direction: Ordering['direction'],
  groupOf: (offer: ListedSpace) => number = () => 0,
): number[] {
  const sign = direction === 'asc' ? 1 : -1
  const rows = offers.map((offer, at) => ({
    at,
    isLast: isOpen(offer) ? 0 : 1,
    group: groupOf(offer),
    key: keyOf(offer, at),
  }))
  rows.sort((a, b) => a.isLast - b.isLast || a.group - b.group || sign * compare(a.key, b.key) || a.at - b.at)
  return rows.map(({ at }) => at)
}

/** There are far fewer offices than offers. */
function nearestFirst(board: Board, distances: number[], direction: Ordering['direction']): Int32Array {
  const order = new Int32Array(board.offers.length)
  let place = 0
  const firsts = board.offices.map(({ first }) => board.offers[first]!)
  for (const office of sortedBy(firsts, (_, at) => distances[at]!, direction)) {
    const { first, end } = board.offices[office]!
    for (let at = first; at < end; at += 1) order[place++] = at
  }
  return order
}

/** Further away is not near: free there is no better than not free here. */
const NEAR_KM = 50

/** Near before far, there what is free before what is not, and then the nearest, or by name where nothing is known. */
function bestFirst(
  { offers, offices, officeOf }: Board,
  { distances, isElsewhere, isThere, isFree }: Circumstances,
): Int32Array {
  const known = offices.map((_, at) => at).filter((at) => hasAny(isThere, offices[at]!))
  if (distances) known.sort((a, b) => distances[a]! - distances[b]! || a - b)
  const rankOf = (at: number): number => {
    if (!isOpen(offers[at]!)) return 4
    const office = officeOf[at]!
    const isFar = distances ? distances[office]! > NEAR_KM : isElsewhere?.(office)
    return (isFar ? 2 : 0) + (isFree && !isFree(at) ? 1 : 0)
  }
  return inRanks(
    known.map((office) => offices[office]!),
    rankOf,
  )
}

function hasAny(isThere: Uint8Array, { first, end }: Board['offices'][number]): boolean {
  for (let at = first; at < end; at += 1) if (isThere[at] === 1) return true
  return false
}

const RANKS = 5

/** The offers of these offices, rank by rank, without arrays in between: this is most of a search. */
function inRanks(offices: Board['offices'], rankOf: (at: number) => number): Int32Array {
  const places = new Int32Array(RANKS + 1)
  for (const { first, end } of offices) for (let at = first; at < end; at += 1) places[rankOf(at) + 1]! += 1
  for (let rank = 1; rank <= RANKS; rank += 1) places[rank]! += places[rank - 1]!
  const order = new Int32Array(places[RANKS]!)
  for (const { first, end } of offices)
    for (let at = first; at < end; at += 1) order[places[rankOf(at)]!++] = at
  return order
}

const EARTH_KM = 6371
const radians = (degrees: number): number => (degrees * Math.PI) / 180

/** As the crow flies. */
export function kmBetween(a: Position, b: Position): number {
  const half = (from: number, to: number) => Math.sin(radians(to - from) / 2) ** 2
  const chord = half(a.lat, b.lat) + Math.cos(radians(a.lat)) * Math.cos(radians(b.lat)) * half(a.lon, b.lon)
  return 2 * EARTH_KM * Math.asin(Math.sqrt(Math.min(1, chord)))
}
