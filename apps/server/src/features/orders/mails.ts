import { isolated } from '@keyhour/contract/direction'
import { inLanguage } from '@keyhour/contract/place-names'
import { withTax } from '@keyhour/contract/price'
import type { Language } from '@keyhour/contract/primitives'
import type { Revived } from '#server/features/credits/spend-credits.ts'
import { type Letter, letterTo } from '#server/features/mail/letter.ts'
import { moneyInWords } from '#server/features/mail/money-in-words.ts'
import type { PlacedOrder } from '#server/features/orders/calendar-queries.ts'
import { placeOf } from '#server/features/orders/describe-entry.ts'
import { noShowTerms } from '#server/features/orders/rules.ts'
import { lastDayInWords, stayInWords } from '#server/time/moment-in-words.ts'

export type WriteLetter = (order: PlacedOrder, url: string) => Letter

export type Sentences = Record<Language, string[]>
type Stay = { place: string; when: string; address: string }
type Words = Omit<Letter, 'greeting' | 'action'>

/** As the customer reads it. */
export function stayOf(order: PlacedOrder): Stay {
  const { language } = order.customer
  const address = isolated(inLanguage(language, order.office).address, language)
  return { place: isolated(placeOf(order), language), when: stayInWords(language, order), address }
}

/** The frame of every mail about an order: greeting, and a button to its page. */
const orderLetter =
  (words: (stay: Stay, order: PlacedOrder) => Record<Language, Words>): WriteLetter =>
  (order, url) => {
    const { language } = order.customer
    const label = { en: 'See the booking', he: 'לצפייה בהזמנה' }[language]
    return { ...letterTo(order.customer, words(stayOf(order), order)), action: { label, url } }
  }

export const inMoney =
  ({ customer, currency }: PlacedOrder) =>
  (cents: number): string =>
    moneyInWords(customer.language, currency, cents)

const IS = { en: 'is', he: 'הוא' }
const IS_NOW = { en: 'is now', he: 'הוא כעת' }

function priceInWords(order: PlacedOrder, is = IS): Record<Language, string> {
  const money = inMoney(order)
  const due = withTax(order.total_price ?? 0, order.tax_percent)
  const left = due - order.paid
  const onCompany = Boolean(order.business_id)
  return {
    en:
      left > 0
        ? `The price ${is.en} ${money(due)} with tax, of which ${money(left)} is left to pay.`
        : `The price ${is.en} ${money(due)} with tax, ${onCompany ? 'paid with company credits' : 'paid in full'}.`,
    he:
      left > 0
        ? `המחיר ${is.he} ${money(due)} כולל מע״מ, ומתוכו נותרו לתשלום ${money(left)}.`
        : `המחיר ${is.he} ${money(due)} כולל מע״מ, והוא שולם${onCompany ? ' בקרדיטים של החברה' : ''}.`,
  }
}

/** What is refunded: credits and card by themselves, the rest by hand, the way it was paid. */
export type Back = { credits: number; card: number; rest: number; expired: Revived | null }

export function backInWords(order: PlacedOrder, { credits, card, rest, expired }: Back): Sentences {
  const money = inMoney(order)
  const again = expired ? expiredInWords(order, expired) : null
  const onCompany = Boolean(order.business_id)
  return {
    en: [
      ...(credits > 0
        ? [
            onCompany
              ? `${money(credits)} goes back to the company’s credits.`
              : `${money(credits)} is back in your credits.`,
          ]
        : []),
      ...(again ? [again.en] : []),
      ...(card > 0
        ? [`${money(card)} goes back to your card. It can take a few days to appear in your account.`]
        : []),
      ...(rest > 0 ? [`We will refund ${money(rest)} the way you paid.`] : []),
    ],
    he: [
      ...(credits > 0 ? [`${money(credits)} ${onCompany ? 'הוחזרו לחברה' : 'הוחזרו לקרדיטים שלך'}.`] : []),
      ...(again ? [again.he] : []),
      ...(card > 0 ? [`${money(card)} יוחזרו לכרטיס שלך. ייתכן שיעברו כמה ימים עד שזה יופיע בחשבון.`] : []),
      ...(rest > 0 ? [`נחזיר לך ${money(rest)} באמצעי שבו שילמת.`] : []),
    ],
  }
}

/** Follows the sentence about all refunded credits. */
export function expiredInWords(order: PlacedOrder, { amount, until }: Revived): Record<Language, string> {
  const expired = inMoney(order)(amount)
  if (until === null)
    return {
      en: `${expired} of that has expired in the meantime and can no longer be spent.`,
      he: `תוקפם של ${expired} מתוכם פג בינתיים, וכבר אי אפשר לנצל אותם.`,
    }
  const day = lastDayInWords(order.customer.language, until)
  return {
    en: `${expired} of that has expired in the meantime, but you can spend it until ${day}.`,
    he: `תוקפם של ${expired} מתוכם פג בינתיים, אבל אפשר לנצל אותם עד ${day}.`,
  }
}

