import { isolated } from '@keyhour/contract/direction'
import { type DeclineReason, taxIn } from '@keyhour/contract/payments'
import type { Language } from '@keyhour/contract/primitives'
import { DECLINED } from '#server/features/charges/decline-rules.ts'
import { type Letter, letterTo } from '#server/features/mail/letter.ts'
import { moneyInWords } from '#server/features/mail/money-in-words.ts'
import type { PlacedOrder } from '#server/features/orders/calendar-queries.ts'
import type { ChargeRow } from '#server/features/orders/charge-queries.ts'
import { placeOf } from '#server/features/orders/describe-entry.ts'
import { type Back, expiredInWords } from '#server/features/orders/mails.ts'
import { stayInWords } from '#server/time/moment-in-words.ts'

export type WriteChargeLetter = (order: PlacedOrder, url: string) => Letter

type Stay = { place: string; when: string; money: (cents: number) => string }
type Words = Pick<Letter, 'subject' | 'paragraphs'>

const chargeLetter =
  (words: (stay: Stay, order: PlacedOrder) => Record<Language, Words>): WriteChargeLetter =>
  (order, url) => {
    const { language } = order.customer
    const money = (cents: number) => moneyInWords(language, order.currency, cents)
    const stay = { place: isolated(placeOf(order), language), when: stayInWords(language, order), money }
    const label = { en: 'See the booking', he: 'לצפייה בהזמנה' }[language]
    return { ...letterTo(order.customer, words(stay, order)), action: { label, url } }
  }

/** The order waited for its payment in vain. */
export const released = ({ credits, expired }: Pick<Back, 'credits' | 'expired'>): WriteChargeLetter =>
  chargeLetter(({ place, when, money }, order) => ({
    en: {
      subject: `Not booked: ${place}`,
      paragraphs: [
        `${place}, ${when}: your card payment did not arrive in time, so the space is free for others to book again.`,
        ...(credits > 0 ? [`${money(credits)} is back in your credits.`] : []),
        ...(expired ? [expiredInWords(order, expired).en] : []),
        'Nothing was taken from your card. You can book again at any time.',
      ],
    },
    he: {
      subject: `ההזמנה לא הושלמה: ${place}`,
      paragraphs: [
        `${place}, ${when}: התשלום בכרטיס לא הגיע בזמן, ולכן המקום שוב פנוי לאחרים.`,
        ...(credits > 0 ? [`${money(credits)} הוחזרו לקרדיטים שלך.`] : []),
        ...(expired ? [expiredInWords(order, expired).he] : []),
        'הכרטיס שלך לא חויב. אפשר להזמין שוב בכל עת.',
      ],
    },
  }))

/** The card was charged for an order that is cancelled. */
export const paidTooLate = (amount: number): WriteChargeLetter =>
  chargeLetter(({ place, when, money }) => ({
    en: {
      subject: `Your payment came too late: ${place}`,
      paragraphs: [
        `Your payment of ${money(amount)} for ${place}, ${when}, arrived after the booking had ended.`,
        'We are returning it to your card right away. Depending on your bank, it may appear as reserved for a few days.',
      ],
    },
    he: {
      subject: `התשלום הגיע מאוחר מדי: ${place}`,
      paragraphs: [
        `התשלום שלך בסך ${money(amount)} עבור ${place}, ${when}, הגיע אחרי שההזמנה כבר בוטלה.`,
        'אנחנו מחזירים אותו מיד לכרטיס שלך. בהתאם לבנק, ייתכן שהסכום יופיע כמשוריין במשך כמה ימים.',
      ],
    },
  }))

/** The card was charged with more than was left to pay, as when an admin has marked the order paid meanwhile. */
export const paidTooMuch = (amount: number, kept: number): WriteChargeLetter =>
  chargeLetter(({ place, when, money }) => ({
    en: {
      subject: `Money goes back to your card: ${place}`,
      paragraphs: [
        kept > 0
          ? `When your card payment of ${money(amount)} arrived, only ${money(kept)} was left to pay for ${place}, ${when}.`
          : `When your card payment of ${money(amount)} arrived, ${place}, ${when}, was already paid.`,
        `We are returning ${money(amount - kept)} to your card. Depending on your bank, it may appear as reserved for a few days.`,
      ],
    },
    he: {
      subject: `כסף חוזר לכרטיס שלך: ${place}`,
      paragraphs: [
        kept > 0
          ? `כשהתשלום שלך בכרטיס בסך ${money(amount)} הגיע, נותרו לתשלום רק ${money(kept)} עבור ${place}, ${when}.`
          : `כשהתשלום שלך בכרטיס בסך ${money(amount)} הגיע, ההזמנה של ${place}, ${when}, כבר הייתה משולמת.`,
        `אנחנו מחזירים ${money(amount - kept)} לכרטיס שלך. בהתאם לבנק, ייתכן שהסכום יופיע כמשוריין במשך כמה ימים.`,
      ],
    },
  }))

