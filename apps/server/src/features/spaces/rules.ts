import { type RentType, SpaceType } from '@keyhour/contract/offices'
import {
  Amenity,
  type FoundOffice,
  type FoundSpaces,
  OFFICES_ON_MAP,
  type Space,
  type SpaceSort,
} from '@keyhour/contract/spaces'
import { type Hours, MINUTE, type Span } from '#server/time/opening-hours.ts'

/** A space as it can be found, with the units that are taken when it is booked. */
export type Offer = Omit<Space, 'free' | 'distance_km'> &
  Hours & { cleaning_buffer_minutes: number; units: number[] }

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

/**
 * A sub-office, or an office that has none and is rented whole; that one is on offer once it has a price, or when it is
 * announced.
 */
export function offerOf(office: OfficeRow, part: SubOfficeRow | null, units: number[]): Offer | undefined {
  if (!part && !office.coming_soon && priceOf(office) === 0) return undefined
  const { id, capacity, amenities, ...shared } = office
  const {
    id: _,
    amenities: own,
    ...space
  } = part ?? {
    id,
    amenities: {},
    type: 'office' as const,
    capacity: capacity ?? 1,
  }
  const there: Partial<Record<Amenity, boolean>> = { ...amenities, ...own }
  return {
    ...shared,
    office_id: id,
    sub_office_id: part?.id ?? null,
    office_name: office.name,
    ...space,
    picture: part?.picture ?? office.picture,
    amenities: Amenity.options.filter((amenity) => there[amenity]),
    units,
  }
}

const priceOf = ({ rent_type, price_per_hour, price_per_day }: Rented): number =>
  rent_type === 'day' ? price_per_day : price_per_hour

/** Spaces of offices with these hours that are rented in this way, and the longest time that one needs to be clean again. */
export type Schedule = Hours & { rent_type: RentType; cleaning_ms: number }

/** Everything on offer, laid out so that a search looks at each offer once. */
export type Board = {
  /** By the name of the office, then by their own: those of one office stand together. */
  offers: Offer[]
  /** What a place is looked for in, for each offer. */
  words: string[]
  schedules: Schedule[]
  /** Of each offer, which of the schedules it has. */
  scheduleOf: number[]
  /** Of each unit, which of the offers it belongs to. */
  offerOfUnit: Map<number, number>
  /** In the orders that somebody has asked for so far. */
  sorted: Map<string, number[]>
}

export function layOut(places: Iterable<OfferedOffice>): Board {
  const named = [...places].flatMap(({ offers }) =>
    offers.map((offer) => ({
      offer,
      office: offer.office_name.toLowerCase(),
      name: offer.name.toLowerCase(),
    })),
  )
  named.sort(
    (a, b) =>
      compare(a.office, b.office) ||
      a.offer.office_id - b.offer.office_id ||
      compare(a.name, b.name) ||
      (a.offer.sub_office_id ?? 0) - (b.offer.sub_office_id ?? 0),
  )
  const offers = named.map(({ offer }) => offer)
  const schedules = new Map<string, Schedule & { at: number }>()
  const offerOfUnit = new Map<number, number>()
  const scheduleOf = offers.map((offer, at) => {
    for (const unit of offer.units) offerOfUnit.set(unit, at)
    const { time_zone, open_hours, close_hours, rent_type } = offer
    const key = `${time_zone} ${open_hours} ${close_hours} ${rent_type}`
    const hours = { time_zone, open_hours, close_hours, rent_type, cleaning_ms: 0, at: schedules.size }
    const schedule = schedules.get(key) ?? hours
    schedule.cleaning_ms = Math.max(schedule.cleaning_ms, cleaningOf(offer))
    schedules.set(key, schedule)
    return schedule.at
  })
  return {
    offers,
    words: named.map(({ office, offer }) => `${office}\n${offer.address.toLowerCase()}`),
    schedules: [...schedules.values()],
    scheduleOf,
    offerOfUnit,
    sorted: new Map(),
  }
}

const compare = <T extends string | number>(a: T, b: T): number => (a < b ? -1 : a > b ? 1 : 0)

const cleaningOf = ({ cleaning_buffer_minutes }: Offer): number => cleaning_buffer_minutes * MINUTE

/**
 * How many units of each offer nothing takes. `windows` says for each schedule when its spaces would be taken; undefined
 * is a time at which they cannot be booked.
 */
