import type { InsightTable } from '@keyhour/contract/insight'
import type { SpaceType } from '@keyhour/contract/offices'
import type { ShownPayment } from '@keyhour/contract/order-row'
import type { Currency, Language } from '@keyhour/contract/primitives'
import { ORDER_WORDS } from '#server/features/all-orders/export-words.ts'

type Measure =
  | 'revenue'
  | 'net'
  | 'orders'
  | 'noShows'
  | 'noShowShare'
  | 'occupancy'
  | 'utilisation'
  | 'booked'
  | 'open'

export type InsightWords = {
  sheets: Record<InsightTable, string>
  from: string
  to: string
  office: string
  type: string
  day: string
  hour: string
  payment: string
  measure: (measure: Measure, currency: Currency) => string
  before: (heading: string) => string
  change: (heading: string) => string
  changePercent: (heading: string) => string
  share: string
  /** Sunday first. */
  days: readonly string[]
  types: Record<SpaceType, string>
  payments: Record<ShownPayment, string>
}

const inCurrency = (measures: Record<Measure, string>) => (measure: Measure, currency: Currency) =>
  measure === 'revenue' || measure === 'net' ? `${measures[measure]} (${currency})` : measures[measure]

/** The same words as on the screen. */
export const INSIGHT_WORDS: Record<Language, InsightWords> = {
  en: {
    sheets: {
      periods: 'Over time',
      offices: 'By office',
      types: 'By type',
      hours: 'By hour of the week',
      payments: 'Payment mix',
    },
    from: 'From',
    to: 'To',
    office: 'Office',
    type: 'Type',
    day: 'Day',
    hour: 'Hour',
    payment: 'Payment',
    measure: inCurrency({
      revenue: 'Revenue',
      net: 'Net to owners',
      orders: 'Orders',
      noShows: 'No-shows',
      noShowShare: 'No-shows %',
      occupancy: 'Occupancy %',
      utilisation: 'Utilisation %',
      booked: 'Booked hours',
      open: 'Open hours',
    }),
    before: (heading) => `${heading}, before`,
    change: (heading) => `${heading}, change`,
    changePercent: (heading) => `${heading}, change %`,
    share: 'Share of revenue %',
    days: ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'],
    types: {
      office: 'Office',
      open_space: 'Open Space',
      meeting_room: 'Meeting Room',
      lecture_room: 'Lecture Room',
      clinics: 'Clinics',
      podcast_room: 'Podcast Room',
    },
    payments: ORDER_WORDS.en.payments,
  },
  he: {
    sheets: {
      periods: 'לאורך זמן',
      offices: 'לפי משרד',
      types: 'לפי סוג',
      hours: 'לפי שעה בשבוע',
      payments: 'אופן התשלום',
    },
    from: 'מתאריך',
    to: 'עד תאריך',
    office: 'משרד',
    type: 'סוג',
    day: 'יום',
    hour: 'שעה',
    payment: 'תשלום',
    measure: inCurrency({
      revenue: 'הכנסות',
      net: 'נטו לבעלי החללים',
      orders: 'הזמנות',
      noShows: 'אי־הגעות',
      noShowShare: 'אי־הגעות %',
      occupancy: 'תפוסה %',
      utilisation: 'ניצול %',
      booked: 'שעות מוזמנות',
      open: 'שעות פתוחות',
    }),
    before: (heading) => `${heading}, בתקופה הקודמת`,
    change: (heading) => `${heading}, שינוי`,
    changePercent: (heading) => `${heading}, שינוי %`,
    share: 'חלק מההכנסות %',
    days: ['ראשון', 'שני', 'שלישי', 'רביעי', 'חמישי', 'שישי', 'שבת'],
    types: {
      office: 'משרד',
      open_space: 'חלל פתוח',
      meeting_room: 'חדר ישיבות',
      lecture_room: 'חדר הרצאות',
      clinics: 'קליניקה',
      podcast_room: 'אולפן פודקאסט',
    },
    payments: ORDER_WORDS.he.payments,
  },
}
