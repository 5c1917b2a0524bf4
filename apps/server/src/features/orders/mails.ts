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
  const { customer, total_price, tax_percent, paid, refunded, address } = order
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
    refunded: refunded > 0 ? money(refunded) : null,
  }
}

export function booked(order: PlacedOrder, url: string): Letter {
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
        `${place} שמור לך: ${when}.`,
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

export function moved(order: PlacedOrder, url: string): Letter {
  const { name, place, when, address, due, left } = facts(order)
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
      ],
      action: { label: 'See the booking', url },
      footnote: 'The attached file moves it in your calendar, too.',
    },
    he: {
      subject: `מועד חדש: ${place}`,
      greeting: `שלום ${name},`,
      paragraphs: [
        `להזמנה שלך ב${place} נקבע מועד חדש: ${when}.`,
        `הכתובת: ${address}.`,
        left === null
          ? `המחיר הוא כעת ${due} כולל מס, והוא שולם.`
          : `המחיר הוא כעת ${due} כולל מס, ומתוכו נותרו לתשלום ${left}.`,
      ],
      action: { label: 'לצפייה בהזמנה', url },
      footnote: 'הקובץ המצורף מעדכן את המועד גם ביומן שלך.',
    },
  }[order.customer.language]
}

export function cancelled(order: PlacedOrder, url: string): Letter {
  const { name, place, when, refunded } = facts(order)
  return {
    en: {
      subject: `Cancelled: ${place}`,
      greeting: `Hello ${name},`,
      paragraphs: [
        `The booking of ${place} is cancelled. It was for ${when}.`,
        refunded === null
          ? 'There was nothing to give back.'
          : `${refunded} went back to where it was paid from.`,
      ],
      action: { label: 'See the booking', url },
      footnote: 'The attached file takes it off your calendar.',
    },
    he: {
      subject: `ההזמנה בוטלה: ${place}`,
      greeting: `שלום ${name},`,
      paragraphs: [
        `ההזמנה ב${place} בוטלה. היא נקבעה ל: ${when}.`,
        refunded === null ? 'לא היה סכום להחזיר.' : `${refunded} הוחזרו לאמצעי שבו שולמו.`,
      ],
      action: { label: 'לצפייה בהזמנה', url },
      footnote: 'הקובץ המצורף מסיר את ההזמנה מהיומן שלך.',
    },
  }[order.customer.language]
}

/** The place is gone, so we had to cancel. */
export function withdrawn(order: PlacedOrder, url: string): Letter {
  const { name, place, when, refunded } = facts(order)
  return {
    en: {
      subject: `We had to cancel: ${place}`,
      greeting: `Hello ${name},`,
      paragraphs: [
        `${place} is no longer offered, so we had to cancel your booking for ${when}. We are sorry.`,
        refunded === null
          ? 'You had not paid anything yet, and nothing is owed.'
          : `All that you paid, ${refunded}, went back to where it was paid from.`,
      ],
      action: { label: 'See the booking', url },
      footnote: 'The attached file takes it off your calendar.',
    },
    he: {
      subject: `נאלצנו לבטל: ${place}`,
      greeting: `שלום ${name},`,
      paragraphs: [
        `${place} אינו מוצע עוד, ולכן נאלצנו לבטל את ההזמנה שלך ל: ${when}. אנו מצטערים.`,
        refunded === null
          ? 'עדיין לא שילמת דבר, ואין צורך לשלם.'
          : `כל הסכום ששילמת, ${refunded}, הוחזר לאמצעי שבו שולם.`,
      ],
      action: { label: 'לצפייה בהזמנה', url },
      footnote: 'הקובץ המצורף מסיר את ההזמנה מהיומן שלך.',
    },
  }[order.customer.language]
}
