import type { Currency } from '@keyhour/contract/primitives'
import type { CreditBalance } from '@keyhour/contract/users'
import { leftToRight } from '#web/format/direction.ts'

const SIGN = { USD: '$', EUR: '€', ILS: '₪', GBP: '£' } as const satisfies Record<Currency, string>

export const signOf = (currency: Currency): string => SIGN[currency]

/** 123450 → $1,234.50 */
export function formatMoney(cents: number, currency: Currency): string {
  const amount = `${SIGN[currency]}${formatAmount(Math.abs(cents))}`
  return cents < 0 ? leftToRight(`−${amount}`) : amount
}

/**
 * 123450 → 1,234.50, for columns that name the currency elsewhere. Not by Intl: loading its locale data would delay the
 * page.
 */
export const formatAmount = (cents: number): string =>
  (cents / 100).toFixed(2).replace(/\B(?=(\d{3})+\.)/g, ',')

/** 120 → ₪120.00. A credit pays 1.00 in offices of its currency and can be spent in parts. */
export const formatCredits = (credits: number, currency: Currency): string =>
  formatMoney(Math.round(credits * 100), currency)

/** Credits of several currencies are never added up. */
export const formatBalances = (balances: readonly CreditBalance[]): string =>
  balances.length === 0
    ? formatAmount(0)
    : balances.map(({ credits, currency }) => formatCredits(credits, currency)).join(' · ')
