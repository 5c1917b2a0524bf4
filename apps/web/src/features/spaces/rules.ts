import type { Availability } from '@keyhour/contract/availability'
import { MOST_DAYS, MOST_DAYS_AHEAD } from '@keyhour/contract/day-stays'
import type { Office, RentType, SpaceType } from '@keyhour/contract/offices'
import { pictureAddress } from '@keyhour/contract/picture-address'
import type { WholeOffice } from '@keyhour/contract/public-page'
import {
  asksForTime,
  dateIn,
  halfHourIn,
  type Position,
  queryOf,
  type Wish,
  type WishedTime,
  writeWish,
} from '@keyhour/contract/space-wish'
import type { Amenity, Space } from '@keyhour/contract/spaces'
import { type Hours, inOfficeDay, wallOf } from '#web/format/half-hours.ts'
import { daysAfter } from '#web/format/time.ts'

const withQuery = (path: string, query: URLSearchParams): string =>
  query.size === 0 ? path : `${path}?${query.toString().replaceAll('%2C', ',').replaceAll('%3A', ':')}`

export const searchAddress = (wish: Wish, language: string | null = null): string => {
  const query = writeWish(wish)
  if (language !== null) query.set('language', language)
  return withQuery('/spaces', query)
}

/** As the server is asked. */
export const searchQuery = (wish: Wish, position: Position | null): string =>
  withQuery('/api/spaces', queryOf(wish, position))

/** Other than by type the search is not for search engines: there are too many ways to ask. */
export const isNarrowed = (wish: Wish): boolean => writeWish({ ...wish, type: null, page: 1 }).size > 0

/** What can be let go of when nothing is found. */
export type Part = 'type' | 'place' | 'time' | 'people' | 'max_price' | Amenity

export function partsOf(wish: Wish): Part[] {
  const parts: Part[] = []
  if (wish.type) parts.push('type')
  if (wish.place.trim()) parts.push('place')
  if (asksForTime(wish)) parts.push('time')
  if (wish.people) parts.push('people')
  if (wish.max_price) parts.push('max_price')
  return [...parts, ...wish.amenities]
}

export function without(wish: Wish, part: Part): Partial<Wish> {
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
      return { amenities: wish.amenities.filter((amenity) => amenity !== part) }
  }
}

export const latestDay = (today: string): string => daysAfter(today, MOST_DAYS_AHEAD)

export const canBeAskedFor = (date: string, today: string): boolean =>
  date >= today && date <= latestDay(today)