type Taken = Pick<ChargeRow, 'receipt_number' | 'capturing' | 'tax_percent' | 'way'>

/** The receipt is attached. */
export const chargeReceipt = ({ receipt_number, capturing, tax_percent, way }: Taken): WriteChargeLetter =>
  chargeLetter(({ place, when, money }) => {
    const [total, tax] = [money(capturing!), money(taxIn(capturing!, tax_percent))]
    const isTest = way === 'test'
    return {
      en: {
        subject: `Receipt ${receipt_number}: ${place}`,
        paragraphs: [
          `You paid ${total} by card for ${place}, ${when}, including ${tax} tax (${tax_percent}%). Your receipt, number ${receipt_number}, is attached.`,
          ...(isTest ? ['This was a test payment in a demo: no money was charged.'] : []),
        ],
      },
      he: {
        subject: `קבלה ${receipt_number}: ${place}`,
        paragraphs: [
          `שילמת ${total} בכרטיס עבור ${place}, ${when}, כולל מע״מ בסך ${tax} (${tax_percent}%). מספר הקבלה: ${receipt_number}, והיא מצורפת.`,
          ...(isTest ? ['זה היה תשלום ניסיון בהדגמה: לא נגבה כסף.'] : []),
        ],
      },
    }
  })

/** The bank no longer reserves the money. */
export const notTaken = (amount: number): WriteChargeLetter =>
  chargeLetter(({ place, when, money }) => ({
    en: {
      subject: `Your payment did not arrive: ${place}`,
      paragraphs: [
        `Your bank has released the ${money(amount)} it had reserved for ${place}, ${when}, so we could not charge it.`,
        `${money(amount)} is left to pay. Please pay it on the booking page.`,
      ],
    },
    he: {
      subject: `התשלום שלך לא הגיע: ${place}`,
      paragraphs: [
        `הבנק שלך כבר לא משריין את ${money(amount)} עבור ${place}, ${when}, ולכן לא הצלחנו לגבות אותם.`,
        `נותרו לתשלום ${money(amount)}. אפשר לשלם בדף ההזמנה.`,
      ],
    },
  }))

/** At check-out, the saved card was to pay. */
export const savedCardDeclined = (amount: number, reason: DeclineReason): WriteChargeLetter =>
  chargeLetter(({ place, when, money }) => ({
    en: {
      subject: `Your card was not charged: ${place}`,
      paragraphs: [
        `We could not charge your saved card for ${place}, ${when}. ${DECLINED.en[reason]}`,
        `${money(amount)} is left to pay. Please pay it on the booking page.`,
      ],
    },
    he: {
      subject: `הכרטיס שלך לא חויב: ${place}`,
      paragraphs: [
        `לא הצלחנו לחייב את הכרטיס השמור שלך עבור ${place}, ${when}. ${DECLINED.he[reason]}`,
        `נותרו לתשלום ${money(amount)}. אפשר לשלם בדף ההזמנה.`,
      ],
    },
  }))

type Of = { charge: Pick<ChargeRow, 'currency' | 'order_id'> }

/** For the operator: what the customer was promised has to be paid by hand. */
export const refundRefused = ({ charge }: Of, amount: number, publicUrl: string): Letter => ({
  subject: `A refund to a card failed: booking ${charge.order_id}`,
  greeting: 'Hello,',
  paragraphs: [
    `${moneyInWords('en', charge.currency, amount)} of booking ${charge.order_id} was to go back to the customer's card, but the bank refused it.`,
    'Please refund it in another way.',
  ],
  action: { label: 'See the booking', url: `${publicUrl}/order/${charge.order_id}` },
})

/** For the operator, who has to answer the bank. */
export const chargeDisputed = ({ charge }: Of, amount: number, publicUrl: string): Letter => ({
  subject: `A card payment is disputed: booking ${charge.order_id}`,
  greeting: 'Hello,',
  paragraphs: [
    `The customer's bank disputes ${moneyInWords('en', charge.currency, amount)} of booking ${charge.order_id}, which owes it again.`,
    'Please respond to the bank in the payment provider’s dashboard. If the dispute is won, the booking counts as paid again automatically.',
  ],
  action: { label: 'See the booking', url: `${publicUrl}/order/${charge.order_id}` },
})
