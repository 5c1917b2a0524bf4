import { RentType, SpaceType } from '@keyhour/contract/offices'
import { Currency } from '@keyhour/contract/primitives'
import {
  Amenity,
  type FoundOffice,
  type FoundSpaces,
  OFFICES_ON_MAP,
  type WaysOut,
} from '@keyhour/contract/spaces'
import { inOrder, kmBetween, type Ordering } from '#server/features/spaces/order-rules.ts'
import { centreOf, matchPlace } from '#server/features/spaces/place-rules.ts'
import { type Board, bitsOf, type Position } from '#server/features/spaces/rules.ts'

/** Prices are in minor units. */
export type SpaceFilter = Ordering & {
  type?: SpaceType | undefined
  people?: number | undefined
  /** Limits only prices in `currency`: all others are left out. */
  max_price?: number | undefined
  amenities: Amenity[]
  place: string
  near?: Position | undefined
  /** Of the visitor's device. */
  zone?: string | undefined
  /** Only these offices. */
  office_ids?: number[] | undefined
  page: number
  page_size: number
}

/** How many units of each offer are free: at the time that is asked for, or for the next hour. */
export type FreeUnits = { then?: Int32Array | undefined; now?: Int32Array | undefined }

/** An office on the map: how many of its offers were found, the first of them, and the lowest price. */
type OfficeOnMap = { office: number; spaces: number; first: number; price: number; per: RentType }

/** What a search found, by index. `free` is undefined without a time, `distances` without a position. */
export type Finding = {
  board: Board
  total: number
  similar: boolean
  /** Offers on the page, and offices on the map with the number of their offers. */
  onPage: number[]
  onMap: OfficeOnMap[]
  counts: FoundSpaces['counts']
  /** Where the best order begins. */
  near: FoundSpaces['near']
  free: Int32Array | undefined
  isFreeNow: ((at: number) => boolean) | undefined
  distances: number[] | undefined
  waysOut?: WaysOut
}

/** One pass over all offers, in result order. */
export function findOffers(board: Board, filter: SpaceFilter, free: FreeUnits = {}): Finding {
  const { page, page_size, people } = filter
  const { isThere, similar } = matchPlace(board, filter.place)
  const near = nearTo(board, filter, isThere)
  const distances = near && board.offices.map((office) => kmBetween(near, office))
  const isElsewhere = outside(board, filter, near)
  const isFreeNow = free.now && enough(board, free.now, people)
  const order = inOrder(board, filter, { distances, isElsewhere, isThere, isFree: isFreeNow })
  const type = filter.type === undefined ? -1 : SpaceType.options.indexOf(filter.type)
  const ofTypes = new Int32Array(SpaceType.options.length)
  const ofAmenities = new Int32Array(1 << Amenity.options.length)
  const isWanted = wanted(board, filter, isThere, free.then)
  const onMap = collectOffices(board)
  const onPage: number[] = []
  let total = 0
  for (let place = 0; place < order.length; place += 1) {
    const at = order[place]!
    if (!isWanted(at)) continue
    ofTypes[board.types[at]!]! += 1
    if (type !== -1 && board.types[at] !== type) continue
    ofAmenities[board.amenities[at]!]! += 1
    onMap.add(at)
    if (total >= (page - 1) * page_size && onPage.length < page_size) onPage.push(at)
    total += 1
  }
  return {
    board,
    total,
    similar,
    onPage,
    onMap: onMap.all,
    counts: { types: named(SpaceType.options, (_, at) => ofTypes[at]!), amenities: facets(ofAmenities) },
    near: beginningOf(filter, near) ?? middleOf(board, isElsewhere),
    free: free.then,
    isFreeNow,
    distances: filter.near && distances,
  }
}

/** The visitor, if we may know where they are. In the best order else the place they search. */
function nearTo(board: Board, { near, place, sort }: SpaceFilter, isThere: Uint8Array): Position | undefined {
  return near ?? (sort === 'best' ? centreOf(board, place, isThere) : undefined)
}

/** Which offices are outside the visitor's time zone. Undefined if that says nothing about where to begin. */
function outside(
  { offers, offices }: Board,
  { zone, place, sort }: SpaceFilter,
  near: Position | undefined,
): ((office: number) => boolean) | undefined {
  if (near || zone === undefined || sort !== 'best' || place !== '') return undefined
  const isElsewhere = (office: number) => offers[offices[office]!.first]!.time_zone !== zone
  const elsewhere = offices.filter((_, at) => isElsewhere(at)).length
  return elsewhere === 0 || elsewhere === offices.length ? undefined : isElsewhere
}

