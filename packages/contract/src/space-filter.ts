import { daysAfter, type WallClock } from './office-clock.ts'
import type { SpaceType } from './offices.ts'
import type { Currency, Language } from './primitives.ts'

// The search page parses its address in the browser and on the server, and must stay small: no zod here.

export const TYPES = [
  'office',
  'open_space',
  'meeting_room',
  'lecture_room',
  'clinics',
  'podcast_room',
] as const satisfies SpaceType[]

export const CURRENCIES = ['ILS', 'USD', 'EUR', 'GBP'] as const satisfies Currency[]

/** Of the office, except the screen, which belongs to a space. */
export const AMENITIES = ['wifi', 'printer', 'parking', 'kitchen', 'screen'] as const

/** The price is per hour, or per day where days are rented. */
export const SORTS = ['best', 'price', 'capacity', 'distance', 'name'] as const

/** Stays begin and end on these. */
export const HALF_HOURS = Array.from(
  { length: 48 },
  (_, at) => `${String(Math.floor(at / 2)).padStart(2, '0')}:${at % 2 ? '30' : '00'}`,
)

export const SPACES_A_PAGE = 20

/** All of it is in the address. */
export type SpaceFilter = {
  type: SpaceType | null
  place: string
  /** All three, or none of them counts. An end that is not after the start is on the next day. */
  date: string | null
  start: string | null
  end: string | null
  people: number | null
  /** With tax, in `currency`. */
  max_price: number | null
  currency: Currency
  amenities: (typeof AMENITIES)[number][]
  sort: (typeof SORTS)[number]
  page: number
}

export const ANYTHING: SpaceFilter = {
  type: null,
  place: '',
  date: null,
  start: null,
  end: null,
  people: null,
  max_price: null,
  currency: 'ILS',
  amenities: [],
  sort: 'best',
  page: 1,
}

export type SearchTime = Pick<SpaceFilter, 'date' | 'start' | 'end'>
type WholeTime = { date: string; start: string; end: string }

export const asksForTime = (time: SearchTime): time is SearchTime & WholeTime =>
  time.date !== null && time.start !== null && time.end !== null

const oneOf = <T extends string>(all: readonly T[], text: string | null): T | null =>
  all.find((one) => one === text) ?? null

const numberIn = (text: string | null, most: number): number | null =>
  text !== null && /^[1-9]\d{0,6}$/.test(text) && Number(text) <= most ? Number(text) : null

/** Some browsers take the 31st of February for a day in March. */
function isDay(text: string): boolean {
  const midnight = Date.parse(`${text}T00:00Z`)
  return !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(text)
}

/** The last year ends early enough for the next day to be valid too. */
export const dateIn = (text: string | null): string | null =>
  text !== null && /^2[0-8]\d{2}-\d{2}-\d{2}$/.test(text) && isDay(text) ? text : null

export const halfHourIn = (text: string | null): string | null => oneOf(HALF_HOURS, text)

/** Invalid values count as not given. */
export function readFilter(search: string | URLSearchParams): SpaceFilter {
  const address = new URLSearchParams(search)
  // A form without scripts sends each ticked box separately.
  const named = address.getAll('amenities').flatMap((names) => names.split(','))
  return {
    type: oneOf(TYPES, address.get('type')),
    place: (address.get('place') ?? '').replaceAll('\0', '').trim().slice(0, 200),
    date: dateIn(address.get('date')),
    start: halfHourIn(address.get('start')),
    end: halfHourIn(address.get('end')),
    people: numberIn(address.get('people'), 10_000),
    max_price: numberIn(address.get('max_price'), 1_000_000),
    currency: oneOf(CURRENCIES, address.get('currency')) ?? ANYTHING.currency,
    amenities: AMENITIES.filter((amenity) => named.includes(amenity)),
    sort: oneOf(SORTS, address.get('sort')) ?? ANYTHING.sort,
    page: numberIn(address.get('page'), 1_000_000) ?? 1,
  }
}

const halvesAfter = (time: string, halves: number): string =>
  HALF_HOURS.at((HALF_HOURS.indexOf(time) + halves) % HALF_HOURS.length) ?? time

const AN_HOUR = 2
const MORNING = '09:00'

/** `2026-03-02T07:00:00.000Z` on the clock of UTC. */
export const utcClockAt = (moment: string): WallClock => ({
  date: moment.slice(0, 10),
  time: moment.slice(11, 16),
})

/**
 * When only some of date, start and end are given, fills in the rest, so that results show immediately. `now` is on the
 * visitor's clock: a time that is over today means tomorrow.
 */
export function completeTime({ date, start, end }: SearchTime, now: WallClock): SearchTime {
  const said = [date, start, end].filter((part) => part !== null).length
  if (said === 0 || said === 3) return { date, start, end }
  const hour = start ?? (end && halvesAfter(end, -AN_HOUR))
  const nextHalf = HALF_HOURS.find((half) => half > now.time)
  const isTodayOver = hour ? date === null && hour < now.time : nextHalf === undefined
  const soonest = isTodayOver ? daysAfter(now.date, 1) : now.date
  const day = date !== null && date > soonest ? date : soonest
  const first = day === now.date && nextHalf && nextHalf > MORNING ? nextHalf : MORNING
  const from = hour ?? first
  return { date: day, start: from, end: end ?? halvesAfter(from, AN_HOUR) }
}

/** Moving the start past the end moves the end too and keeps the length, or makes it an hour. */
export function moveStart({ date, start: before, end }: SearchTime, start: string): SearchTime {
  const isNightly = before !== null && end !== null && end <= before
  if (end !== null && (isNightly || end > start)) return { date, start, end }
  const halves =
    before !== null && end !== null ? HALF_HOURS.indexOf(end) - HALF_HOURS.indexOf(before) : AN_HOUR
  return { date, start, end: halvesAfter(start, halves) }
}

export function readWholeFilter(search: string | URLSearchParams, now: WallClock): SpaceFilter {
  const filter = readFilter(search)
  return { ...filter, ...completeTime(filter, now) }
}

/** Default values are left out. */
export function writeFilter({ place, amenities, sort, page, ...rest }: SpaceFilter): URLSearchParams {
  const said = {
    type: rest.type,
    place: place.trim() || null,
    date: rest.date,
    start: rest.start,
    end: rest.end,
    ...(asksForTime(rest) && rest.end <= rest.start && { end_date: daysAfter(rest.date, 1) }),
    people: rest.people,
    max_price: rest.max_price,
    currency: rest.currency === ANYTHING.currency ? null : rest.currency,
    amenities: amenities.join(',') || null,
    sort: sort === ANYTHING.sort ? null : sort,
    page: page === 1 ? null : page,
  }
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(said)) if (value !== null) query.set(name, String(value))
  return query
}

/** Rounded: we do not need to know the street. */
export type Position = { lat: number; lon: number }

/** As the call expects it. An incomplete time is left out, and distance needs a position. */
export function queryOf(
  filter: SpaceFilter,
  position: Position | null,
  language: Language = 'en',
): URLSearchParams {
  const query = writeFilter(asksForTime(filter) ? filter : { ...filter, date: null, start: null, end: null })
  if (position) {
    query.set('lat', position.lat.toFixed(2))
    query.set('lon', position.lon.toFixed(2))
  } else if (filter.sort === 'distance') query.delete('sort')
  if (language !== 'en') query.set('language', language)
  return query
}
