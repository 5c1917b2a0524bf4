import type { Letter } from '#server/features/mail/letter.ts'
import type { PlacedOrder } from '#server/features/orders/calendar-queries.ts'
import { facts, inMoney } from '#server/features/orders/mails.ts'

type Cancelled = { reason: string; refund: number; refund_credits: number }

/** We cancelled, and say why. What was not paid in credits takes its own way back, and may take its time. */
export const cancelledByUs =
  ({ reason, refund, refund_credits }: Cancelled) =>
  (order: PlacedOrder, url: string): Letter => {
    const { name, place, when } = facts(order)
    const money = inMoney(order)
    const [credits, rest] = [refund_credits, refund - refund_credits]
    return {
      en: {
        subject: `We had to cancel: ${place}`,
        greeting: `Hello ${name},`,
        paragraphs: [
          `We have cancelled your booking of ${place} for ${when}.`,
          `The reason: ${reason}`,
          ...(refund === 0 ? ['No money goes back.'] : []),
          ...(credits > 0 ? [`${money(credits)} is back in your credits.`] : []),
          ...(rest > 0 ? [`We give you ${money(rest)} back the way you paid it.`] : []),
        ],
        action: { label: 'See the booking', url },
        footnote: 'The attached file takes it off your calendar.',
      },
      he: {
        subject: `נאלצנו לבטל: ${place}`,
        greeting: `שלום ${name},`,
        paragraphs: [
          `ביטלנו את ההזמנה שלך ב${place} ל: ${when}.`,
          `הסיבה: ${reason}`,
          ...(refund === 0 ? ['לא יוחזר סכום.'] : []),
          ...(credits > 0 ? [`${money(credits)} הוחזרו לקרדיטים שלך.`] : []),
          ...(rest > 0 ? [`נחזיר לך ${money(rest)} באמצעי שבו שילמת.`] : []),
        ],
        action: { label: 'לצפייה בהזמנה', url },
        footnote: 'הקובץ המצורף מסיר את ההזמנה מהיומן שלך.',
      },
    }[order.customer.language]
  }

/** The same time in another space. `before` is where it was. */
export const movedToSpace =
  (before: string) =>
  (order: PlacedOrder, url: string): Letter => {
    const { name, place, when, address, due, left } = facts(order)
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
        ],
        action: { label: 'לצפייה בהזמנה', url },
        footnote: 'הקובץ המצורף מעדכן את המקום גם ביומן שלך.',
      },
    }[order.customer.language]
  }
