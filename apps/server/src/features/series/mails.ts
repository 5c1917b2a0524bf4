import { isolated } from '@keyhour/contract/direction'
import { inLanguage } from '@keyhour/contract/place-names'
import { withTax } from '@keyhour/contract/price'
import type { Language } from '@keyhour/contract/primitives'
import { zoneInWords } from '@keyhour/contract/zone-names'
import { type Letter, letterTo } from '#server/features/mail/letter.ts'
import { moneyInWords } from '#server/features/mail/money-in-words.ts'
import type { PlacedOrder } from '#server/features/orders/calendar-queries.ts'
import { placeOf } from '#server/features/orders/describe-entry.ts'
import { type Back, backInWords, noShowRule } from '#server/features/orders/mails.ts'
import type { WriteSeriesLetter } from '#server/features/series/mail-series.ts'
import { shortStay } from '#server/time/moment-in-words.ts'

type Facts = { place: string; address: string; count: number; money: (cents: number) => string; list: string }
type Words = Omit<Letter, 'greeting' | 'action'>

/** A mail gets long; the page of the series has them all. */
const MOST_LINES = 60

const seriesLetter =
  (words: (facts: Facts, orders: PlacedOrder[]) => Record<Language, Words>): WriteSeriesLetter =>
  (orders, url) => {
    const { customer, office, currency } = orders[0]!
    const { language } = customer
    const facts = {
      place: isolated(placeOf(orders[0]!), language),
      address: isolated(inLanguage(language, office).address, language),
      count: orders.length,
      money: (cents: number) => moneyInWords(language, currency, cents),
      list: linesOf(orders, language),
    }
    const label = { en: 'See the series', he: 'לצפייה בסדרת ההזמנות' }[language]
    return { ...letterTo(customer, words(facts, orders)), action: { label, url } }
  }

/** Whose clock it is, then one line for each date; the space where it is not that of the first. */
function linesOf(orders: PlacedOrder[], language: Language): string {
  const usual = placeOf(orders[0]!)
  const lines = orders.slice(0, MOST_LINES).map((order) => {
    const place = placeOf(order)
    const when = shortStay(language, order)
    return place === usual ? when : `${when} · ${isolated(place, language)}`
  })
  const more = orders.length - lines.length
  const rest = { en: `and ${more} more`, he: `ועוד ${more}` }[language]
  const zone = zoneInWords(language, orders[0]!.time_zone)
  const clock = { en: `The dates, in ${zone}:`, he: `המועדים, לפי ${zone}:` }[language]
  return [clock, ...lines, ...(more > 0 ? [rest] : [])].join('\n')
}

const dueOf = ({ total_price, tax_percent }: PlacedOrder): number => withTax(total_price ?? 0, tax_percent)
const sum = (orders: PlacedOrder[], amount: (order: PlacedOrder) => number): number =>
  orders.reduce((total, order) => total + amount(order), 0)

function priceInWords(orders: PlacedOrder[], money: Facts['money']): Record<Language, string> {
  const due = sum(orders, dueOf)
  const left = due - sum(orders, ({ paid }) => paid)
  const onCompany = Boolean(orders[0]!.business_id)
  if (left > 0)
    return {
      en: `All dates together cost ${money(due)} with tax, of which ${money(left)} is left to pay.`,
      he: `מחיר כל המועדים יחד הוא ${money(due)} כולל מע״מ, ומתוכו נותרו לתשלום ${money(left)}.`,
    }
  return {
    en: `All dates together cost ${money(due)} with tax, ${onCompany ? 'paid with company credits' : 'paid in full'}.`,
    he: `מחיר כל המועדים יחד הוא ${money(due)} כולל מע״מ, והוא שולם${onCompany ? ' בקרדיטים של החברה' : ''}.`,
  }
}

const FILE = {
  en: 'The attached file has all of these dates for your calendar.',
  he: 'הקובץ המצורף כולל את כל המועדים האלה, ליומן שלך.',
}

