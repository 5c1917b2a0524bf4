import { type RentType, SpaceType } from '@keyhour/contract/offices'
import { pictureAddress } from '@keyhour/contract/picture-address'
import {
  Amenity,
  type FoundOffice,
  type FoundSpaces,
  OFFICES_ON_MAP,
  type Space,
  type SpaceSort,
} from '@keyhour/contract/spaces'
import { basePriceOf, isOnOffer } from '#server/features/orders/rules.ts'
import { type Hours, MINUTE, type Span } from '#server/time/opening-hours.ts'

/** A space as it can be found, with the units that are taken when it is booked. */
export type Offer = Omit<Space, 'free' | 'distance_km'> &
  Hours & { cleaning_buffer_minutes: number; units: number[]; folded: Folded }

/** What is looked for in it, folded once. */
type Folded = Record<'name' | 'office_name' | 'address', string>

/** Those of one office. */
export type OfferedOffice = { office_id: number; offers: Offer[] }

type Rented = Pick<Offer, 'rent_type' | 'price_per_hour' | 'price_per_day' | 'picture'>
type SubOfficeRow = Rented &
  Pick<Offer, 'name' | 'type' | 'capacity'> & { id: number; amenities: { screen: boolean } }
type OfficeRow = Rented &
  Hours &
  Pick<Offer, 'name' | 'address' | 'lat' | 'lon' | 'currency' | 'cleaning_buffer_minutes'> &
  Pick<Offer, 'coming_soon' | 'temporarily_closed'> & {
    id: number
    capacity: number | null
    amenities: Partial<Record<Amenity, boolean>>
  }

/** A sub-office, or an office that has none and is rented whole. */
export function offerOf(office: OfficeRow, part: SubOfficeRow | null, units: number[]): Offer | undefined {
  const rented = part ?? office
  const { coming_soon } = office
  if (!isOnOffer({ ...rented, sub_office_id: part?.id ?? null, coming_soon })) return undefined
  const there: Partial<Record<Amenity, boolean>> = { ...office.amenities, ...part?.amenities }
  return {
    office_id: office.id,
    sub_office_id: part?.id ?? null,
    office_name: office.name,
    name: rented.name,
    address: office.address,
    type: part?.type ?? 'office',
    rent_type: rented.rent_type,
    capacity: rented.capacity ?? 1,
    lat: office.lat,
    lon: office.lon,
    time_zone: office.time_zone,
    open_hours: office.open_hours,
    close_hours: office.close_hours,
    cleaning_buffer_minutes: office.cleaning_buffer_minutes,
    currency: office.currency,
    price_per_hour: rented.price_per_hour,
    price_per_day: rented.price_per_day,
    picture: part?.picture
      ? pictureAddress('sub_office', part.picture)
      : office.picture && pictureAddress('office', office.picture),
    amenities: Amenity.options.filter((amenity) => there[amenity]),
    coming_soon,
    temporarily_closed: office.temporarily_closed,
    units,
    folded: {
      name: foldText(rented.name),
      office_name: foldText(office.name),
      address: foldText(office.address),
    },
  }
}

