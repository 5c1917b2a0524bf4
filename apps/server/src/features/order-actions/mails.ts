import type { Letter } from '#server/features/mail/letter.ts'
import type { PlacedOrder } from '#server/features/orders/calendar-queries.ts'
import { facts, inMoney } from '#server/features/orders/mails.ts'

/** Where money goes back to, in sentences. What was not paid in credits takes its own way, and may take its time. */
function backIn(order: PlacedOrder, { credits, rest }: { credits: number; rest: number }) {
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

type Cancelled = { reason: string; refund: number; refund_credits: number }

/** We cancelled, and say why. */
export const cancelledByUs =
  ({ reason, refund, refund_credits }: Cancelled) =>
  (order: PlacedOrder, url: string): Letter => {
    const { name, place, when } = facts(order)
    const back = backIn(order, { credits: refund_credits, rest: refund - refund_credits })
    return {
      en: {
        subject: `We had to cancel: ${place}`,
        greeting: `Hello ${name},`,
        paragraphs: [
          `We have cancelled your booking of ${place} for ${when}.`,
          `The reason: ${reason}`,
          ...(refund === 0 ? ['No money goes back.'] : []),
          ...back.en,
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
          ...(refund === 0 ? ['לא יוחזר סכום.'] : []),
          ...back.he,
        ],
        action: { label: 'לצפייה בהזמנה', url },
        footnote: 'הקובץ המצורף מסיר את ההזמנה מהיומן שלך.',
      },
    }[order.customer.language]
  }

type Moved = {
  /** Where it was. */
  before: string
  /** What was taken from credits for it, and what goes back: into credits, and the way it was paid. */
  taken: number
  credits: number
  rest: number
}

/** The same time in another space. */
export const movedToSpace =
  ({ before, taken, credits, rest }: Moved) =>
  (order: PlacedOrder, url: string): Letter => {
    const { name, place, when, address, due, left } = facts(order)
    const money = inMoney(order)
    const back = backIn(order, { credits, rest })
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
          ...back.en,
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
          ...back.he,
        ],
        action: { label: 'לצפייה בהזמנה', url },
        footnote: 'הקובץ המצורף מעדכן את המקום גם ביומן שלך.',
      },
    }[order.customer.language]
  }
