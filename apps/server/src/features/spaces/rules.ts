import type { Hours } from '@keyhour/contract/office-clock'
import { type RentType, SpaceType } from '@keyhour/contract/offices'
import { withTax } from '@keyhour/contract/price'
import { Currency } from '@keyhour/contract/primitives'
import { Amenity } from '@keyhour/contract/spaces'
import { basePriceOf } from '#server/features/availability/rules.ts'
import type { ListedOffice, ListedSpace } from '#server/features/spaces/listed-space-rules.ts'
import type { Vocabulary } from '#server/features/spaces/place-words.ts'
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
  /** With tax. */
  prices: Int32Array
  /** Per offer: 1 where days are rented. */
  byDay: Uint8Array
  /** Per offer: the index in `Currency`. */
  currencies: Uint8Array
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

export type Position = { lat: number; lon: number }

export function layOut(places: Iterable<ListedOffice>): Board {
  const offers = inNameOrder([...places].flatMap((place) => place.offers))
  const schedules = new Map<string, Schedule & { at: number }>()
  const board: Board = {
    offers,
    types: Uint8Array.from(offers, ({ type }) => SpaceType.options.indexOf(type)),
    amenities: Uint8Array.from(offers, ({ amenities }) => bitsOf(amenities)),
    prices: Int32Array.from(offers, shownPrice),
    byDay: Uint8Array.from(offers, ({ rent_type }) => Number(rent_type === 'day')),
    currencies: Uint8Array.from(offers, ({ currency }) => Currency.options.indexOf(currency)),
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

/** What the search shows: per hour or day, with tax. */
export const shownPrice = (offer: ListedSpace): number => withTax(basePriceOf(offer), offer.tax_percent)

export const isOpen = ({ coming_soon, temporarily_closed }: ListedSpace): boolean =>
  !coming_soon && !temporarily_closed

const inNameOrder = (offers: ListedSpace[]): ListedSpace[] =>
  offers.toSorted(
    (a, b) =>
      compare(a.folded.office_name, b.folded.office_name) ||
      a.office_id - b.office_id ||
      compare(a.folded.name, b.folded.name) ||
      (a.sub_office_id ?? 0) - (b.sub_office_id ?? 0),
  )

export const compare = <T extends string | number>(a: T, b: T): number => (a < b ? -1 : a > b ? 1 : 0)

const bitOf = (amenity: Amenity): number => 1 << Amenity.options.indexOf(amenity)
export const bitsOf = (amenities: Amenity[]): number =>
  amenities.reduce((bits, amenity) => bits | bitOf(amenity), 0)

/** The index of the offer's schedule, which is added if it is new. */
function scheduleOf(known: Map<string, Schedule & { at: number }>, offer: ListedSpace): number {
  const { time_zone, open_hours, close_hours, week_hours, holidays, rent_type } = offer
  const hours = { time_zone, open_hours, close_hours, week_hours, holidays }
  const schedule = known.get(offer.schedule) ?? { ...hours, rent_type, cleaning_ms: 0, at: known.size }
  schedule.cleaning_ms = Math.max(schedule.cleaning_ms, cleaningOf(offer))
  known.set(offer.schedule, schedule)
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
