import type { OwnerOrder } from '@keyhour/contract/owners'
import type { Language } from '@keyhour/contract/primitives'

type Words = {
  sheet: string
  headings: readonly string[]
  ongoing: string
  wholeOffice: string
  deletedCustomer: string
  states: Record<OwnerOrder['state'], string>
}

/** The same words as on the screen. */
export const EXPORT_WORDS: Record<Language, Words> = {
  en: {
    sheet: 'Orders',
    headings: [
      'Order',
      'Start',
      'End',
      'Space',
      'Customer',
      'State',
      'Price',
      'Tax',
      'Commission',
      'Commission %',
      'Net',
      'Cancellation charge',
      'Currency',
    ],
    ongoing: 'Ongoing',
    wholeOffice: 'The whole office',
    deletedCustomer: 'Deleted account',
    states: {
      waiting: 'Waiting for payment',
      coming: 'Upcoming',
      active: 'Now',
      past: 'Past',
      cancelled: 'Cancelled',
    },
  },
  he: {
    sheet: 'הזמנות',
    headings: [
      'הזמנה',
      'התחלה',
      'סיום',
      'חלל',
      'לקוח',
      'מצב',
      'מחיר',
      'מע״מ',
      'עמלה',
      'אחוז עמלה',
      'נטו',
      'דמי ביטול',
      'מטבע',
    ],
    ongoing: 'ללא שעת סיום',
    wholeOffice: 'המשרד כולו',
    deletedCustomer: 'חשבון שנמחק',
    states: {
      waiting: 'ממתינה לתשלום',
      coming: 'קרובה',
      active: 'כעת',
      past: 'הסתיימה',
      cancelled: 'בוטלה',
    },
  },
}
