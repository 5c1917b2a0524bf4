import type { Hours } from '@keyhour/contract/office-clock'
import { type RentType, SpaceType } from '@keyhour/contract/offices'
import type { Language } from '@keyhour/contract/primitives'
import {
  Amenity,
  type FoundOffice,
  type FoundSpaces,
  OFFICES_ON_MAP,
  type SpaceSort,
} from '@keyhour/contract/spaces'
import { basePriceOf } from '#server/features/availability/rules.ts'
import type { ListedOffice, ListedSpace } from '#server/features/spaces/listed-space-rules.ts'
import {
  collectWords,
  readPlace,
  sameWords,
  similarWords,
  type Vocabulary,
  withoutStreetWords,
} from '#server/features/spaces/place-words.ts'
import { MINUTE, type Span } from '#server/time/opening-hours.ts'

/** Opening hours and rent type that several spaces share, with their longest cleaning time. */
export type Schedule = Hours & { rent_type: RentType; cleaning_ms: number }

/** Per schedule, the span that a stay would take, or undefined. `during` is what they take together, for PostgreSQL. */
export type Windows = { spans: (Span | undefined)[]; during: string }

/** All offers in columns of numbers, so that a search reads typed arrays instead of objects. */
export type Board = {
  /** Sorted by office name, then space name: the offers of an office are adjacent. */
  offers: ListedSpace[]
  /** Per offer: the index in `SpaceType`, and one bit for each `Amenity`. */
  types: Uint8Array
  amenities: Uint8Array
  prices: Int32Array
  capacities: Int32Array
  /** 0 while the office is temporarily closed or coming soon. */
  units: Int32Array
  /** Per offer: indexes into `schedules` and `offices`. */
  scheduleOf: Int32Array
  officeOf: Int32Array
  schedules: Schedule[]
  /** Its offers are `first` up to, not including, `end`. `names` joins the names of its spaces. */
  offices: (Position & { words: string; names: string; first: number; end: number })[]
  /** From a unit id to an index into `toListedSpace`, which has the index of the offer. */
  placeOfUnit: Map<number, number>
  toListedSpace: Int32Array
  /** Orders of the offers that were asked for so far. */
  sorted: Map<string, Int32Array>
  /** For each time that was asked for so far. */
  windows: Map<string, Windows>
  /** 1 for each offer. */
  everywhere: Uint8Array
  /** Built when a word is not found for the first time. */
  vocabulary?: Vocabulary
}

type Position = { lat: number; lon: number }

export function layOut(places: Iterable<ListedOffice>): Board {
  const offers = inNameOrder([...places].flatMap((place) => place.offers))
  const schedules = new Map<string, Schedule & { at: number }>()
  const board: Board = {
    offers,
    types: Uint8Array.from(offers, ({ type }) => SpaceType.options.indexOf(type)),
    amenities: Uint8Array.from(offers, ({ amenities }) => bitsOf(amenities)),
    prices: Int32Array.from(offers, basePriceOf),
    capacities: Int32Array.from(offers, ({ capacity }) => capacity),
    units: Int32Array.from(offers, (offer) => (isOpen(offer) ? offer.units.length : 0)),
    scheduleOf: Int32Array.from(offers, (offer) => scheduleOf(schedules, offer)),
    officeOf: new Int32Array(offers.length),
    schedules: [...schedules.values()],
    offices: [],
    placeOfUnit: new Map(offers.flatMap(({ units }) => units).map((unit, place) => [unit, place])),
    toListedSpace: Int32Array.from(offers.flatMap(({ units }, at) => units.map(() => at))),
    sorted: new Map(),
    windows: new Map(),
    everywhere: new Uint8Array(offers.length).fill(1),
  }
  for (const [at, { office_id, folded, lat, lon }] of offers.entries()) {
    if (office_id !== offers[at - 1]?.office_id)
      board.offices.push({ lat, lon, words: folded.office_words, names: '', first: at, end: at })
    const office = board.offices.at(-1)!
    office.end = at + 1
    office.names += folded.words
    board.officeOf[at] = board.offices.length - 1
  }
  return board
}

const isOpen = ({ coming_soon, temporarily_closed }: ListedSpace): boolean =>
  !coming_soon && !temporarily_closed

const inNameOrder = (offers: ListedSpace[]): ListedSpace[] =>
  offers.toSorted(
    (a, b) =>
      compare(a.folded.office_name, b.folded.office_name) ||
      a.office_id - b.office_id ||
      compare(a.folded.name, b.folded.name) ||
      (a.sub_office_id ?? 0) - (b.sub_office_id ?? 0),
  )

const compare = <T extends string | number>(a: T, b: T): number => (a < b ? -1 : a > b ? 1 : 0)