export const HOW_TO_CHECK_IN = {
  en: 'Opening a door or pressing “Check in” on the booking page checks you in. A door code alone does not: the lock does not tell us.',
  he: 'פתיחת דלת או לחיצה על ״כניסה״ בדף ההזמנה נרשמת ככניסה. קוד דלת לבדו אינו נרשם: המנעול אינו מדווח לנו.',
}

export const costOfNoShow = (refundPercent: number): Record<Language, string> => {
  if (refundPercent === 100) return { en: 'It then costs nothing.', he: 'במקרה כזה היא אינה עולה דבר.' }
  if (refundPercent === 0)
    return { en: 'It then costs its full price.', he: 'במקרה כזה היא עולה את מלוא המחיר.' }
  const percent = 100 - refundPercent
  return {
    en: `It then costs ${percent}% of its price.`,
    he: `במקרה כזה היא עולה ${percent}% מהמחיר.`,
  }
}

export function noShowRule(order: PlacedOrder): Sentences {
  const rule = noShowTerms(order)
  if (rule === null) return { en: [], he: [] }
  const cost = costOfNoShow(rule.refund_percent)
  return {
    en: [
      `If nobody has checked in ${rule.minutes} minutes after the start, the booking is released and others can book the time. ${cost.en}`,
      HOW_TO_CHECK_IN.en,
    ],
    he: [
      `אם לא נרשמה כניסה עד ${rule.minutes} דקות אחרי ההתחלה, ההזמנה משתחררת והזמן נפתח לאחרים. ${cost.he}`,
      HOW_TO_CHECK_IN.he,
    ],
  }
}

export const booked = orderLetter(({ place, when, address }, order) => {
  const price = priceInWords(order)
  const rule = noShowRule(order)
  return {
    en: {
      subject: `Booked: ${place}`,
      paragraphs: [`${place} is yours: ${when}.`, `The address is ${address}.`, price.en, ...rule.en],
      footnote:
        'The attached file adds the booking to your calendar. Plans changed? You can move or cancel it on the booking page.',
    },
    he: {
      subject: `ההזמנה אושרה: ${place}`,
      paragraphs: [`המקום שמור לך: ${place}, ${when}.`, `הכתובת: ${address}.`, price.he, ...rule.he],
      footnote: 'הקובץ המצורף מוסיף את ההזמנה ליומן שלך. התוכניות השתנו? אפשר להזיז או לבטל אותה בדף ההזמנה.',
    },
  }
})

export const moved = (back: Back): WriteLetter =>
  orderLetter(({ place, when, address }, order) => {
    const price = priceInWords(order, IS_NOW)
    const words = backInWords(order, back)
    return {
      en: {
        subject: `New time: ${place}`,
        paragraphs: [
          `Your booking of ${place} has a new time: ${when}.`,
          `The address is ${address}.`,
          price.en,
          ...words.en,
        ],
        footnote: 'The attached file updates the booking in your calendar.',
      },
      he: {
        subject: `מועד חדש: ${place}`,
        paragraphs: [
          `להזמנה שלך נקבע מועד חדש: ${place}, ${when}.`,
          `הכתובת: ${address}.`,
          price.he,
          ...words.he,
        ],
        footnote: 'הקובץ המצורף מעדכן את המועד גם ביומן שלך.',
      },
    }
  })

/** `before` is the old space, `taken` what the move took from credits. */
export const movedToSpace = ({
  before: old,
  isNewTime = false,
  taken,
  ...back
}: Back & { before: string; isNewTime?: boolean; taken: number }): WriteLetter =>
  orderLetter(({ place, when, address }, order) => {
    const before = isolated(old, order.customer.language)
    const price = priceInWords(order)
    const money = inMoney(order)
    const words = backInWords(order, back)
    const onCompany = Boolean(order.business_id)
    return {
      en: {
        subject: `New space: ${place}`,
        paragraphs: [
          isNewTime
            ? `Your booking has moved from ${before} to ${place}, and has a new time: ${when}.`
            : `Your booking has moved from ${before} to ${place}: ${when}.`,
          `The address is ${address}.`,
          price.en,
          ...(taken > 0
            ? [
                `We have taken ${money(taken)} of it from ${onCompany ? 'the company’s' : 'your'} credits now.`,
              ]
            : []),
          ...words.en,
        ],
        footnote: 'The attached file updates the booking in your calendar.',
      },
      he: {
        subject: `חלל חדש: ${place}`,
        paragraphs: [
          isNewTime
            ? `ההזמנה שלך הועברה מ־${before} אל ${place}, ונקבע לה מועד חדש: ${when}.`
            : `ההזמנה שלך הועברה מ־${before} אל ${place}: ${when}.`,
          `הכתובת: ${address}.`,
          price.he,
          ...(taken > 0
            ? [`מתוכו שולמו כעת ${money(taken)} מהקרדיטים ${onCompany ? 'של החברה' : 'שלך'}.`]
            : []),
          ...words.he,
        ],
        footnote: 'הקובץ המצורף מעדכן את המקום גם ביומן שלך.',
      },
    }
  })

