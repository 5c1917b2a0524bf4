import type { RentType, SpaceType } from '@keyhour/contract/offices'
import type { Currency } from '@keyhour/contract/primitives'
import type { Country } from '#server/demo/people.ts'

export type City = {
  country: Country
  time_zone: string
  currency: Currency
  tax_percent: number
  level: number
}

const israel = (level: number): City => ({
  country: 'il',
  time_zone: 'Asia/Jerusalem',
  currency: 'ILS',
  tax_percent: 18,
  level,
})

/** `level` converts a Tel Aviv price in shekels into a local price in the local currency. */
export const CITIES = {
  'Tel Aviv': israel(1),
  Herzliya: israel(1.05),
  'Ramat Gan': israel(0.95),
  Jerusalem: israel(0.9),
  Haifa: israel(0.8),
  'Rosh Pina': israel(0.75),
  "Be'er Sheva": israel(0.65),
  Berlin: { country: 'de', time_zone: 'Europe/Berlin', currency: 'EUR', tax_percent: 19, level: 0.24 },
  London: { country: 'uk', time_zone: 'Europe/London', currency: 'GBP', tax_percent: 20, level: 0.27 },
  'New York': {
    country: 'us',
    time_zone: 'America/New_York',
    currency: 'USD',
    tax_percent: 9,
    level: 0.36,
  },
} satisfies Record<string, City>

/** Shekels an hour in Tel Aviv: a base, plus an amount for each person it holds. A seat has its own price. */
const HOURLY: Record<SpaceType, [base: number, perPerson: number]> = {
  office: [45, 14],
  open_space: [24, 0],
  meeting_room: [60, 14],
  lecture_room: [160, 7],
  clinics: [95, 20],
  podcast_room: [150, 15],
}

const NOT_BY_MONTH: SpaceType[] = ['lecture_room', 'podcast_room']

const HOURS_A_DAY_COSTS = 6
const DAYS_A_WEEK_COSTS = 4.5
const DAYS_A_MONTH_COSTS = 14

export type DemoRates = {
  price_per_hour: number
  price_per_day: number
  price_per_week: number
  price_per_month: number | null
}

/** In minor units of the city's currency. */
export function ratesOf(city: City, type: SpaceType, capacity: number): DemoRates {
  const [base, perPerson] = HOURLY[type]
  const step = city.currency === 'ILS' ? 5 : 1
  const hour = tidy((base + perPerson * capacity) * city.level, step)
  const day = tidy(hour * HOURS_A_DAY_COSTS, step * 2)
  return {
    price_per_hour: hour * 100,
    price_per_day: day * 100,
    price_per_week: tidy(day * DAYS_A_WEEK_COSTS, step * 5) * 100,
    price_per_month: NOT_BY_MONTH.includes(type) ? null : tidy(day * DAYS_A_MONTH_COSTS, step * 10) * 100,
  }
}

const tidy = (amount: number, step: number): number => Math.max(step, Math.round(amount / step) * step)

/** Per hour or day, whichever the space is rented by. */
export const basePrice = (rates: DemoRates, rentType: RentType): number =>
  rentType === 'day' ? rates.price_per_day : rates.price_per_hour