function middleOf(
  { offices }: Board,
  isElsewhere: ((office: number) => boolean) | undefined,
): FoundSpaces['near'] {
  if (!isElsewhere) return null
  const inside = offices.filter((_, at) => !isElsewhere(at))
  const middle = (key: 'lat' | 'lon') => inside.reduce((sum, office) => sum + office[key], 0) / inside.length
  return { lat: middle('lat'), lon: middle('lon'), of: 'zone' }
}

const beginningOf = (filter: SpaceFilter, near: Position | undefined): FoundSpaces['near'] =>
  near && filter.sort === 'best' ? { ...near, of: filter.near ? 'visitor' : 'place' } : null

/** Collects offices in result order. An hour is cheaper than any day. */
function collectOffices({ offices, officeOf, prices, byDay }: Board) {
  const all: OfficeOnMap[] = []
  const known = new Array<OfficeOnMap | undefined>(offices.length)
  return {
    all,
    add(at: number): void {
      const office = officeOf[at]!
      let found = known[office]
      if (!found) {
        if (all.length === OFFICES_ON_MAP) return
        found = { office, spaces: 0, first: at, price: 0, per: 'hour' }
        known[office] = found
        all.push(found)
      }
      found.spaces += 1
      const [price, per] = [prices[at]!, RentType.options[byDay[at]!]!]
      const isCheaper = per === found.per ? price < found.price : per === 'hour'
      if (price === 0 || (found.price > 0 && !isCheaper)) return
      found.price = price
      found.per = per
    },
  }
}

export function describeFinding(finding: Finding): FoundSpaces {
  const { board, total, similar, onPage, onMap, counts, near, waysOut } = finding
  return {
    total,
    similar,
    spaces: onPage.map((at) => describeOffer(finding, at)),
    offices: onMap.map((office) => foundOffice(board, office)),
    counts,
    near,
    ways_out: waysOut,
  }
}

export const describeOffer = (finding: Finding, at: number) => ({
  ...finding.board.offers[at]!,
  ...circumstancesOf(finding, at),
})

/** What differs between searches. */
export const circumstancesOf = ({ board, free, distances, isFreeNow }: Finding, at: number) => ({
  free: free?.[at] ?? null,
  distance_km: distances?.[board.officeOf[at]!] ?? null,
  free_now: isFreeNow?.(at) ?? null,
})

export function foundOffice({ offers, offices }: Board, { office, ...found }: OfficeOnMap): FoundOffice {
  const first = offers[offices[office]!.first]!
  const { office_id, office_name, office_name_he, lat, lon, currency, coming_soon, temporarily_closed } =
    first
  const names = { name: office_name, name_he: office_name_he }
  const same = { office_id, ...names, lat, lon, currency, coming_soon, temporarily_closed }
  return { ...same, ...foundIn(offers, found) }
}

/** What differs between searches. */
export const foundIn = (
  offers: Board['offers'],
  { spaces, first, price, per }: Omit<OfficeOnMap, 'office'>,
) => ({ spaces, sub_office_id: offers[first]!.sub_office_id, price, per })

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

/** Whether enough units of an offer are free: as many seats as people, or the room. */
const enough =
  ({ types }: Board, free: Int32Array, people = 1) =>
  (at: number): boolean =>
    free[at]! >= (types[at] === OPEN_SPACE ? people : 1)

/** Whether an offer passes all filters except the type. */
function wanted(
  board: Board,
  filter: SpaceFilter,
  isThere: Uint8Array,
  free?: Int32Array,
): (at: number) => boolean {
  const { amenities, prices, currencies, capacities } = board
  const { people = 1, max_price = Number.POSITIVE_INFINITY, office_ids } = filter
  const limited = filter.max_price === undefined ? -1 : Currency.options.indexOf(filter.currency)
  const bits = bitsOf(filter.amenities)
  const isFree = free && enough(board, free, people)
  return (at) =>
    capacities[at]! >= people &&
    prices[at]! <= max_price &&
    (limited === -1 || currencies[at] === limited) &&
    (amenities[at]! & bits) === bits &&
    (isFree === undefined || isFree(at)) &&
    isThere[at] === 1 &&
    (office_ids === undefined || office_ids.includes(board.offers[at]!.office_id))
}