const CANCELLED = { en: 'Cancelled', he: 'ההזמנה בוטלה' }
const BY_US = { en: 'We had to cancel', he: 'נאלצנו לבטל' }

type Cancellation = {
  subject: Record<Language, string>
  why: (stay: Stay, order: PlacedOrder) => Sentences
  back: (order: PlacedOrder) => Sentences
}

export const cancellation = ({ subject, why, back }: Cancellation): WriteLetter =>
  orderLetter((stay, order) => {
    const [reason, words] = [why(stay, order), back(order)]
    return {
      en: {
        subject: `${subject.en}: ${stay.place}`,
        paragraphs: [...reason.en, ...words.en],
        footnote: 'The attached file removes the booking from your calendar.',
      },
      he: {
        subject: `${subject.he}: ${stay.place}`,
        paragraphs: [...reason.he, ...words.he],
        footnote: 'הקובץ המצורף מסיר את ההזמנה מהיומן שלך.',
      },
    }
  })

/** What a cancellation refunds, what it keeps of the price and tax, and what is left to pay of that. */
export type Outcome = Back & { kept: number; owed: number }

export const NOTHING_OWED = {
  en: ['You had not paid anything yet, and you owe nothing.'],
  he: ['עדיין לא שילמת דבר, ואין צורך לשלם.'],
}

function owedInWords(order: PlacedOrder, { kept, owed }: Outcome): Sentences {
  const money = inMoney(order)
  const isAll = owed === kept
  return {
    en: [
      `Under the terms of the booking, cancelling this late costs ${money(kept)}${isAll ? ', which is left to pay.' : `, of which ${money(owed)} is left to pay.`}`,
    ],
    he: [
      `לפי תנאי ההזמנה, ביטול מאוחר כזה עולה ${money(kept)}${isAll ? ', והסכום נותר לתשלום.' : `, ומתוכם נותרו לתשלום ${money(owed)}.`}`,
    ],
  }
}

const byTerms = (outcome: Outcome) => (order: PlacedOrder) => {
  if (outcome.owed > 0) return owedInWords(order, outcome)
  const words = backInWords(order, outcome)
  if (words.en.length > 0) return words
  return outcome.kept === 0 ? NOTHING_OWED : { en: ['There is no refund.'], he: ['אין החזר.'] }
}

const allBack = (back: Back) => (order: PlacedOrder) => {
  const words = backInWords(order, back)
  return words.en.length === 0
    ? NOTHING_OWED
    : { en: ['Everything you paid is refunded.', ...words.en], he: ['כל מה ששילמת יוחזר לך.', ...words.he] }
}

export const cancelled = (outcome: Outcome): WriteLetter =>
  cancellation({
    subject: CANCELLED,
    why: ({ place, when }) => ({
      en: [`Your booking of ${place} for ${when} is cancelled.`],
      he: [`ההזמנה שלך בוטלה: ${place}, ${when}.`],
    }),
    back: byTerms(outcome),
  })

export const cancelledByUs =
  (reason: string) =>
  (outcome: Outcome): WriteLetter =>
    cancellation({
      subject: BY_US,
      why: ({ place, when }) => ({
        en: [`We have cancelled your booking of ${place} for ${when}.`, `Reason: ${isolated(reason, 'en')}`],
        he: [`ביטלנו את ההזמנה שלך: ${place}, ${when}.`, `הסיבה: ${isolated(reason, 'he')}`],
      }),
      back: byTerms(outcome),
    })

export const withdrawn = (back: Back): WriteLetter =>
  cancellation({
    subject: BY_US,
    why: ({ place, when }) => ({
      en: [`${place} is no longer offered, so we had to cancel your booking for ${when}. We are sorry.`],
      he: [`המקום ${place} אינו מוצע עוד, ולכן נאלצנו לבטל את ההזמנה שלך: ${when}. אנו מצטערים.`],
    }),
    back: allBack(back),
  })

/** Somebody has it in a calendar of the office. */
export const takenByOthers = (back: Back): WriteLetter =>
  cancellation({
    subject: BY_US,
    why: ({ place, when }) => ({
      en: [
        `${place} was already taken in another calendar of the office, so we had to cancel your booking for ${when}. We are sorry.`,
      ],
      he: [
        `המקום ${place} כבר היה תפוס ביומן אחר של המשרד, ולכן נאלצנו לבטל את ההזמנה שלך: ${when}. אנו מצטערים.`,
      ],
    }),
    back: allBack(back),
  })

export const closed =
  (reason: string) =>
  (back: Back): WriteLetter =>
    cancellation({
      subject: BY_US,
      why: ({ place, when }) => ({
        en: [
          `${place} will be closed, so we had to cancel your booking for ${when}. We are sorry.`,
          `Reason: ${isolated(reason, 'en')}`,
        ],
        he: [
          `המקום ${place} יהיה סגור, ולכן נאלצנו לבטל את ההזמנה שלך: ${when}. אנו מצטערים.`,
          `הסיבה: ${isolated(reason, 'he')}`,
        ],
      }),
      back: allBack(back),
    })
