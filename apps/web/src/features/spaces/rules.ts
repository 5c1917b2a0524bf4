import { daysAfter } from '@keyhour/contract/office-clock'
import type { SpaceType } from '@keyhour/contract/offices'
import { MOST_DAYS_AHEAD } from '@keyhour/contract/price'
import type { Language } from '@keyhour/contract/primitives'
import {
  asksForTime,
  type Position,
  queryOf,
  type SearchTime,
  type SpaceFilter,
  writeFilter,
} from '@keyhour/contract/space-filter'
import type { Amenity, Space } from '@keyhour/contract/spaces'
import type { Rate } from '#web/features/availability/rates.ts'

// The search loads this file: what only the page of an office needs is in `stay-rules.ts`.

export const withQuery = (path: string, query: URLSearchParams): string =>
  query.size === 0 ? path : `${path}?${query.toString().replaceAll('%2C', ',').replaceAll('%3A', ':')}`

export const searchAddress = (filter: SpaceFilter, language: string | null = null): string => {
  const query = writeFilter(filter)
  if (language !== null) query.set('language', language)
  return withQuery('/spaces', query)
}

export const searchQuery = (filter: SpaceFilter, position: Position | null, language?: Language): string =>
  withQuery('/api/spaces', queryOf(filter, position, language))

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

/** The page of a space, with the time of the search. */
export function spaceAddress(
  { office_id, sub_office_id }: Pick<Space, 'office_id' | 'sub_office_id'>,
  time: SearchTime,
  language: string | null,
): string {
  const query = new URLSearchParams()
  if (sub_office_id !== null) query.set('space', String(sub_office_id))
  if (asksForTime(time)) {
    for (const name of ['date', 'start', 'end'] as const) query.set(name, time[name])
  }
  if (language !== null) query.set('language', language)
  return withQuery(`/spaces/${office_id}`, query)
}

/** The API sends prices in whole units. */
export const inCents = (price: number): number => Math.round(price * 100)

/** The rate that the search shows and sorts by. */
export const rateOf = ({ rent_type, price_per_hour, price_per_day }: Space) =>
  rent_type === 'hour'
    ? ({ cents: inCents(price_per_hour), per: 'hour' } as const)
    : ({ cents: inCents(price_per_day), per: 'day' } as const)

/** In an open space the price is per seat. */
export const rateText = (type: SpaceType, per: Rate['per']) =>
  type === 'open_space' ? (`seatRate.${per}` as const) : (`rate.${per}` as const)
