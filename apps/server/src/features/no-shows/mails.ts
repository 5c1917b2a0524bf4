import { type Letter, letterTo } from '#server/features/mail/letter.ts'
import type { PlacedOrder } from '#server/features/orders/calendar-queries.ts'
import {
  backInWords,
  cancellation,
  costOfNoShow,
  HOW_TO_CHECK_IN,
  inMoney,
  NOTHING_OWED,
  type Outcome,
  type Sentences,
  stayOf,
  type WriteLetter,
} from '#server/features/orders/mails.ts'
import { timeInWords } from '#server/time/moment-in-words.ts'

/** Goes out before an order is released at `until`. */
export function expected(order: PlacedOrder, { until, url }: { until: string; url: string }): Letter {
  const { language } = order.customer
  const { place, when } = stayOf(order)
  const time = timeInWords(language, until, order.time_zone)
  const cost = costOfNoShow(order.no_show_refund_percent ?? 0)
  const words: Record<'en' | 'he', Omit<Letter, 'greeting'>> = {
    en: {
      subject: `Check in by ${time}: ${place}`,
      paragraphs: [
        `Your booking of ${place} has begun, but nobody has checked in yet: ${when}.`,
        `If nobody has checked in by ${time}, it is released and others can book the time. ${cost.en}`,
        HOW_TO_CHECK_IN.en,
      ],
      action: { label: 'Open the door or check in', url },
      footnote: 'Not coming? Until then, cancelling costs the same, and frees the space for others sooner.',
    },
    he: {
      subject: `ממתינים לכניסה עד ${time}: ${place}`,
      paragraphs: [
        `ההזמנה שלך כבר התחילה, ועדיין לא נרשמה כניסה: ${place}, ${when}.`,
        `אם לא תירשם כניסה עד ${time}, ההזמנה תשתחרר והזמן ייפתח לאחרים. ${cost.he}`,
        HOW_TO_CHECK_IN.he,
      ],
      action: { label: 'לפתיחת הדלת או לכניסה', url },
      footnote: 'ההזמנה כבר לא נחוצה? ביטול עד אז עולה אותו דבר, ומפנה את החלל לאחרים מוקדם יותר.',
    },
  }
  return letterTo(order.customer, words)
}

export const missed = (outcome: Outcome): WriteLetter =>
  cancellation({
    subject: { en: 'Released, nobody checked in', he: 'ההזמנה שוחררה, לא נרשמה כניסה' },
    why: ({ place, when }, { no_show_minutes }) => ({
      en: [
        `Nobody checked in to your booking of ${place} for ${when}. Its rule gives ${no_show_minutes} minutes for that, so we have released it.`,
      ],
      he: [
        `לא נרשמה כניסה להזמנה שלך: ${place}, ${when}. לפי תנאי ההזמנה יש לכך ${no_show_minutes} דקות, ולכן היא שוחררה.`,
      ],
    }),
    back: (order) => {
      const kept = keptInWords(order, outcome)
      const back = backInWords(order, outcome)
      return { en: [...kept.en, ...back.en, WRONG.en], he: [...kept.he, ...back.he, WRONG.he] }
    },
  })

const WRONG = {
  en: 'If somebody was there after all, please tell us with the contact form.',
  he: 'אם בכל זאת מישהו היה שם, נא לכתוב לנו בטופס יצירת הקשר.',
}

function keptInWords(order: PlacedOrder, { kept, owed, credits, card, rest }: Outcome): Sentences {
  const money = inMoney(order)
  if (kept === 0)
    return credits + card + rest > 0
      ? { en: ['Everything you paid is refunded.'], he: ['כל מה ששילמת יוחזר לך.'] }
      : NOTHING_OWED
  const left = {
    en:
      owed === 0 ? '' : owed === kept ? ', which is left to pay' : `, of which ${money(owed)} is left to pay`,
    he: owed === 0 ? '' : owed === kept ? ', והסכום נותר לתשלום' : `, ומתוכם נותרו לתשלום ${money(owed)}`,
  }
  const nothingBack = owed === 0 && credits + card + rest === 0
  return {
    en: [
      `Under its terms, the booking costs ${money(kept)} all the same${left.en}.`,
      ...(nothingBack ? ['There is no refund.'] : []),
    ],
    he: [`לפי תנאי ההזמנה, היא עולה ${money(kept)} גם כך${left.he}.`, ...(nothingBack ? ['אין החזר.'] : [])],
  }
}
