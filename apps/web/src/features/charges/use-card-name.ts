import type { SavedCard } from '@keyhour/contract/charges'
import { useTranslation } from 'react-i18next'
import { brandOf } from '#web/features/charges/rules.ts'

/** Visa ending in 4242 */
export function useCardName(): (card: SavedCard) => string {
  const { t } = useTranslation('charges')
  return (card) => t('card', { brand: t(`brand.${brandOf(card)}`), last4: card.last4 })
}