const bitOf = (amenity: Amenity): number => 1 << Amenity.options.indexOf(amenity)
const bitsOf = (amenities: Amenity[]): number => amenities.reduce((bits, amenity) => bits | bitOf(amenity), 0)

/** The index of the offer's schedule, which is added if it is new. */
function scheduleOf(known: Map<string, Schedule & { at: number }>, offer: ListedSpace): number {
  const { time_zone, open_hours, close_hours, rent_type } = offer
  const key = `${time_zone} ${open_hours} ${close_hours} ${rent_type}`
  const fresh = { time_zone, open_hours, close_hours, rent_type, cleaning_ms: 0, at: known.size }
  const schedule = known.get(key) ?? fresh
  schedule.cleaning_ms = Math.max(schedule.cleaning_ms, cleaningOf(offer))
  known.set(key, schedule)
  return schedule.at
}

const cleaningOf = ({ cleaning_buffer_minutes }: ListedSpace): number => cleaning_buffer_minutes * MINUTE

/** Occupancy in columns. */
export type TakenTimes = Record<'units' | 'from' | 'to', Float64Array>

/**
 * How many units of each offer are free. `windows` has the span to check for each schedule; undefined if a stay cannot be
 * booked then.
 */
export function countFreeUnits(board: Board, windows: (Span | undefined)[], taken: TakenTimes): Int32Array {
  const { offers, scheduleOf, placeOfUnit, toListedSpace } = board
  const free = board.units.slice()
  for (let at = 0; at < free.length; at += 1) if (!windows[scheduleOf[at]!]) free[at] = 0
  const isCounted = new Uint8Array(toListedSpace.length)
  for (let row = 0; row < taken.units.length; row += 1) {
    const place = placeOfUnit.get(taken.units[row]!)
    if (place === undefined || isCounted[place]) continue
    const at = toListedSpace[place]!
    if (free[at] === 0) continue
    const { from, to } = windows[scheduleOf[at]!]!
    const overlaps = taken.from[row]! < to + cleaningOf(offers[at]!) && from < taken.to[row]!
    if (!overlaps) continue
    isCounted[place] = 1
    free[at]! -= 1
  }
  return free
}

/** Prices are in minor units. */
export type SpaceFilter = {
  type?: SpaceType | undefined
  people?: number | undefined
  max_price?: number | undefined
  amenities: Amenity[]
  place: string
  near?: Position | undefined
  sort: SpaceSort
  direction: 'asc' | 'desc'
  /** Which names to sort by. */
  language: Language
  page: number
  page_size: number
}

/** What a search found, by index. `free` is undefined without a time, `distances` without a position. */
export type Finding = {
  board: Board
  total: number
  similar: boolean
  /** Offers on the page, and offices on the map with the number of their offers. */
  onPage: number[]
  onMap: { office: number; spaces: number }[]
  counts: FoundSpaces['counts']
  free: Int32Array | undefined
  distances: number[] | undefined
}

/** One pass over all offers, in result order. */
export function findOffers(board: Board, filter: SpaceFilter, free?: Int32Array): Finding {
  const { near, page, page_size } = filter
  const distances = near && board.offices.map((office) => kmBetween(near, office))
  const type = filter.type === undefined ? -1 : SpaceType.options.indexOf(filter.type)
  const ofTypes = new Int32Array(SpaceType.options.length)
  const ofAmenities = new Int32Array(1 << Amenity.options.length)
  const ofOffices = new Int32Array(board.offices.length)
  const onMap: number[] = []
  const onPage: number[] = []
  const { isThere, similar } = findPlace(board, filter.place)
  const isWanted = wanted(board, filter, isThere, free)
  const order = inOrder(board, filter, distances)
  let total = 0
  for (let place = 0; place < order.length; place += 1) {
    const at = order[place]!
    if (!isWanted(at)) continue
    ofTypes[board.types[at]!]! += 1
    if (type !== -1 && board.types[at] !== type) continue
    ofAmenities[board.amenities[at]!]! += 1
    const office = board.officeOf[at]!
    if (ofOffices[office] === 0 && onMap.length < OFFICES_ON_MAP) onMap.push(office)
    ofOffices[office]! += 1
    if (total >= (page - 1) * page_size && onPage.length < page_size) onPage.push(at)
    total += 1
  }
  return {
    board,
    total,
    similar,
    onPage,
    onMap: onMap.map((office) => ({ office, spaces: ofOffices[office]! })),
    counts: { types: named(SpaceType.options, (_, at) => ofTypes[at]!), amenities: facets(ofAmenities) },
    free,
    distances,
  }
}

export function describeFinding(finding: Finding): FoundSpaces {
  const { board, total, similar, onPage, onMap, counts } = finding
  return {
    total,
    similar,
    spaces: onPage.map((at) => ({ ...board.offers[at]!, ...circumstancesOf(finding, at) })),
    offices: onMap.map(({ office, spaces }) => foundOffice(board, office, spaces)),
    counts,
  }
}