export const seriesBooked = seriesLetter(({ place, address, count, money, list }, orders) => {
  const price = priceInWords(orders, money)
  const rule = noShowRule(orders.find((order) => order.no_show_minutes !== null) ?? orders[0]!)
  return {
    en: {
      subject: `Booked: ${place}, ${datesIn.en(count)}`,
      paragraphs: [
        `${place} is yours on ${datesIn.en(count)}.`,
        `The address is ${address}.`,
        price.en,
        ...rule.en,
        list,
      ],
      footnote: `${FILE.en} You can move or cancel each of them, or several at once, on the booking page.`,
    },
    he: {
      subject: `ההזמנה אושרה: ${place}, ${datesIn.he(count)}`,
      paragraphs: [
        `המקום שמור לך ב${datesIn.he(count, true)}: ${place}.`,
        `הכתובת: ${address}.`,
        price.he,
        ...rule.he,
        list,
      ],
      footnote: `${FILE.he} אפשר להזיז או לבטל כל אחד מהם, או כמה יחד, בדף ההזמנה.`,
    },
  }
})

const datesIn = {
  en: (count: number): string => (count === 1 ? '1 date' : `${count} dates`),
  he: (count: number, afterPrefix = false): string =>
    count === 1 ? 'מועד אחד' : count === 2 ? 'שני מועדים' : `${afterPrefix ? '־' : ''}${count} מועדים`,
}

export const seriesCancelled = ({ owed, ...back }: Back & { owed: number }): WriteSeriesLetter =>
  seriesLetter(({ place, count, money, list }, orders) => {
    const words = backInWords(orders[0]!, back)
    return {
      en: {
        subject: `Cancelled: ${place}, ${datesIn.en(count)}`,
        paragraphs: [
          `Your bookings of ${place} on ${datesIn.en(count)} are cancelled.`,
          ...words.en,
          ...(owed > 0 ? [`Under the terms of the bookings, ${money(owed)} is left to pay.`] : []),
          list,
        ],
        footnote: 'The attached file marks these dates as cancelled in your calendar.',
      },
      he: {
        subject: `ההזמנה בוטלה: ${place}, ${datesIn.he(count)}`,
        paragraphs: [
          `ההזמנות שלך ב${datesIn.he(count, true)} בוטלו: ${place}.`,
          ...words.he,
          ...(owed > 0 ? [`לפי תנאי ההזמנות נותרו לתשלום ${money(owed)}.`] : []),
          list,
        ],
        footnote: 'הקובץ המצורף מסמן את המועדים האלה כמבוטלים ביומן שלך.',
      },
    }
  })

/** What was taken from credits, and what went back. */
type Difference = { taken: number; back: number }

export const seriesMoved = ({ taken, back }: Difference): WriteSeriesLetter =>
  seriesLetter(({ place, count, money, list }, orders) => {
    const price = priceInWords(orders, money)
    return {
      en: {
        subject: `New time: ${place}, ${datesIn.en(count)}`,
        paragraphs: [
          `Your bookings of ${place} on ${datesIn.en(count)} have new times.`,
          price.en,
          ...(taken > 0 ? [`We have taken ${money(taken)} of it from credits now.`] : []),
          ...(back > 0 ? [`${money(back)} is refunded the way it was paid: credits at once.`] : []),
          list,
        ],
        footnote: 'The attached file updates these dates in your calendar.',
      },
      he: {
        subject: `מועד חדש: ${place}, ${datesIn.he(count)}`,
        paragraphs: [
          `להזמנות שלך ב${datesIn.he(count, true)} נקבעו שעות חדשות: ${place}.`,
          price.he,
          ...(taken > 0 ? [`מתוכו שולמו כעת ${money(taken)} מהקרדיטים.`] : []),
          ...(back > 0 ? [`${money(back)} יוחזרו באמצעי שבו שילמת, וקרדיטים מיד.`] : []),
          list,
        ],
        footnote: 'הקובץ המצורף מעדכן את המועדים האלה ביומן שלך.',
      },
    }
  })
