import type { Charge, ChargeStatus, SavedCard } from '@keyhour/contract/charges'

export const findCharge = (charges: readonly Charge[] | undefined, id: number | null): Charge | undefined =>
  charges?.find((charge) => charge.id === id)

/** The bank has not answered yet, or its answer has not arrived. */
export const isOnItsWay = (charge: Charge | undefined): boolean =>
  charge?.status === 'open' && charge.failure === null && charge.way === 'card'

/** Without those that came to nothing: only admins need to see them. */
export const withMoney = (charges: readonly Charge[]): Charge[] =>
  charges.filter(({ status }) => status !== 'open' && status !== 'expired')

/** Money that the order no longer keeps is given back, even if the bank does not know yet. */
export const shownStatus = ({ status, kept }: Charge): ChargeStatus =>
  (status === 'authorised' || status === 'captured') && kept === 0 ? 'released' : status

export const CHARGE_COLOR = {
  open: 'brass',
  authorised: 'free',
  captured: 'free',
  released: 'gray',
  failed: 'danger',
  expired: 'gray',
} as const satisfies Record<ChargeStatus, string>

const BRANDS = ['visa', 'mastercard', 'amex', 'diners', 'discover', 'jcb', 'unionpay', 'test'] as const
export type CardBrand = (typeof BRANDS)[number] | 'unknown'

export const brandOf = ({ brand }: SavedCard): CardBrand =>
  BRANDS.find((known) => known === brand) ?? 'unknown'

/** How to pay what credits do not cover. */
export type PayWay = 'saved' | 'new' | 'later'