/** What differs between searches. */
export const circumstancesOf = ({ board, free, distances }: Finding, at: number) => ({
  free: free?.[at] ?? null,
  distance_km: distances?.[board.officeOf[at]!] ?? null,
})

export function foundOffice({ offers, offices }: Board, office: number, spaces: number): FoundOffice {
  const { office_id, office_name, office_name_he, lat, lon } = offers[offices[office]!.first]!
  return { office_id, name: office_name, name_he: office_name_he, lat, lon, spaces }
}

const named = <K extends string>(keys: readonly K[], count: (key: K, at: number) => number) =>
  Object.fromEntries(keys.map((key, at) => [key, count(key, at)])) as Record<K, number>

/** How many offers have each amenity, counted by their combination of amenities. */
function facets(ofAmenities: Int32Array): Record<Amenity, number> {
  const sums = new Int32Array(Amenity.options.length)
  for (let bits = 1; bits < ofAmenities.length; bits += 1) {
    const count = ofAmenities[bits]!
    for (let at = 0; count > 0 && at < sums.length; at += 1) if (bits & (1 << at)) sums[at]! += count
  }
  return named(Amenity.options, (_, at) => sums[at]!)
}

const OPEN_SPACE = SpaceType.options.indexOf('open_space')

/** Whether an offer passes all filters except the type. */
function wanted(
  board: Board,
  filter: SpaceFilter,
  isThere: Uint8Array,
  free?: Int32Array,
): (at: number) => boolean {
  const { types, amenities, prices, capacities } = board
  const { people = 1, max_price = Number.POSITIVE_INFINITY } = filter
  const bits = bitsOf(filter.amenities)
  return (at) =>
    capacities[at]! >= people &&
    prices[at]! <= max_price &&
    (amenities[at]! & bits) === bits &&
    (free === undefined || free[at]! >= (types[at] === OPEN_SPACE ? people : 1)) &&
    isThere[at] === 1
}

/**
 * Per offer, whether it matches the place: by the words as typed, else by other forms of them, else without words like
 * "street". If nothing matches, offers with similar names.
 */
function findPlace(board: Board, place: string): { isThere: Uint8Array; similar: boolean } {
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

/** Offers that cannot be booked come last. Only the order by distance differs between visitors, so it is not kept. */
function inOrder(
  board: Board,
  { sort, direction, language }: SpaceFilter,
  distances: number[] = [],
): Int32Array {
  if (sort === 'distance') return nearestFirst(board, distances, direction)
  const key = sort === 'name' && language === 'he' ? 'name_he' : sort
  const name = `${key} ${direction}`
  const known = board.sorted.get(name) ?? Int32Array.from(sortedBy(board.offers, KEYS[key], direction))
  board.sorted.set(name, known)
  return known
}

const KEYS: Record<Exclude<SpaceSort, 'distance'> | 'name_he', (offer: ListedSpace) => string | number> = {
  name: ({ folded }) => `${folded.name}\n${folded.office_name}`,
  name_he: ({ folded }) => `${folded.name_he}\n${folded.office_name_he}`,
  price: basePriceOf,
  capacity: ({ capacity }) => capacity,
}

/** Indexes of the offers, sorted by key. */
function sortedBy(
  offers: ListedSpace[],
  keyOf: (offer: ListedSpace, at: number) => string | number,
  direction: SpaceFilter['direction'],
): number[] {
  const sign = direction === 'asc' ? 1 : -1
  const rows = offers.map((offer, at) => ({ at, isLast: isOpen(offer) ? 0 : 1, key: keyOf(offer, at) }))
  rows.sort((a, b) => a.isLast - b.isLast || sign * compare(a.key, b.key) || a.at - b.at)
  return rows.map(({ at }) => at)
}

/** There are far fewer offices than offers. */
function nearestFirst(board: Board, distances: number[], direction: SpaceFilter['direction']): Int32Array {
  const order = new Int32Array(board.offers.length)
  let place = 0
  const firsts = board.offices.map(({ first }) => board.offers[first]!)
  for (const office of sortedBy(firsts, (_, at) => distances[at]!, direction)) {
    const { first, end } = board.offices[office]!
    for (let at = first; at < end; at += 1) order[place++] = at
  }
  return order
}

const EARTH_KM = 6371
const radians = (degrees: number): number => (degrees * Math.PI) / 180

/** As the crow flies. */
function kmBetween(a: Position, b: Position): number {
  const half = (from: number, to: number) => Math.sin(radians(to - from) / 2) ** 2
  const chord = half(a.lat, b.lat) + Math.cos(radians(a.lat)) * Math.cos(radians(b.lat)) * half(a.lon, b.lon)
  return 2 * EARTH_KM * Math.asin(Math.sqrt(Math.min(1, chord)))
}
