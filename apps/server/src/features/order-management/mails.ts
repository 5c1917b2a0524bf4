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
          `Reason: ${reason}`,
          ...(words.en.length === 0 ? ['There is no refund.'] : words.en),
        ],
        footnote: 'The attached file removes it from your calendar.',
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
        subject: `New space: ${place}`,
        paragraphs: [
          `Your booking has moved from ${before} to ${place}: ${when}.`,
          `The address is ${address}.`,
          price.en,
          ...(taken > 0 ? [`${money(taken)} of it was paid from your credits.`] : []),
          ...words.en,
        ],
        footnote: 'The attached file updates it in your calendar.',
      },
      he: {
        subject: `חלל חדש: ${place}`,
        paragraphs: [
          `ההזמנה שלך הועברה מ-${before} אל ${place}: ${when}.`,
          `הכתובת: ${address}.`,
          price.he,
          ...(taken > 0 ? [`מתוכו שולמו ${money(taken)} מהקרדיטים שלך.`] : []),
          ...words.he,
        ],
        footnote: 'הקובץ המצורף מעדכן את המקום גם ביומן שלך.',
      },
    })
  }