/** The page of a space, with the time that was asked for. */
export function spaceAddress(
  { office_id, sub_office_id }: Pick<Space, 'office_id' | 'sub_office_id'>,
  time: WishedTime,
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

/** Prices come as they travel, in whole units. */
const inCents = (price: number): number => Math.round(price * 100)

/** What a search shows and sorts by. */
export const rateOf = ({ rent_type, price_per_hour, price_per_day }: Space) =>
  rent_type === 'hour'
    ? ({ cents: inCents(price_per_hour), per: 'hour' } as const)
    : ({ cents: inCents(price_per_day), per: 'day' } as const)

type Rate = { cents: number; per: 'hour' | 'day' | 'week' | 'month' }

/** How a price is put: who books in an open space books one seat. */
export const rateText = (type: SpaceType, per: Rate['per']) =>
  type === 'open_space' ? (`seatRate.${per}` as const) : (`rate.${per}` as const)

/** What can be rented in an office: a sub-office, or the whole where there is none. */
export type Offer = {
  sub_office_id: number | null
  name: string
  type: SpaceType
  capacity: number | null
  rent_type: RentType
  /** Shortest stay first, without those it does not offer. */
  rates: Rate[]
  picture: string | null
  comforts: string[]
  hasScreen: boolean
}

function ratesOf(space: WholeOffice): Rate[] {
  const rates: Rate[] =
    space.rent_type === 'hour'
      ? [{ cents: inCents(space.price_per_hour), per: 'hour' }]
      : [
          { cents: inCents(space.price_per_day), per: 'day' },
          { cents: inCents(space.price_per_week), per: 'week' },
          { cents: inCents(space.price_per_month ?? 0), per: 'month' },
        ]
  return rates.filter(({ cents }) => cents > 0)
}

export function offersOf(office: Office, whole: WholeOffice | null): Offer[] {
  const parts = office.sub_offices.filter(({ deleted_at }) => deleted_at === null)
  if (whole && parts.length === 0) return [wholeOffer(office, whole)]
  return parts.map((part) => ({
    sub_office_id: part.id,
    name: part.name,
    type: part.type,
    capacity: part.capacity,
    rent_type: part.rent_type,
    rates: ratesOf(part),
    picture: part.pictures[0] ?? null,
    comforts: part.space_amenities,
    hasScreen: part.amenities.screen,
  }))
}

const wholeOffer = ({ name, capacity }: Office, whole: WholeOffice): Offer => ({
  sub_office_id: null,
  name,
  type: 'office',
  capacity,
  rent_type: whole.rent_type,
  rates: ratesOf(whole),
  picture: null,
  comforts: [],
  hasScreen: false,
})

export const canBeBooked = ({ coming_soon, temporarily_closed }: Office): boolean =>
  !coming_soon && !temporarily_closed

export type Picture = { address: string; of: string }

/** The house first, then what is in it. */
export const picturesOf = (office: Office): Picture[] => [
  ...office.pictures.map((file) => ({ address: pictureAddress('office', file), of: office.name })),
  ...office.sub_offices
    .filter(({ deleted_at }) => deleted_at === null)
    .flatMap(({ name, pictures }) =>
      pictures.slice(0, 1).map((file) => ({ address: pictureAddress('sub_office', file), of: name })),
    ),
]

/** What somebody is about to book. `start` and `end` are keys of half-hours, `00:30+1` for after midnight. */
export type Stay = {
  sub_office_id: number | null
  date: string
  start: string | null
  end: string | null
  last_date: string | null
}

export const NO_TIME = { start: null, end: null, last_date: null }

type Readable = {
  offers: Offer[]
  hours: Hours
  days: [today: string, tomorrow: string]
  /** What is free on these. */
  availability: Availability[]
}

/** What an address says was chosen before; a day that is over is nobody's choice any more. */
export function readStay(search: string, { offers, hours, days, availability }: Readable): Stay {
  const address = new URLSearchParams(search)
  const named = offers.find(({ sub_office_id }) => String(sub_office_id) === address.get('space'))
  const offer = named ?? offers[0]
  const sub_office_id = offer?.sub_office_id ?? null
  const chosen = offer?.rent_type === 'day' ? daysIn(address) : timeIn(address, hours)
  const isAhead = chosen !== null && chosen.date >= days[0]
  return {
    ...NO_TIME,
    sub_office_id,
    ...(isAhead ? chosen : { date: firstFree(days, sub_office_id, availability) }),
  }
}

/** Whole days are asked for as the calendar has them. */
function daysIn(address: URLSearchParams): Pick<Stay, 'date' | 'last_date'> | null {
  const [date, last_date] = ['date', 'last_date'].map((name) => dateIn(address.get(name)))
  if (!date) return null
  const isRange = last_date && last_date > date && last_date < daysAfter(date, MOST_DAYS)
  return { date, last_date: isRange ? last_date : null }
}

function timeIn(address: URLSearchParams, hours: Hours): Pick<Stay, 'date'> | null {
  const date = dateIn(address.get('date'))
  const [start, end] = ['start', 'end'].map((name) => halfHourIn(address.get(name)))
  if (!date || !start || !end) return date ? { date } : null
  const to = { date: end <= start ? daysAfter(date, 1) : date, time: end }
  return inOfficeDay(hours, { date, time: start }, to)
}

/** Nobody is shown a day on which nothing is left while there is something on the next. */
function firstFree(
  days: [string, string],
  sub_office_id: number | null,
  availability: Availability[],
): string {
  const isFreeOn = (date: string) =>
    availability.some(
      (day) =>
        day.date === date && day.sub_office_id === sub_office_id && day.reason === null && hasFree(day),
    )
  return days.find(isFreeOn) ?? days[0]
}

const hasFree = ({ slots }: Availability): boolean => slots.some(({ free }) => free > 0)

/** The page of an office with what is chosen on it, as `readStay` reads it. */
export function stayAddress(officeId: number, stay: Stay, language: string | null): string {
  const { sub_office_id, date, start, end, last_date } = stay
  const from = start === null ? null : wallOf(date, start)
  const said = {
    space: sub_office_id,
    date: from?.date ?? date,
    start: from?.time ?? null,
    end: end === null ? null : wallOf(date, end).time,
    last_date,
    language,
  }
  const kept = Object.entries(said).flatMap(([name, value]) =>
    value === null ? [] : [[name, String(value)]],
  )
  return withQuery(`/spaces/${officeId}`, new URLSearchParams(kept))
}

export type Run = { state: 'free' | 'taken' | 'past'; start: string; end: string; halves: number }

/** Half-hours of one kind that follow each other, as one piece. */
export function runsOf({ slots }: Availability): Run[] {
  const runs: Run[] = []
  for (const { start, end, free, reason } of slots) {
    const state = free > 0 ? 'free' : reason === 'past' ? 'past' : 'taken'
    const last = runs.at(-1)
    if (last?.state === state) {
      last.end = end
      last.halves += 1
    } else runs.push({ state, start, end, halves: 1 })
  }
  return runs
}
