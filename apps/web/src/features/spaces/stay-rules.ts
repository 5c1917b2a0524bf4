import type { Availability, DayOffer } from '@keyhour/contract/availability'
import { daysAfter, goesOver, type Hours, hoursOn } from '@keyhour/contract/office-clock'
import type { Office, RentType, SpaceType } from '@keyhour/contract/offices'
import { pictureAddress } from '@keyhour/contract/picture-address'
import { priceOfDays as priceByRates } from '@keyhour/contract/price'
import type { WholeOffice } from '@keyhour/contract/public-page'
import { type ChosenTime, NO_TIME, readTime, writeTime } from '#web/features/availability/chosen-time.ts'
import { type Rate, ratesOf } from '#web/features/availability/rates.ts'
import { inCents, withQuery } from '#web/features/spaces/rules.ts'
import { chosenRange, type Half, isFree, NEXT_DAY } from '#web/format/half-hours.ts'

/** What can be booked in an office: a sub-office, or the whole office if it has none. */
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
  info: Record<string, string> | null
}

const ratesInCents = (space: WholeOffice): Rate[] =>
  ratesOf(space).map(({ cents, per }) => ({ cents: inCents(cents), per }))

export function offersOf(office: Office, whole: WholeOffice | null): Offer[] {
  const parts = office.sub_offices.filter(({ deleted_at }) => deleted_at === null)
  if (whole && parts.length === 0) return [wholeOffer(office, whole)]
  return parts.map((part) => ({
    sub_office_id: part.id,
    name: part.name,
    type: part.type,
    capacity: part.capacity,
    rent_type: part.rent_type,
    rates: ratesInCents(part),
    picture: part.pictures[0] ?? null,
    comforts: part.space_amenities,
    info: part.additional_info,
    hasScreen: part.amenities.screen,
  }))
}

const wholeOffer = ({ name, capacity }: Office, whole: WholeOffice): Offer => ({
  sub_office_id: null,
  name,
  type: 'office',
  capacity,
  rent_type: whole.rent_type,
  rates: ratesInCents(whole),
  picture: null,
  comforts: [],
  hasScreen: false,
  info: null,
})

export const canBeBooked = ({ coming_soon, temporarily_closed }: Office): boolean =>
  !coming_soon && !temporarily_closed

export type OfficePicture = { address: string; of: string; space: number | null }

/** The office first, then its spaces. What the visitor came for leads. */
export const picturesOf = (office: Office, asked: number | null = null): OfficePicture[] =>
  leading(picturesOfAll(office), ({ space }) => asked !== null && space === asked)

/** Those that match come first; everything else stays in order. */
export const leading = <T>(all: readonly T[], leads: (one: T) => boolean): T[] => [
  ...all.filter(leads),
  ...all.filter((one) => !leads(one)),
]

const picturesOfAll = (office: Office): OfficePicture[] => [
  ...office.pictures.map((file) => ({
    address: pictureAddress('office', file),
    of: office.name,
    space: null,
  })),
  ...office.sub_offices
    .filter(({ deleted_at }) => deleted_at === null)
    .flatMap(({ id, name, pictures }) =>
      pictures.map((file) => ({ address: pictureAddress('sub_office', file), of: name, space: id })),
    ),
]

/** A space and the time to book it. */
export type Stay = ChosenTime & { sub_office_id: number | null }

type Readable = {
  offers: Offer[]
  hours: Hours
  days: [today: string, tomorrow: string]
  availability: Availability[]
}

/** The stay in an address, else the first free day of the first space. */
export function readStay(search: string, { offers, hours, days, availability }: Readable): Stay {
  const address = new URLSearchParams(search)
  const named = offers.find(({ sub_office_id }) => String(sub_office_id) === address.get('space'))
  const offer = named ?? offers[0]
  const sub_office_id = offer?.sub_office_id ?? null
  // A stay by days has no hours, and one by hours is on one day.
  for (const name of offer?.rent_type === 'day' ? ['start', 'end'] : ['last_date']) address.delete(name)
  const [start, end] = [address.get('start'), address.get('end')]
  // The end of a search has no date.
  if (start && end && !end.endsWith(NEXT_DAY) && end <= start) address.set('end', end + NEXT_DAY)
  const time = readTime(address, hours, days[0])
  return { ...NO_TIME, date: firstFree(days, sub_office_id, availability), ...time, sub_office_id }
}

