// The page of an office says what days cost before anybody has signed in, and is to stay small: no zod here.

/** So many days a stay can last. */
export const MOST_DAYS = 92

/** Bookings can be made so far ahead. */
export const MOST_DAYS_AHEAD = 366

const DAYS_A_WEEK = 7
const DAYS_A_MONTH = 30

/** In minor units. A rate of 0 is not offered. */
type DayRates = { price_per_day: number; price_per_week: number; price_per_month: number | null }

/** The cheapest way to cover so many days with single ones, weeks and months. */
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
