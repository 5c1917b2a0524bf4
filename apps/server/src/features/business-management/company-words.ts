import type { UsageBy } from '@keyhour/contract/business-credits'
import type { Language } from '@keyhour/contract/primitives'

type Words = {
  /** Instead of a name. */
  gone: string
  entries: { sheet: string; headings: readonly string[] }
  usage: { sheet: string; headings: Record<UsageBy, readonly string[]>; sums: readonly string[] }
}

/** Of the files for managers. */
export const COMPANY_WORDS: Record<Language, Words> = {
  en: {
    gone: 'Deleted account',
    entries: {
      sheet: 'Company credits',
      headings: [
        'Number',
        'Time (UTC)',
        'Entry',
        'Person',
        'Description',
        'Order ID',
        'Place',
        'Credits',
        'Currency',
      ],
    },
    usage: {
      sheet: 'Usage',
      headings: { person: ['Person', 'Email'], month: ['Month'], space: ['Office', 'Space'] },
      sums: ['Bookings', 'Credits', 'Currency'],
    },
  },
  he: {
    gone: 'חשבון שנמחק',
    entries: {
      sheet: 'קרדיטים של החברה',
      headings: ['מספר', 'זמן (UTC)', 'רישום', 'שם', 'תיאור', 'מספר הזמנה', 'מקום', 'קרדיטים', 'מטבע'],
    },
    usage: {
      sheet: 'ניצול',
      headings: { person: ['שם', 'אימייל'], month: ['חודש'], space: ['משרד', 'חלל'] },
      sums: ['הזמנות', 'קרדיטים', 'מטבע'],
    },
  },
}
