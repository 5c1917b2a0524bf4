import type { Availability, DayOffer } from '@keyhour/contract/availability'
import { priceOfDays } from '@keyhour/contract/day-stays'
import type { Office } from '@keyhour/contract/offices'
import type { Offer, Stay } from '#web/features/spaces/rules.ts'
import { chosenRange, type Half, isFree } from '#web/format/half-hours.ts'
import { daysAfter } from '#web/format/time.ts'

/** What has to be known of a space to say whether a stay can be had: hours of some days, or some days as a whole. */
export type Wanted = { sub_office_id: number | null; hours: string[]; wholeDays: string[] }

/** `shown` are the days whose hours are shown in any case. */
export function wantedFor(office: Office, offer: Offer | undefined, stay: Stay, shown: string[]): Wanted {
  const { sub_office_id, date } = stay
  if (!offer) return { sub_office_id, hours: [], wholeDays: [] }
  if (offer.rent_type === 'day') return { sub_office_id, hours: shown, wholeDays: daysOf(stay) }
  // Where nobody closes at midnight, the night goes on into the next day.
  const hours = office.open_hours === null ? [date, daysAfter(date, 1)] : [date]
  return { sub_office_id, hours: [...new Set([...shown, ...hours])], wholeDays: [] }
}

const DAY_MS = 86_400_000

export function daysOf({ date, last_date }: Pick<Stay, 'date' | 'last_date'>): string[] {
  const count = last_date ? (Date.parse(last_date) - Date.parse(date)) / DAY_MS + 1 : 1
  return Array.from({ length: count }, (_, at) => daysAfter(date, at))
}

/** Why hours cannot be had as they are chosen. */
export type Trouble = 'taken' | 'closed' | 'over'

export function troubleWith(halves: Half[], stay: Pick<Stay, 'start' | 'end'>): Trouble | null {
  const range = chosenRange(halves, stay)
  if (!range) return 'closed'
  const missing = halves.slice(range.first, range.last + 1).filter((half) => !isFree(half))
  const reasons = missing.map(({ slot }) => slot.reason)
  if (reasons.includes('booked')) return 'taken'
  if (reasons.includes('past')) return 'over'
  return missing.length > 0 ? 'closed' : null
}

/** One day of a space that is rented by the day: it can be had as a whole, or there is a reason why not. */
export type WholeDay = Pick<DayOffer, 'date' | 'reason'>

/** Of a day that can be had, whether some of it has passed. */
export const hasBegun = (day: Availability | undefined): boolean =>
  day?.slots.some(({ reason }) => reason === 'past') ?? false

/** What the days of a stay cost before tax, in cents; null where no price is asked. */
export function priceOfStay({ rates }: Offer, stay: Stay): number | null {
  const centsPer = (per: 'day' | 'week' | 'month') => rates.find((rate) => rate.per === per)?.cents ?? 0
  const price = priceOfDays(
    { price_per_day: centsPer('day'), price_per_week: centsPer('week'), price_per_month: centsPer('month') },
    daysOf(stay).length,
  )
  return price > 0 ? price : null
}
