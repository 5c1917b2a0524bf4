import { isolated } from '@keyhour/contract/direction'
import { taxIn } from '@keyhour/contract/payments'
import type { Language } from '@keyhour/contract/primitives'
import { endOfDayAfter } from '#server/features/credits/rules.ts'
import { type Letter, letterTo, type Recipient } from '#server/features/mail/letter.ts'
import { moneyInWords } from '#server/features/mail/money-in-words.ts'
import type { PaymentRow } from '#server/features/payments/queries.ts'
import { dayInWords, lastDayInWords } from '#server/time/moment-in-words.ts'

export type Links = { publicUrl: string; contactEmail: string }

export type Company = { id: number; name: string; billing_email: string | null; closed_at: string | null }

/** With the company whose pool gets the credits; null: the buyer does. */
export type Purchase = PaymentRow & { company: Company | null }

export function creditsPage({ company }: Purchase, publicUrl: string): string {
  if (company === null) return `${publicUrl}/credits`
  return company.closed_at !== null ? `${publicUrl}/company` : `${publicUrl}/company/${company.id}/credits`
}

/** Its money came when nobody could spend the credits any more. */
const isPaidAfterClosing = ({ company, paid_at }: Purchase): boolean =>
  company !== null && company.closed_at !== null && paid_at !== null && paid_at >= company.closed_at

const amountsOf = ({ amount, tax_percent, currency }: PaymentRow, language: Language) => ({
  total: moneyInWords(language, currency, amount),
  tax: moneyInWords(language, currency, taxIn(amount, tax_percent)),
})

export const namesIn = ({ pack_name, company }: Purchase, language: Language) => ({
  pack: isolated(pack_name, language),
  company: company && isolated(company.name, language),
})

/** Where the credits of a payment are now. */
function arrivalInWords({ language }: Recipient, payment: Purchase): Record<Language, string> {
  const { credits_amount, duration_days, paid_at } = payment
  const { company } = namesIn(payment, language)
  if (isPaidAfterClosing(payment))
    return {
      en: `${company} was closed before this payment arrived, so nobody can spend the ${credits_amount} credits. We will refund it.`,
      he: `החברה ${company} נסגרה לפני שהתשלום הזה הגיע, ולכן אי אפשר להשתמש ב־${credits_amount} הקרדיטים. נחזיר את הכסף.`,
    }
  const lastDay = duration_days && lastDayInWords(language, endOfDayAfter(new Date(paid_at!), duration_days))
  return {
    en: `Thank you. ${company ? `${company} has ${credits_amount} more credits` : `${credits_amount} credits are in your account`}${lastDay ? `, to be used by ${lastDay}` : ''}.`,
    he: `תודה. ${company ? `${credits_amount} קרדיטים נוספו לחברה ${company}` : `${credits_amount} קרדיטים נכנסו לחשבון שלך`}${lastDay ? `, ואפשר להשתמש בהם עד ${lastDay}` : ''}.`,
  }
}

export function paymentReceipt(
  reader: Recipient,
  payment: Purchase,
  { publicUrl, contactEmail }: Links,
): Letter {
  const { receipt_number, credits_amount, tax_percent, way } = payment
  const { pack, company } = namesIn(payment, reader.language)
  const { total, tax } = amountsOf(payment, reader.language)
  const isTest = way === 'test'
  const arrival = arrivalInWords(reader, payment)
  const url = creditsPage(payment, publicUrl)
  return letterTo(reader, {
    en: {
      subject: `Receipt ${receipt_number}: ${credits_amount} credits`,
      paragraphs: [
        arrival.en,
        `${company ? `${total} was paid` : `You paid ${total}`} for “${pack}”, including ${tax} tax (${tax_percent}%). Receipt number: ${receipt_number}.`,
        ...(isTest ? ['This was a test payment in a demo: no money was charged.'] : []),
      ],
      action: { label: company ? 'See the credits' : 'See my credits', url },
      footnote: `The receipt is attached. Questions about this payment? Please write to ${contactEmail}.`,
    },
    he: {
      subject: `קבלה ${receipt_number}: ${credits_amount} קרדיטים`,
      paragraphs: [
        arrival.he,
        `${company ? 'שולמו' : 'שילמת'} ${total} עבור ״${pack}״, כולל מע״מ בסך ${tax} (${tax_percent}%). מספר הקבלה: ${receipt_number}.`,
        ...(isTest ? ['זה היה תשלום ניסיון בהדגמה: לא נגבה כסף.'] : []),
      ],
      action: { label: company ? 'לצפייה בקרדיטים' : 'לקרדיטים שלי', url },
      footnote: `הקבלה מצורפת. שאלות על התשלום הזה? אפשר לכתוב אל ${contactEmail}.`,
    },
  })
}

