import { daysAfter } from '@keyhour/contract/office-clock'
import type { SpaceType } from '@keyhour/contract/offices'
import { MOST_DAYS_AHEAD, withTax } from '@keyhour/contract/price'
import type { Language } from '@keyhour/contract/primitives'
import {
  asksForTime,
  type Position,
  queryOf,
  type SearchTime,
  type SpaceFilter,
  writeFilter,
} from '@keyhour/contract/space-filter'
import type { Amenity, FoundOffice, Space } from '@keyhour/contract/spaces'
import type { Rate } from '#web/features/availability/rates.ts'

// The search loads this file: what only the page of an office needs is in `stay-rules.ts`.

export const withQuery = (path: string, query: URLSearchParams): string =>
  query.size === 0 ? path : `${path}?${query.toString().replaceAll('%2C', ',').replaceAll('%3A', ':')}`

export const searchAddress = (filter: SpaceFilter, language: string | null = null): string => {
  const query = writeFilter(filter)
  if (language !== null) query.set('language', language)
  return withQuery('/spaces', query)
}

/** `zone` is a hint for where to begin when neither a position nor a place says so. */
export function searchQuery(
  filter: SpaceFilter,
  position: Position | null,
  language?: Language,
  zone: string | null = null,
): string {
  const query = queryOf(filter, position, language)
  if (zone && !position && filter.place === '' && filter.sort === 'best') query.set('zone', zone)
  return withQuery('/api/spaces', query)
}

/** Search engines list the search by type only: there are too many other filters. */
export const isFiltered = (filter: SpaceFilter): boolean =>
  writeFilter({ ...filter, type: null, page: 1 }).size > 0

/** A part of a filter that can be removed when nothing is found. */
export type FilterPart = 'type' | 'place' | 'time' | 'people' | 'max_price' | Amenity

export function partsOf(filter: SpaceFilter): FilterPart[] {
  const parts: FilterPart[] = []
  if (filter.type) parts.push('type')
  if (filter.place.trim()) parts.push('place')
  if (asksForTime(filter)) parts.push('time')
  if (filter.people) parts.push('people')
  if (filter.max_price) parts.push('max_price')
  return [...parts, ...filter.amenities]
}

export function withoutPart(filter: SpaceFilter, part: FilterPart): Partial<SpaceFilter> {
  switch (part) {
    case 'type':
    case 'people':
    case 'max_price':
      return { [part]: null }
    case 'place':
      return { place: '' }
    case 'time':
      return { date: null, start: null, end: null }
    default:
      return { amenities: filter.amenities.filter((amenity) => amenity !== part) }
  }
}

export const latestDay = (today: string): string => daysAfter(today, MOST_DAYS_AHEAD)

export const canBeSearched = (date: string, today: string): boolean =>
  date >= today && date <= latestDay(today)

/** What the page of a space has to know of the search. */
export type Sought = SearchTime & { people?: number | null }

/** The page of a space, with the time and the people of the search. */
export function spaceAddress(
  { office_id, sub_office_id }: Pick<Space, 'office_id' | 'sub_office_id'>,
  sought: Sought,
  language: string | null,
): string {
  const query = new URLSearchParams()
  if (sub_office_id !== null) query.set('space', String(sub_office_id))
  if (asksForTime(sought)) {
    for (const name of ['date', 'start', 'end'] as const) query.set(name, sought[name])
  }
  if (sought.people) query.set('people', String(sought.people))
  if (language !== null) query.set('language', language)
  return withQuery(`/spaces/${office_id}`, query)
}

/** The API sends prices in whole units. */
export const inCents = (price: number): number => Math.round(price * 100)

/** The rate that the search shows and sorts by, with tax. */
export function rateOf({ rent_type, price_per_hour, price_per_day, tax_percent }: Space) {
  const price = rent_type === 'hour' ? price_per_hour : price_per_day
  return { cents: withTax(inCents(price), tax_percent), per: rent_type }
}

/** In an open space the price is per seat. */
export const rateText = (type: SpaceType, per: Rate['per']) =>
  type === 'open_space' ? (`seatRate.${per}` as const) : (`rate.${per}` as const)

/** Offices further apart than this do not share a map on which they could be told apart. */
const REGION_DEGREES = 8

type Spot = Pick<FoundOffice, 'lat' | 'lon' | 'spaces'>

/** The offices where most spaces are: a map of several continents would show nothing but sea. */
export function mainRegionOf<Office extends Spot>(offices: Office[]): Office[] {
  let main: Office[] = []
  for (const centre of offices) {
    const region = offices.filter((office) => isNear(office, centre))
    if (spacesIn(region) > spacesIn(main)) main = region
  }
  return main
}

const isNear = (office: Spot, centre: Spot): boolean =>
  Math.abs(office.lat - centre.lat) <= REGION_DEGREES && Math.abs(office.lon - centre.lon) <= REGION_DEGREES

const spacesIn = (offices: Spot[]): number => offices.reduce((sum, { spaces }) => sum + spaces, 0)
