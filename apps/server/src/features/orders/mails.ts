import { inLanguage } from '@keyhour/contract/place-names'
import type { Letter } from '#server/features/mail/letter.ts'
import type { PlacedOrder } from '#server/features/orders/calendar-queries.ts'
import { placeOf } from '#server/features/orders/describe-entry.ts'
import { withTax } from '#server/features/orders/rules.ts'
import { stayInWords } from '#server/time/moment-in-words.ts'

const LOCALE = { en: 'en-GB', he: 'he-IL' }

export function inMoney({ customer, currency }: PlacedOrder): (cents: number) => string {
  const money = new Intl.NumberFormat(LOCALE[customer.language], { style: 'currency', currency })
  return (cents) => money.format(cents / 100)
}

export const facts = (order: PlacedOrder) => ({
  place: placeOf(order),
  when: stayInWords(order.customer.language, order),
  address: inLanguage(order.customer.language, order.office).address,
})

const IS = { en: 'is', he: 'הוא' }
const IS_NOW = { en: 'is now', he: 'הוא כעת' }

export function priceInWords(order: PlacedOrder, is = IS) {
  const money = inMoney(order)
  const due = withTax(order.total_price ?? 0, order.tax_percent)
  const left = due - order.paid
  return {
    en:
      left > 0
        ? `The price ${is.en} ${money(due)} with tax, of which ${money(left)} is left to pay.`
        : `The price ${is.en} ${money(due)} with tax, paid in full.`,
    he:
      left > 0
        ? `המחיר ${is.he} ${money(due)} כולל מע"מ, ומתוכו נותרו לתשלום ${money(left)}.`
        : `המחיר ${is.he} ${money(due)} כולל מע"מ, והוא שולם.`,
  }
}

/** What is refunded: credits immediately, the rest by hand, the way it was paid. */
export type Back = { credits: number; rest: number }

export function backInWords(order: PlacedOrder, { credits, rest }: Back) {
  const money = inMoney(order)
  return {
    en: [
      ...(credits > 0 ? [`${money(credits)} is back in your credits.`] : []),
      ...(rest > 0 ? [`We refund ${money(rest)} the way you paid.`] : []),
    ],
    he: [
      ...(credits > 0 ? [`${money(credits)} הוחזרו לקרדיטים שלך.`] : []),
      ...(rest > 0 ? [`נחזיר לך ${money(rest)} באמצעי שבו שילמת.`] : []),
    ],
  }
}

export type WriteLetter = (order: PlacedOrder, url: string) => Letter

type Words = Omit<Letter, 'greeting' | 'action'>

/** The frame of every mail about an order: greeting, and a button to its page. */
export function orderLetter(order: PlacedOrder, url: string, words: { en: Words; he: Words }): Letter {
  const { name, language } = order.customer
  const frame = {
    en: { greeting: `Hello ${name},`, action: { label: 'See the booking', url } },
    he: { greeting: `שלום ${name},`, action: { label: 'לצפייה בהזמנה', url } },
  }
  return { ...words[language], ...frame[language] }
}

export const booked: WriteLetter = (order, url) => {
  const { place, when, address } = facts(order)
  const price = priceInWords(order)
  return orderLetter(order, url, {
    en: {
      subject: `Booked: ${place}`,
      paragraphs: [`${place} is yours: ${when}.`, `The address is ${address}.`, price.en],
      footnote:
        'The attached file adds it to your calendar. Plans changed? Move or cancel it on the booking page.',
    },
    he: {
      subject: `ההזמנה אושרה: ${place}`,
      paragraphs: [`המקום שמור לך: ${place}, ${when}.`, `הכתובת: ${address}.`, price.he],
      footnote: 'הקובץ המצורף מוסיף את ההזמנה ליומן שלך. התוכניות השתנו? אפשר להזיז או לבטל אותה בדף ההזמנה.',
    },
  })
}

export const moved =
  (back: Back): WriteLetter =>
  (order, url) => {
    const { place, when, address } = facts(order)
    const price = priceInWords(order, IS_NOW)
    const words = backInWords(order, back)
    return orderLetter(order, url, {
      en: {
        subject: `New time: ${place}`,
        paragraphs: [
          `Your booking of ${place} has a new time: ${when}.`,
          `The address is ${address}.`,
          price.en,
          ...words.en,
        ],
        footnote: 'The attached file updates it in your calendar.',
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
    })
  }

export const cancelled =
  (back: Back): WriteLetter =>
  (order, url) => {
    const { place, when } = facts(order)
    const words = backInWords(order, back)
    return orderLetter(order, url, {
      en: {
        subject: `Cancelled: ${place}`,
        paragraphs: [
          `Your booking of ${place} for ${when} is cancelled.`,
          ...(words.en.length === 0 ? ['There is no refund.'] : words.en),
        ],
        footnote: 'The attached file removes it from your calendar.',
      },
      he: {
        subject: `ההזמנה בוטלה: ${place}`,
        paragraphs: [
          `ההזמנה שלך בוטלה: ${place}, ${when}.`,
          ...(words.he.length === 0 ? ['לא יוחזר סכום.'] : words.he),
        ],
        footnote: 'הקובץ המצורף מסיר את ההזמנה מהיומן שלך.',
      },
    })
  }

function paidBackInWords(order: PlacedOrder, back: Back) {
  const words = backInWords(order, back)
  return {
    en:
      words.en.length === 0
        ? ['You had not paid anything yet, and you owe nothing.']
        : ['Everything you paid is refunded.', ...words.en],
    he:
      words.he.length === 0
        ? ['עדיין לא שילמת דבר, ואין צורך לשלם.']
        : ['כל מה ששילמת יוחזר לך.', ...words.he],
  }
}

type WhyCancelled = (stay: { place: string; when: string }) => { en: string[]; he: string[] }

const hadToCancel =
  (why: WhyCancelled) =>
  (back: Back): WriteLetter =>
  (order, url) => {
    const { place, when } = facts(order)
    const reason = why({ place, when })
    const words = paidBackInWords(order, back)
    return orderLetter(order, url, {
      en: {
        subject: `We had to cancel: ${place}`,
        paragraphs: [...reason.en, ...words.en],
        footnote: 'The attached file removes it from your calendar.',
      },
      he: {
        subject: `נאלצנו לבטל: ${place}`,
        paragraphs: [...reason.he, ...words.he],
        footnote: 'הקובץ המצורף מסיר את ההזמנה מהיומן שלך.',
      },
    })
  }

export const withdrawn = hadToCancel(({ place, when }) => ({
  en: [`${place} is no longer offered, so we had to cancel your booking for ${when}. We are sorry.`],
  he: [`המקום ${place} אינו מוצע עוד, ולכן נאלצנו לבטל את ההזמנה שלך: ${when}. אנו מצטערים.`],
}))

export const closed = (reason: string) =>
  hadToCancel(({ place, when }) => ({
    en: [
      `${place} will be closed, so we had to cancel your booking for ${when}. We are sorry.`,
      `Reason: ${reason}`,
    ],
    he: [
      `המקום ${place} יהיה סגור, ולכן נאלצנו לבטל את ההזמנה שלך: ${when}. אנו מצטערים.`,
      `הסיבה: ${reason}`,
    ],
  }))
