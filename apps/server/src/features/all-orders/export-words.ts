import type { ShownPayment } from '@keyhour/contract/order-row'
import type { Language } from '@keyhour/contract/primitives'

type Words = {
  sheet: string
  headings: readonly string[]
  ongoing: string
  /** For its card payment. */
  waiting: string
  notAvailable: string
  invalidRange: string
  hours: (amount: string) => string
  days: (amount: string) => string
  payments: Record<ShownPayment, string>
}

/** The same words as on the screen. */
export const ORDER_WORDS: Record<Language, Words> = {
  en: {
    sheet: 'Orders',
    headings: [
      'Order ID',
      'Order Date',
      'Service Start',
      'Service End',
      'Service Duration',
      'Office Name',
      'Sub-Office Name',
      'User ID',
      'User Name',
      'User Email',
      'User Phone',
      'Base Price',
      'Sub-Office Price',
      'Taxes (18%)',
      'Total Billed',
      'Co. Commission (30%)',
      'Net to Sub-Office',
      'Payment Status & Method',
      'Left to Pay',
      'Cancelled',
      'Currency',
      'Time Zone',
      'Tax %',
    ],
    ongoing: 'Ongoing',
    waiting: 'Waiting for payment',
    notAvailable: 'N/A',
    invalidRange: 'Invalid date range',
    hours: (amount) => `${amount} hours`,
    days: (amount) => `${amount} days`,
    payments: {
      Credits: 'Credits',
      Pending: 'Pending',
      'Partly Credit': 'Partly Credit',
      'Full Credit Card': 'Full Credit Card',
      Paid: 'Paid',
    },
  },
  he: {
    sheet: 'הזמנות',
    headings: [
      'מספר הזמנה',
      'תאריך ההזמנה',
      'תחילת השירות',
      'סיום השירות',
      'משך השירות',
      'שם המשרד',
      'שם החלל',
      'מזהה משתמש',
      'שם המשתמש',
      'אימייל המשתמש',
      'טלפון המשתמש',
      'מחיר בסיס',
      'מחיר החלל',
      'מע״מ (18%)',
      'סך החיוב',
      'עמלת החברה (30%)',
      'נטו לבעל החלל',
      'מצב ואמצעי התשלום',
      'נותר לתשלום',
      'בוטלה',
      'מטבע',
      'אזור זמן',
      'אחוז מע״מ',
    ],
    ongoing: 'ללא שעת סיום',
    waiting: 'ממתינה לתשלום',
    notAvailable: 'לא זמין',
    invalidRange: 'טווח תאריכים שגוי',
    hours: (amount) => `${amount} שעות`,
    days: (amount) => `${amount} ימים`,
    payments: {
      Credits: 'קרדיטים',
      Pending: 'ממתין לתשלום',
      'Partly Credit': 'חלקית בקרדיטים',
      'Full Credit Card': 'כרטיס אשראי',
      Paid: 'שולם',
    },
  },
}
