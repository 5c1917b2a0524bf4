import type { CreditEntryKind } from '@keyhour/contract/credits'
import type { Language } from '@keyhour/contract/primitives'

type Words = { sheet: string; headings: readonly string[]; kinds: Record<CreditEntryKind, string> }

/** The same words as on the screen. */
export const LEDGER_WORDS: Record<Language, Words> = {
  en: {
    sheet: 'Credits',
    headings: [
      'Number',
      'Time (UTC)',
      'Entry',
      'Description',
      'Order ID',
      'Place',
      'Credits',
      'Balance',
      'Currency',
    ],
    kinds: {
      grant: 'Added',
      purchase: 'Bought',
      payback: 'Purchase refunded',
      spend: 'Paid for a booking',
      refund: 'Refunded',
      expire: 'Expired',
      correct: 'Taken back',
    },
  },
  he: {
    sheet: 'קרדיטים',
    headings: ['מספר', 'זמן (UTC)', 'רישום', 'תיאור', 'מספר הזמנה', 'מקום', 'קרדיטים', 'יתרה', 'מטבע'],
    kinds: {
      grant: 'נוספו',
      purchase: 'נקנו',
      payback: 'החזר כספי על רכישה',
      spend: 'תשלום על הזמנה',
      refund: 'הוחזרו',
      expire: 'פג תוקפם',
      correct: 'בוטלו',
    },
  },
}