export function countFree(
  { offers, scheduleOf, offerOfUnit }: Board,
  windows: (Span | undefined)[],
  taken: (Span & { unit_id: number })[],
): number[] {
  const free = offers.map(({ units, coming_soon, temporarily_closed }, at) =>
    coming_soon || temporarily_closed || !windows[scheduleOf[at]!] ? 0 : units.length,
  )
  const counted = new Set<number>()
  for (const { unit_id, from, to } of taken) {
    const at = offerOfUnit.get(unit_id)
    const window = at === undefined ? undefined : windows[scheduleOf[at]!]
    if (at === undefined || !window || counted.has(unit_id)) continue
    if (from >= window.to + cleaningOf(offers[at]!) || to <= window.from) continue
    counted.add(unit_id)
    free[at] = Math.max(0, free[at]! - 1)
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
export type Position = { lat: number; lon: number }

/** Looks at every offer once, in the order of the results; without `free`, no time was asked for. */
export function findOffers(board: Board, wish: Wish, free?: number[]): FoundSpaces {
  const { type, near, page, page_size } = wish
  const counts = { types: zeros(SpaceType.options), amenities: zeros(Amenity.options) }
  const offices = new Map<number, FoundOffice>()
  const spaces: Space[] = []
  const distances = near && distancesFrom(board, near)
  const [first, last] = [(page - 1) * page_size, page * page_size]
  const isWanted = wanted(board, wish, free)
  let total = 0
  for (const at of inOrder(board, wish, distances)) {
    if (!isWanted(at)) continue
    const offer = board.offers[at]!
    counts.types[offer.type] += 1
    if (type !== undefined && offer.type !== type) continue
    for (const amenity of offer.amenities) counts.amenities[amenity] += 1
    if (total >= first && total < last)
      spaces.push({ ...offer, free: free?.[at] ?? null, distance_km: distances?.[at] ?? null })
    total += 1
    tally(offices, offer)
  }
  return { total, spaces, offices: [...offices.values()], counts }
}

const zeros = <K extends string>(keys: readonly K[]) =>
  Object.fromEntries(keys.map((key) => [key, 0])) as Record<K, number>

function tally(offices: Map<number, FoundOffice>, { office_id, office_name, lat, lon }: Offer): void {
  const known = offices.get(office_id)
  if (known) known.spaces += 1
  else if (offices.size < OFFICES_ON_MAP)
    offices.set(office_id, { office_id, name: office_name, lat, lon, spaces: 1 })
}

/** Whether an offer is what is wanted, but for its type. */
function wanted({ offers, words }: Board, wish: Wish, free?: number[]): (at: number) => boolean {
  const { people = 1, max_price = Number.POSITIVE_INFINITY, amenities } = wish
  const place = wish.place.toLowerCase()
  return (at) => {
    const offer = offers[at]!
    return (
      offer.capacity >= people &&
      priceOf(offer) <= max_price &&
      (free === undefined || free[at]! >= (offer.type === 'open_space' ? people : 1)) &&
      words[at]!.includes(place) &&
      amenities.every((amenity) => offer.amenities.includes(amenity))
    )
  }
}

/** Among equals, by name. Only by distance is the order another for each visitor. */
function inOrder(board: Board, { sort, direction }: Wish, distances: number[] = []): number[] {
  if (sort === 'distance') return sortedBy(distances, direction)
  const name = `${sort} ${direction}`
  const known = board.sorted.get(name) ?? sortedBy(board.offers.map(KEYS[sort]), direction)
  board.sorted.set(name, known)
  return known
}

const KEYS: Record<Exclude<SpaceSort, 'distance'>, (offer: Offer) => string | number> = {
  name: ({ office_name }: Offer) => office_name.toLowerCase(),
  price: priceOf,
  capacity: ({ capacity }: Offer) => capacity,
}

function sortedBy(keys: (string | number)[], direction: 'asc' | 'desc'): number[] {
  const sign = direction === 'asc' ? 1 : -1
  return keys.map((_, at) => at).sort((a, b) => sign * compare(keys[a]!, keys[b]!) || a - b)
}

const EARTH_KM = 6371
const radians = (degrees: number): number => (degrees * Math.PI) / 180

/** As the crow flies, to each offer. */
function distancesFrom({ offers }: Board, near: Position): number[] {
  let [office, distance] = [0, 0]
  return offers.map((offer) => {
    if (offer.office_id !== office) [office, distance] = [offer.office_id, kmBetween(near, offer)]
    return distance
  })
}

function kmBetween(a: Position, b: Position): number {
  const half = (from: number, to: number) => Math.sin(radians(to - from) / 2) ** 2
  const chord = half(a.lat, b.lat) + Math.cos(radians(a.lat)) * Math.cos(radians(b.lat)) * half(a.lon, b.lon)
  return 2 * EARTH_KM * Math.asin(Math.sqrt(Math.min(1, chord)))
}
