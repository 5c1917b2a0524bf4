import type { SubOffice } from '@keyhour/contract/offices'

export type Rate = { cents: number; per: 'hour' | 'day' | 'week' | 'month' }

type Prices = Pick<
  SubOffice,
  'rent_type' | 'price_per_hour' | 'price_per_day' | 'price_per_week' | 'price_per_month'
>

/** The rates that a space offers, shortest stay first, in the unit of its prices. */
export function ratesOf(space: Prices): Rate[] {
  const rates: Rate[] =
    space.rent_type === 'hour'
      ? [{ cents: space.price_per_hour, per: 'hour' }]
      : [
          { cents: space.price_per_day, per: 'day' },
          { cents: space.price_per_week, per: 'week' },
          { cents: space.price_per_month ?? 0, per: 'month' },
        ]
  return rates.filter(({ cents }) => cents > 0)
}
