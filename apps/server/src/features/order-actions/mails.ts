import { type Back, backInWords, facts, inMoney, type WriteLetter } from '#server/features/orders/mails.ts'

type Cancelled = Back & { reason: string }

/** We cancelled, and say why. */
export const cancelledByUs =
  ({ reason, ...back }: Cancelled): WriteLetter =>
  (order, url) => {
    const { name, place, when } = facts(order)
    const words = backInWords(order, back)
    return {
      en: {
        subject: `We had to cancel: ${place}`,
        greeting: `Hello ${name},`,
        paragraphs: [
          `We have cancelled your booking of ${place} for ${when}.`,
          `The reason: ${reason}`,
          ...(words.en.length === 0 ? ['No money goes back.'] : words.en),
        ],
        action: { label: 'See the booking', url },
        footnote: 'The attached file takes it off your calendar.',
      },
      he: {
        subject: `נאלצנו לבטל: ${place}`,
        greeting: `שלום ${name},`,
        paragraphs: [
          `ביטלנו את ההזמנה שלך: ${place}, ${when}.`,
          `הסיבה: ${reason}`,
          ...(words.he.length === 0 ? ['לא יוחזר סכום.'] : words.he),
        ],
        action: { label: 'לצפייה בהזמנה', url },
        footnote: 'הקובץ המצורף מסיר את ההזמנה מהיומן שלך.',
      },
    }[order.customer.language]
  }

type Moved = Back & {
  /** Where it was. */
  before: string
  /** What was taken from credits for it. */
  taken: number
}

/** The same time in another space. */
export const movedToSpace =
  ({ before, taken, ...back }: Moved): WriteLetter =>
  (order, url) => {
    const { name, place, when, address, due, left } = facts(order)
    const money = inMoney(order)
    const words = backInWords(order, back)
    return {
      en: {
        subject: `New place: ${place}`,
        greeting: `Hello ${name},`,
        paragraphs: [
          `Your booking has a new place. Instead of ${before} it is ${place}: ${when}.`,
          `You find it at ${address}.`,
          left === null
            ? `The price is ${due} with tax, and it is paid.`
            : `The price is ${due} with tax, of which ${left} is left to pay.`,
          ...(taken > 0 ? [`${money(taken)} of it was taken from your credits now.`] : []),
          ...words.en,
        ],
        action: { label: 'See the booking', url },
        footnote: 'The attached file changes the place in your calendar, too.',
      },
      he: {
        subject: `מקום חדש: ${place}`,
        greeting: `שלום ${name},`,
        paragraphs: [
          `להזמנה שלך נקבע מקום חדש. במקום ${before}: ${place}, ${when}.`,
          `הכתובת: ${address}.`,
          left === null
            ? `המחיר הוא ${due} כולל מס, והוא שולם.`
            : `המחיר הוא ${due} כולל מס, ומתוכו נותרו לתשלום ${left}.`,
          ...(taken > 0 ? [`מתוכו ירדו כעת ${money(taken)} מהקרדיטים שלך.`] : []),
          ...words.he,
        ],
        action: { label: 'לצפייה בהזמנה', url },
        footnote: 'הקובץ המצורף מעדכן את המקום גם ביומן שלך.',
      },
    }[order.customer.language]
  }