/** Today, unless only tomorrow is free. */
function firstFree(
  days: [string, string],
  sub_office_id: number | null,
  availability: Availability[],
): string {
  const isFreeOn = (date: string) =>
    availability.some(
      (day) =>
        day.date === date &&
        day.sub_office_id === sub_office_id &&
        day.reason === null &&
        day.slots.some(({ free }) => free > 0),
    )
  return days.find(isFreeOn) ?? days[0]
}

type Reader = { language: string | null; people: number | null }

/** The page of an office with a stay, as `readStay` reads it, and what else the visitor brought. */
export function stayAddress(officeId: number, stay: Stay, { language, people }: Reader): string {
  const query = new URLSearchParams()
  if (stay.sub_office_id !== null) query.set('space', String(stay.sub_office_id))
  const written = writeTime(query, stay)
  if (people !== null) written.set('people', String(people))
  if (language !== null) written.set('language', language)
  return withQuery(`/spaces/${officeId}`, written)
}

/** The contact form, about this office. */
export const askAddress = (officeId: number, language: string | null): string =>
  withQuery(
    '/contact',
    new URLSearchParams({ office: String(officeId), ...(language !== null && { language }) }),
  )

type Run = { state: 'free' | 'taken' | 'past'; start: string; end: string; halves: number }

/** Half hours of the same state that follow each other. */
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

/** Which days of a space have to be fetched: with their hours, or as a whole. */
export type DaysToFetch = { sub_office_id: number | null; hours: string[]; wholeDays: string[] }

/** `shown` are the days whose hours are always shown. */
export function daysToFetch(
  office: Office,
  offer: Offer | undefined,
  stay: Stay,
  shown: string[],
): DaysToFetch {
  const { sub_office_id, date } = stay
  if (!offer) return { sub_office_id, hours: [], wholeDays: [] }
  if (offer.rent_type === 'day') return { sub_office_id, hours: shown, wholeDays: daysOf(stay) }
  // Where the office does not close, the night continues into the next day.
  const hours = goesOver(office, date) ? [date, daysAfter(date, 1)] : [date]
  return { sub_office_id, hours: [...new Set([...shown, ...hours])], wholeDays: [] }
}

const DAY_MS = 86_400_000

export function daysOf({ date, last_date }: Pick<Stay, 'date' | 'last_date'>): string[] {
  const count = last_date ? (Date.parse(last_date) - Date.parse(date)) / DAY_MS + 1 : 1
  return Array.from({ length: count }, (_, at) => daysAfter(date, at))
}

/** Why the chosen hours cannot be booked. */
type StayProblem = 'taken' | 'closed' | 'over'

export function problemWithStay(halves: Half[], stay: Pick<Stay, 'start' | 'end'>): StayProblem | null {
  const range = chosenRange(halves, stay)
  if (!range) return 'closed'
  const missing = halves.slice(range.first, range.last + 1).filter((half) => !isFree(half))
  const reasons = missing.map(({ slot }) => slot.reason)
  if (reasons.includes('booked')) return 'taken'
  if (reasons.includes('past')) return 'over'
  return missing.length > 0 ? 'closed' : null
}

/** A day of a space rented by the day: free, or the reason why not. */
export type WholeDay = Pick<DayOffer, 'date' | 'reason'>

export const hasBegun = (day: Availability | undefined): boolean =>
  day?.slots.some(({ reason }) => reason === 'past') ?? false

/** Days on which the office is closed are not paid. */
export const paidDays = (hours: Hours, stay: Stay): number =>
  daysOf(stay).filter((date) => hoursOn(hours, date) !== null).length

/** Before tax, in cents; null without a price. */
export function priceOfDays({ rates }: Offer, days: number): number | null {
  const centsPer = (per: 'day' | 'week' | 'month') => rates.find((rate) => rate.per === per)?.cents ?? 0
  const price = priceByRates(
    { price_per_day: centsPer('day'), price_per_week: centsPer('week'), price_per_month: centsPer('month') },
    days,
  )
  return price > 0 ? price : null
}