export function invoice(reader: Recipient, payment: Purchase, { publicUrl, contactEmail }: Links): Letter {
  const { id, credits_amount, tax_percent, expires_at } = payment
  const { pack, company } = namesIn(payment, reader.language)
  const { total, tax } = amountsOf(payment, reader.language)
  const until = dayInWords(reader.language, expires_at)
  const url = creditsPage(payment, publicUrl)
  return letterTo(reader, {
    en: {
      subject: `${company ? `Order ${id} of ${company}` : `Your order ${id}`}: ${credits_amount} credits`,
      paragraphs: [
        `${company ? `“${pack}” was ordered on behalf of ${company}` : `You ordered “${pack}”`} for ${total}, including ${tax} tax (${tax_percent}%).`,
        `Please pay by ${until} and give the order number, ${id}, with your transfer. For our bank details, write to ${contactEmail}.`,
        `${company ? 'The' : 'Your'} credits and the receipt arrive as soon as we receive the payment.`,
      ],
      action: { label: company ? 'See the credits' : 'See my orders', url },
      footnote: company
        ? 'Changed your mind? A manager can cancel the order on that page, or you can simply not pay it.'
        : 'Changed your mind? You can cancel the order on that page, or simply not pay it.',
    },
    he: {
      subject: `${company ? `הזמנה ${id} של ${company}` : `ההזמנה שלך ${id}`}: ${credits_amount} קרדיטים`,
      paragraphs: [
        `${company ? `החבילה ״${pack}״ הוזמנה עבור ${company}` : `הזמנת ״${pack}״`} במחיר ${total}, כולל מע״מ בסך ${tax} (${tax_percent}%).`,
        `יש לשלם עד ${until} ולציין את מספר ההזמנה ${id}. לקבלת פרטי הבנק אפשר לכתוב אל ${contactEmail}.`,
        `הקרדיטים ייכנסו ${company ? 'לקופת החברה' : 'לחשבון'}, יחד עם הקבלה, מיד כשהתשלום יגיע.`,
      ],
      action: { label: company ? 'לצפייה בקרדיטים' : 'להזמנות שלי', url },
      footnote: company
        ? 'אין צורך בחבילה? מנהלי החברה יכולים לבטל את ההזמנה בדף הזה, ואפשר גם פשוט לא לשלם עליה.'
        : 'התחרטת? אפשר לבטל את ההזמנה בדף הזה, או פשוט לא לשלם עליה.',
    },
  })
}

/** Credits of a payment that nobody can spend, in hundredths, and what brought them to the closed company. */
export type StrandedCredits = { credits: number } & (
  | { cause: 'paid' | 'refund failed' | 'dispute won' }
  | { cause: 'order cancelled'; order_id: number }
)

function whyStranded(stranded: StrandedCredits, payment: PaymentRow): string {
  const { pack_name } = payment
  switch (stranded.cause) {
    case 'paid':
      return `“${pack_name}” for ${amountsOf(payment, 'en').total} was paid`
    case 'refund failed':
      return `A refund for “${pack_name}” failed`
    case 'dispute won':
      return `A dispute about “${pack_name}” was won`
    case 'order cancelled':
      return `Order ${stranded.order_id}, which “${pack_name}” had paid for, was cancelled with a refund`
  }
}

/** For the operator. */
export function strandedCredits(
  payment: PaymentRow & { company: Company },
  stranded: StrandedCredits,
  publicUrl: string,
): Letter {
  const { id, company } = payment
  return {
    subject: `Payment ${id} is for a closed company`,
    greeting: 'Hello,',
    paragraphs: [
      `${whyStranded(stranded, payment)} after ${company.name} was closed. Nobody can spend the ${stranded.credits / 100} credits.`,
      'Please refund the rest of the payment, which also removes the credits. If the payment provider refuses, transfer the money.',
    ],
    action: { label: 'See the payment', url: `${publicUrl}/admin-dashboard?tab=payments&q=${id}` },
  }
}

/** For the operator, who sends the bank details. */
export function invoiceOrdered(
  buyer: { name: string; email: string },
  payment: Purchase,
  publicUrl: string,
): Letter {
  const { id, pack_name, company } = payment
  const { total } = amountsOf(payment, 'en')
  return {
    subject: `Order ${id} on invoice: ${total}`,
    greeting: 'Hello,',
    paragraphs: [
      `${buyer.name} (${buyer.email}) ordered “${pack_name}”${company ? ` on behalf of ${company.name}` : ''} for ${total}, on invoice.`,
      `Please send the bank details${company?.billing_email ? ` to ${company.billing_email}` : ''}, and mark the order as paid when the money has arrived.`,
    ],
    action: { label: 'See the open invoices', url: `${publicUrl}/admin-dashboard?tab=payments` },
  }
}
