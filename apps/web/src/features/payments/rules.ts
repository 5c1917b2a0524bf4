import type { CreditPack } from '@keyhour/contract/credits'
import { OwnPath, type PackPayment, type PaymentState, type PaymentWay } from '@keyhour/contract/payments'
import type { Currency } from '@keyhour/contract/primitives'
import { listView, readOneOf, readText } from '#web/ui/list-view.ts'

/** Where the credits of a payment are shown: the buyer's own, or those of a company. */
export const creditsPage = ({ business_id }: Pick<PackPayment, 'business_id'>): string =>
  business_id ? `/company/${business_id}/credits` : '/credits'

/** The page that the address names, if it is one of ours. */
export const returnPath = (address: URLSearchParams): string | undefined =>
  OwnPath.safeParse(address.get('return_to')).data

/** Packs of one currency together: the wanted one first, then the one with most packs. */
export function packsByCurrency(packs: CreditPack[], wanted: string | null): [Currency, CreditPack[]][] {
  const groups = [...new Set(packs.map(({ currency }) => currency))].map((one): [Currency, CreditPack[]] => [
    one,
    packs.filter(({ currency }) => currency === one),
  ])
  const rank = ([currency, { length }]: [Currency, CreditPack[]]) =>
    currency === wanted ? Number.NEGATIVE_INFINITY : -length
  return groups.toSorted((a, b) => rank(a) - rank(b))
}

/** What a pack saves, in whole percent: a credit pays 1.00. Null when it saves nothing. */
export function savingOf({ credits_amount, price_cents }: CreditPack): number | null {
  const percent = Math.floor(100 - price_cents / credits_amount)
  return percent > 0 ? percent : null
}

/** Whether any pack pays in that currency. */
export const hasCurrency = (packs: CreditPack[], wanted: string | null): wanted is Currency =>
  packs.some(({ currency }) => currency === wanted)

export const hasSeveralCurrencies = (packs: CreditPack[]): boolean =>
  new Set(packs.map(({ currency }) => currency)).size > 1

export const STATUS_COLOR = {
  open: 'brass',
  paid: 'free',
  failed: 'danger',
  expired: 'gray',
} as const satisfies Record<PaymentState, string>

/** Open invoices come first: somebody waits for them. */
export const PAYMENT_LISTS = ['invoices', 'paid', 'all'] as const
type PaymentList = (typeof PAYMENT_LISTS)[number]

export type ListFilter = { status?: PaymentState; way?: PaymentWay }

export const FILTERS: Record<PaymentList, ListFilter> = {
  invoices: { status: 'open', way: 'invoice' },
  paid: { status: 'paid' },
  all: {},
}

export const paymentsView = listView(
  { q: '', list: 'all' as PaymentList },
  { q: readText, list: readOneOf(PAYMENT_LISTS) },
)

/** In minor units; undefined unless it is an amount from 0.01 to `most`. */
export function amountTyped(typed: string, most: number): number | undefined {
  const text = typed.trim().replace(',', '.')
  if (!/^\d+(\.\d{1,2})?$/.test(text)) return undefined
  const cents = Math.round(Number(text) * 100)
  return cents > 0 && cents <= most ? cents : undefined
}
