import { besideCard, type SavedCard } from '@keyhour/contract/charges'
import type { Currency } from '@keyhour/contract/primitives'
import { useState } from 'react'
import type { PayWay } from '#web/features/charges/rules.ts'
import { useCards } from '#web/features/charges/use-cards.ts'

/** How to pay, as chosen so far. */
export type ChosenPayment = {
  ways: readonly PayWay[]
  way: PayWay
  saved: SavedCard | undefined
  onChange: (way: PayWay) => void
  /** The smallest amount that a card can pay. */
  least: number
}

type Price = { with_credits: number; left: number; currency: Currency }

/**
 * The first way that is possible is chosen to begin with. Null where there is nothing to choose, also because a card cannot
 * pay so little. Without `price`, it is not known yet.
 */
export function usePayChoice(
  isNeeded: boolean,
  ways: readonly PayWay[],
  price?: Price,
): ChosenPayment | null {
  const { canPay, saved, leastIn } = useCards(isNeeded)
  const least = price ? leastIn(price.currency) : 0
  const isEnough = !price || besideCard(price, least).left >= least
  const [chosen, onChange] = useState<PayWay | null>(null)
  const possible = ways.filter((way) => way !== 'saved' || saved)
  const way = possible.find((one) => one === chosen) ?? possible[0]
  return canPay && isEnough && way && possible.length > 1
    ? { ways: possible, way, saved, onChange, least }
    : null
}

/** What is taken from credits, and what is left, with the chosen payment. */
export const paidBy = <P extends Price>(price: P, payment: ChosenPayment | null): P =>
  payment && payment.way !== 'later' ? besideCard(price, payment.least) : price
