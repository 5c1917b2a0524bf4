import { percentOf } from '@keyhour/contract/primitives'
import type { Letter } from '#server/features/mail/letter.ts'
import type { PlacedOrder } from '#server/features/orders/calendar-queries.ts'
import { placeOf } from '#server/features/orders/describe-entry.ts'
import { stayInWords } from '#server/time/moment-in-words.ts'

const LOCALE = { en: 'en-GB', he: 'he-IL' }

/** Minor units as the customer of an order reads them. */
export function inMoney({ customer, currency }: PlacedOrder): (cents: number) => string {
  const money = new Intl.NumberFormat(LOCALE[customer.language], { style: 'currency', currency })
  return (cents) => money.format(cents / 100)
}

/** What every mail about an order needs, in the language of its customer. */
export function facts(order: PlacedOrder) {
  const { customer, total_price, tax_percent, paid, address } = order
  const money = inMoney(order)
  const price = total_price ?? 0
  const due = price + percentOf(price, tax_percent)
  return {
    name: customer.name,
    place: placeOf(order),
    when: stayInWords(customer.language, order),
    address,
    due: money(due),
    left: due > paid ? money(due - paid) : null,
  }
}

/** What goes back to the customer: into credits at once, and by hand the way it was paid. */
export type Back = { credits: number; rest: number }

export function backInWords(order: PlacedOrder, { credits, rest }: Back) {
  const money = inMoney(order)
  return {
    en: [
      ...(credits > 0 ? [`${money(credits)} is back in your credits.`] : []),
      ...(rest > 0 ? [`We give you ${money(rest)} back the way you paid it.`] : []),
    ],
    he: [
      ...(credits > 0 ? [`${money(credits)} הוחזרו לקרדיטים שלך.`] : []),
      ...(rest > 0 ? [`נחזיר לך ${money(rest)} באמצעי שבו שילמת.`] : []),
    ],
  }
}

export type WriteLetter = (order: PlacedOrder, url: string) => Letter

export const booked: WriteLetter = (order, url) => {
  const { name, place, when, address, due, left } = facts(order)
  return {
    en: {
      subject: `Booked: ${place}`,
      greeting: `Hello ${name},`,
      paragraphs: [
        `${place} is yours: ${when}.`,
        `You find it at ${address}.`,
        left === null
          ? `The price is ${due} with tax, and it is paid.`
          : `The price is ${due} with tax, of which ${left} is left to pay.`,
      ],
      action: { label: 'See the booking', url },
      footnote: 'The attached file puts it in your calendar. Plans change? Move or cancel it on its page.',
    },
    he: {
      subject: `ההזמנה אושרה: ${place}`,
      greeting: `שלום ${name},`,
      paragraphs: [
        `המקום שמור לך: ${place}, ${when}.`,
        `הכתובת: ${address}.`,
        left === null
          ? `המחיר הוא ${due} כולל מס, והוא שולם.`
          : `המחיר הוא ${due} כולל מס, ומתוכו נותרו לתשלום ${left}.`,
      ],
      action: { label: 'לצפייה בהזמנה', url },
      footnote: 'הקובץ המצורף מוסיף את ההזמנה ליומן שלך. התוכניות השתנו? אפשר להזיז או לבטל אותה בדף ההזמנה.',
    },
  }[order.customer.language]
}

export const moved =
  (back: Back): WriteLetter =>
  (order, url) => {
    const { name, place, when, address, due, left } = facts(order)
    const words = backInWords(order, back)
    return {
      en: {
        subject: `New time: ${place}`,
        greeting: `Hello ${name},`,
        paragraphs: [
          `Your booking of ${place} has a new time: ${when}.`,
          `You find it at ${address}.`,
          left === null
            ? `The price is now ${due} with tax, and it is paid.`
            : `The price is now ${due} with tax, of which ${left} is left to pay.`,
          ...words.en,
        ],
        action: { label: 'See the booking', url },
        footnote: 'The attached file moves it in your calendar, too.',
      },
      he: {
        subject: `מועד חדש: ${place}`,
        greeting: `שלום ${name},`,
        paragraphs: [
          `להזמנה שלך נקבע מועד חדש: ${place}, ${when}.`,
          `הכתובת: ${address}.`,
          left === null
            ? `המחיר הוא כעת ${due} כולל מס, והוא שולם.`
            : `המחיר הוא כעת ${due} כולל מס, ומתוכו נותרו לתשלום ${left}.`,
          ...words.he,
        ],
        action: { label: 'לצפייה בהזמנה', url },
        footnote: 'הקובץ המצורף מעדכן את המועד גם ביומן שלך.',
      },
    }[order.customer.language]
  }

export const cancelled =
  (back: Back): WriteLetter =>
  (order, url) => {
    const { name, place, when } = facts(order)
    const words = backInWords(order, back)
    return {
      en: {
        subject: `Cancelled: ${place}`,
        greeting: `Hello ${name},`,
        paragraphs: [
          `The booking of ${place} is cancelled. It was for ${when}.`,
          ...(words.en.length === 0 ? ['No money goes back.'] : words.en),
        ],
        action: { label: 'See the booking', url },
        footnote: 'The attached file takes it off your calendar.',
      },
      he: {
        subject: `ההזמנה בוטלה: ${place}`,
        greeting: `שלום ${name},`,
        paragraphs: [
          `ההזמנה שלך בוטלה: ${place}, ${when}.`,
          ...(words.he.length === 0 ? ['לא יוחזר סכום.'] : words.he),
        ],
        action: { label: 'לצפייה בהזמנה', url },
        footnote: 'הקובץ המצורף מסיר את ההזמנה מהיומן שלך.',
      },
    }[order.customer.language]
  }

/** The place is gone, so we had to cancel. */
export const withdrawn =
  (back: Back): WriteLetter =>
  (order, url) => {
    const { name, place, when } = facts(order)
    const words = backInWords(order, back)
    return {
      en: {
        subject: `We had to cancel: ${place}`,
        greeting: `Hello ${name},`,
        paragraphs: [
          `${place} is no longer offered, so we had to cancel your booking for ${when}. We are sorry.`,
          ...(words.en.length === 0
            ? ['You had not paid anything yet, and nothing is owed.']
            : ['You get back all that you paid.', ...words.en]),
        ],
        action: { label: 'See the booking', url },
        footnote: 'The attached file takes it off your calendar.',
      },
      he: {
        subject: `נאלצנו לבטל: ${place}`,
        greeting: `שלום ${name},`,
        paragraphs: [
          `המקום ${place} אינו מוצע עוד, ולכן נאלצנו לבטל את ההזמנה שלך: ${when}. אנו מצטערים.`,
          ...(words.he.length === 0
            ? ['עדיין לא שילמת דבר, ואין צורך לשלם.']
            : ['כל מה ששילמת יוחזר לך.', ...words.he]),
        ],
        action: { label: 'לצפייה בהזמנה', url },
        footnote: 'הקובץ המצורף מסיר את ההזמנה מהיומן שלך.',
      },
    }[order.customer.language]
  }
