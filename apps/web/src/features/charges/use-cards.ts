import type { SavedCard } from '@keyhour/contract/charges'
import type { Currency } from '@keyhour/contract/primitives'
import { useQuery } from '@tanstack/react-query'
import { cardsQuery } from '#web/features/charges/api.ts'
import { paymentOptionsQuery } from '#web/features/payments/api.ts'

type Cards = {
  /** Whether cards can pay here. False until that is known. */
  canPay: boolean
  /** The card that was used last. */
  saved: SavedCard | undefined
  /** The smallest amount that a card can pay. */
  leastIn: (currency: Currency) => number
}

export function useCards(isNeeded: boolean): Cards {
  const options = useQuery({ ...paymentOptionsQuery, enabled: isNeeded })
  const takesCards = options.data !== undefined && options.data.way !== 'invoice'
  const cards = useQuery({ ...cardsQuery, enabled: isNeeded && takesCards })
  return {
    canPay: isNeeded && takesCards && !cards.isPending,
    saved: isNeeded ? cards.data?.[0] : undefined,
    leastIn: (currency) => options.data?.least_charge[currency] ?? 0,
  }
}
