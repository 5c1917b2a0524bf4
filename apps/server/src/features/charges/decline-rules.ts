import type { DeclineReason } from '@keyhour/contract/payments'
import type { Language } from '@keyhour/contract/primitives'

/** Why a card was not charged, in plain words. */
export const DECLINED: Record<Language, Record<DeclineReason, string>> = {
  en: {
    card_declined: 'Your card was declined.',
    insufficient_funds: 'There is not enough money on the card.',
    expired_card: 'The card has expired.',
    incorrect_number: 'The card number is wrong.',
    incorrect_cvc: 'The security code of the card is wrong.',
    authentication_failed: 'Your bank did not confirm the payment.',
    processing_error: 'The card could not be charged right now.',
  },
  he: {
    card_declined: 'הכרטיס נדחה.',
    insufficient_funds: 'אין מספיק כסף בכרטיס.',
    expired_card: 'תוקף הכרטיס פג.',
    incorrect_number: 'מספר הכרטיס שגוי.',
    incorrect_cvc: 'קוד האבטחה של הכרטיס שגוי.',
    authentication_failed: 'הבנק שלך לא אישר את התשלום.',
    processing_error: 'אי אפשר היה לחייב את הכרטיס כרגע.',
  },
}