const APOSTROPHES = /['’‘ʼ`´′׳"“”״]/g
/** Accents, vowel points, and signs that only tell which way to read. */
const MARKS = /[\p{M}\p{Cf}]/gu
const GAPS = /[\p{Pd}\s,./]+/gu

/** Two ways to type the same words become one: of case, accents, apostrophes, and what stands between the words. */
const foldText = (text: string): string =>
  text
    .replace(APOSTROPHES, '')
    .normalize('NFKD')
    .replace(MARKS, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replace(GAPS, ' ')
    .trim()

/** Spaces of offices with these hours that are rented in this way, and the longest time that one needs to be clean again. */
export type Schedule = Hours & { rent_type: RentType; cleaning_ms: number }

/** Everything on offer, laid out so that a search runs along columns of numbers instead of from object to object. */
export type Board = {
  /** By the name of the office, then by their own: those of one office stand together. */
  offers: Offer[]
  /** Of each offer: which of `SpaceType`, and which of `Amenity`, one bit for each. */
  types: Uint8Array
  amenities: Uint8Array
  prices: Int32Array
  capacities: Int32Array
  /** How many could be taken; none while the office is closed or not open yet. */
  units: Int32Array
  /** Of each offer, which of the schedules and offices below is its own. */
  scheduleOf: Int32Array
  officeOf: Int32Array
  schedules: Schedule[]
  /** Its offers go from `first` up to, not including, `end`. A place is looked for in its `words` and their `names`. */
  offices: (Position & { words: string; names: string; first: number; end: number })[]
  /** Of each unit, where it stands in `offerOf`, which says which of the offers it belongs to. */
  placeOfUnit: Map<number, number>
  offerOf: Int32Array
  /** The offers in each order that somebody has asked for so far. */
  sorted: Map<string, Int32Array>
}

type Position = { lat: number; lon: number }

export function layOut(places: Iterable<OfferedOffice>): Board {
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
    offerOf: Int32Array.from(offers.flatMap(({ units }, at) => units.map(() => at))),
    sorted: new Map(),
  }
  for (const [at, { office_id, folded, lat, lon }] of offers.entries()) {
    const words = `${folded.office_name} ${folded.address}`
    if (office_id !== offers[at - 1]?.office_id)
      board.offices.push({ lat, lon, words, names: '', first: at, end: at })
    const office = board.offices.at(-1)!
    office.end = at + 1
    office.names += `${folded.name} `
    board.officeOf[at] = board.offices.length - 1
  }
  return board
}

const isOpen = ({ coming_soon, temporarily_closed }: Offer): boolean => !coming_soon && !temporarily_closed

const inNameOrder = (offers: Offer[]): Offer[] =>
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

/** Which of those known so far an offer has; it is added to them. */
function scheduleOf(known: Map<string, Schedule & { at: number }>, offer: Offer): number {
  const { time_zone, open_hours, close_hours, rent_type } = offer
  const key = `${time_zone} ${open_hours} ${close_hours} ${rent_type}`
  const fresh = { time_zone, open_hours, close_hours, rent_type, cleaning_ms: 0, at: known.size }
  const schedule = known.get(key) ?? fresh
  schedule.cleaning_ms = Math.max(schedule.cleaning_ms, cleaningOf(offer))
  known.set(key, schedule)
  return schedule.at
}

const cleaningOf = ({ cleaning_buffer_minutes }: Offer): number => cleaning_buffer_minutes * MINUTE

/** Units, and from when to when each is taken, in columns. */
export type Taken = Record<'units' | 'from' | 'to', Float64Array>

/**
 * How many units of each offer nothing takes. `windows` says for each schedule when its spaces would be taken; undefined
 * is a time at which they cannot be booked.
 */
export function countFree(board: Board, windows: (Span | undefined)[], taken: Taken): Int32Array {
  const { offers, scheduleOf, placeOfUnit, offerOf } = board
  const free = board.units.slice()
  for (let at = 0; at < free.length; at += 1) if (!windows[scheduleOf[at]!]) free[at] = 0
  const isCounted = new Uint8Array(offerOf.length)
  for (let row = 0; row < taken.units.length; row += 1) {
    const place = placeOfUnit.get(taken.units[row]!)
    if (place === undefined || isCounted[place]) continue
    const at = offerOf[place]!
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
export type Wish = {
  type?: SpaceType | undefined
  people?: number | undefined
  max_price?: number | undefined
  amenities: Amenity[]
  place: string
  /** Where the visitor is. */
  near?: Position | undefined
  sort: SpaceSort
  direction: 'asc' | 'desc'
  page: number
  page_size: number
}

/** Looks at every offer once, in the order of the results; without `free`, no time was asked for. */
export function findOffers(board: Board, wish: Wish, free?: Int32Array): FoundSpaces {
  const { near, page, page_size } = wish
  const distances = near && board.offices.map((office) => kmBetween(near, office))
  const type = wish.type === undefined ? -1 : SpaceType.options.indexOf(wish.type)
  const ofTypes = new Int32Array(SpaceType.options.length)
  const ofAmenities = new Int32Array(1 << Amenity.options.length)
  const ofOffices = new Int32Array(board.offices.length)
  const onMap: number[] = []
  const onPage: number[] = []
  const isWanted = wanted(board, wish, free)
  const order = inOrder(board, wish, distances)
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
    total,
    spaces: onPage.map((at) => ({
      ...board.offers[at]!,
      free: free?.[at] ?? null,
      distance_km: distances?.[board.officeOf[at]!] ?? null,
    })),
    offices: onMap.map((office) => foundOffice(board, office, ofOffices[office]!)),
    counts: { types: named(SpaceType.options, (_, at) => ofTypes[at]!), amenities: facets(ofAmenities) },
  }
}

function foundOffice({ offers, offices }: Board, office: number, spaces: number): FoundOffice {
  const { office_id, office_name, lat, lon } = offers[offices[office]!.first]!
  return { office_id, name: office_name, lat, lon, spaces }
}

const named = <K extends string>(keys: readonly K[], count: (key: K, at: number) => number) =>
  Object.fromEntries(keys.map((key, at) => [key, count(key, at)])) as Record<K, number>

/** How many have an amenity, of the numbers of those that have just these. */
const facets = (ofAmenities: Int32Array): Record<Amenity, number> =>
  named(Amenity.options, (amenity) =>
    ofAmenities.reduce((sum, count, bits) => (bits & bitOf(amenity) ? sum + count : sum), 0),
  )

const OPEN_SPACE = SpaceType.options.indexOf('open_space')

/** Whether an offer is what is wanted, but for its type. */
function wanted(board: Board, wish: Wish, free?: Int32Array): (at: number) => boolean {
  const { types, amenities, prices, capacities } = board
  const { people = 1, max_price = Number.POSITIVE_INFINITY } = wish
  const bits = bitsOf(wish.amenities)
  const isThere = findPlace(board, wish.place)
  return (at) =>
    capacities[at]! >= people &&
    prices[at]! <= max_price &&
    (amenities[at]! & bits) === bits &&
    (free === undefined || free[at]! >= (types[at] === OPEN_SPACE ? people : 1)) &&
    isThere[at] === 1
}

/** Of each offer, whether all the words are there: what its office does not say has to be in its own name. */
function findPlace({ offers, offices }: Board, place: string): Uint8Array {
  const isThere = new Uint8Array(offers.length)
  const sought = [...new Set(foldText(place).split(' '))]
  for (const { words, names, first, end } of offices) {
    const unsaid = sought.filter((word) => !words.includes(word))
    if (unsaid.length === 0) isThere.fill(1, first, end)
    else if (unsaid.every((word) => names.includes(word)))
      for (let at = first; at < end; at += 1)
        if (unsaid.every((word) => offers[at]!.folded.name.includes(word))) isThere[at] = 1
  }
  return isThere
}

/** What cannot be booked comes last; among equals, by office. Only by distance is the order another for each visitor. */
function inOrder(board: Board, { sort, direction }: Wish, distances: number[] = []): Int32Array {
  if (sort === 'distance') return nearestFirst(board, distances, direction)
  const name = `${sort} ${direction}`
  const known = board.sorted.get(name) ?? Int32Array.from(sortedBy(board.offers, KEYS[sort], direction))
  board.sorted.set(name, known)
  return known
}

const KEYS: Record<Exclude<SpaceSort, 'distance'>, (offer: Offer) => string | number> = {
  name: ({ folded }) => `${folded.name}\n${folded.office_name}`,
  price: basePriceOf,
  capacity: ({ capacity }) => capacity,
}

/** Where each stands, in the order of their keys. */
function sortedBy(
  offers: Offer[],
  keyOf: (offer: Offer, at: number) => string | number,
  direction: Wish['direction'],
): number[] {
  const sign = direction === 'asc' ? 1 : -1
  const rows = offers.map((offer, at) => ({ at, isLast: isOpen(offer) ? 0 : 1, key: keyOf(offer, at) }))
  rows.sort((a, b) => a.isLast - b.isLast || sign * compare(a.key, b.key) || a.at - b.at)
  return rows.map(({ at }) => at)
}

/** Offices are far fewer than what they offer. */
function nearestFirst(board: Board, distances: number[], direction: Wish['direction']): Int32Array {
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
