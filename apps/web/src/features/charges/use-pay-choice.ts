import type { SavedCard } from '@keyhour/contract/charges'
import { useState } from 'react'
import type { PayWay } from '#web/features/charges/rules.ts'
import { useCards } from '#web/features/charges/use-cards.ts'

/** How to pay, as chosen so far. */
export type ChosenPayment = {
  ways: readonly PayWay[]
  way: PayWay
  saved: SavedCard | undefined
  onChange: (way: PayWay) => void
}

/** The first way that is possible is chosen to begin with. Null where there is nothing to choose. */
export function usePayChoice(isNeeded: boolean, ways: readonly PayWay[]): ChosenPayment | null {
  const { canPay, saved } = useCards(isNeeded)
  const [chosen, onChange] = useState<PayWay | null>(null)
  const possible = ways.filter((way) => way !== 'saved' || saved)
  const way = possible.find((one) => one === chosen) ?? possible[0]
  return canPay && way && possible.length > 1 ? { ways: possible, way, saved, onChange } : null
}
