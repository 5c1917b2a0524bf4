import {
  type Back,
  backInWords,
  facts,
  inMoney,
  orderLetter,
  priceInWords,
  type WriteLetter,
} from '#server/features/orders/mails.ts'

type Cancelled = Back & { reason: string }

export const cancelledByUs =
  ({ reason, ...back }: Cancelled): WriteLetter =>
  (order, url) => {
    const { place, when } = facts(order)
    const words = backInWords(order, back)
    return orderLetter(order, url, {
      en: {
        subject: `We had to cancel: ${place}`,
        paragraphs: [
          `We have cancelled your booking of ${place} for ${when}.`,
          `The reason: ${reason}`,
          ...(words.en.length === 0 ? ['No money goes back.'] : words.en),
        ],
        footnote: 'The attached file takes it off your calendar.',
      },
      he: {
        subject: `נאלצנו לבטל: ${place}`,
        paragraphs: [
          `ביטלנו את ההזמנה שלך: ${place}, ${when}.`,
          `הסיבה: ${reason}`,
          ...(words.he.length === 0 ? ['לא יוחזר סכום.'] : words.he),
        ],
        footnote: 'הקובץ המצורף מסיר את ההזמנה מהיומן שלך.',
      },
    })
  }

type Moved = Back & {
  before: string
  taken: number
}

export const movedToSpace =
  ({ before, taken, ...back }: Moved): WriteLetter =>
  (order, url) => {
    const { place, when, address } = facts(order)
    const price = priceInWords(order)
    const money = inMoney(order)
    const words = backInWords(order, back)
    return orderLetter(order, url, {
      en: {
        subject: `New place: ${place}`,
        paragraphs: [
          `Your booking has a new place. Instead of ${before} it is ${place}: ${when}.`,
          `You find it at ${address}.`,
          price.en,
          ...(taken > 0 ? [`${money(taken)} of it was taken from your credits now.`] : []),
          ...words.en,
        ],
        footnote: 'The attached file changes the place in your calendar, too.',
      },
      he: {
        subject: `מקום חדש: ${place}`,
        paragraphs: [
          `להזמנה שלך נקבע מקום חדש. במקום ${before}: ${place}, ${when}.`,
          `הכתובת: ${address}.`,
          price.he,
          ...(taken > 0 ? [`מתוכו ירדו כעת ${money(taken)} מהקרדיטים שלך.`] : []),
          ...words.he,
        ],
        footnote: 'הקובץ המצורף מעדכן את המקום גם ביומן שלך.',
      },
    })
  }
