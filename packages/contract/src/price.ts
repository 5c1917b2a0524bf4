// The public page of an office loads this file and should stay small: no zod here.

export const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS

export const MOST_DAYS = 92

export const MOST_DAYS_AHEAD = 366

const DAYS_A_WEEK = 7
const DAYS_A_MONTH = 30

/** In minor units. A rate of 0 is not offered. */
type DayRates = { price_per_day: number; price_per_week: number; price_per_month: number | null }

/** Rounded to whole minor units, halves up. */
export const percentOf = (cents: number, percent: number): number => Math.round((cents * percent) / 100)

/** What a customer pays and sees. Of a stay, taken once, of its whole price. */
export const withTax = (price: number, taxPercent: number): number => price + percentOf(price, taxPercent)

/** Rounded once. `orderPrice` on the server is the same formula in SQL. */
export const priceOfTime = (rate: number, rent_type: 'hour' | 'day', lengthMs: number): number =>
  Math.round((rate * lengthMs) / (rent_type === 'day' ? DAY_MS : HOUR_MS))

/** A visit without an end pays for each half-hour begun, and for at least one. */
export const priceOfVisit = (pricePerHour: number, lengthMs: number): number =>
  priceOfTime(pricePerHour, 'hour', (Math.max(1, Math.ceil(lengthMs / (HOUR_MS / 2))) * HOUR_MS) / 2)

/** The cheapest mix of single days, weeks and months that covers the stay. */
export function priceOfDays(
  { price_per_day, price_per_week, price_per_month }: DayRates,
  days: number,
): number {
  const offers = [
    { days: 1, price: price_per_day },
    { days: DAYS_A_WEEK, price: price_per_week },
    { days: DAYS_A_MONTH, price: price_per_month ?? 0 },
  ].filter(({ price }) => price > 0)
  if (offers.length === 0) return 0

  const cheapest = [0]
  for (let covered = 1; covered <= days; covered += 1) {
    const ways = offers.map((offer) => offer.price + cheapest[Math.max(0, covered - offer.days)]!)
    cheapest.push(Math.min(...ways))
  }
  return cheapest[days]!
}
