import { taxIn } from '@keyhour/contract/payments'
import type { Language } from '@keyhour/contract/primitives'
import { endOfDayAfter } from '#server/features/credits/rules.ts'
import { type Letter, letterTo, type Recipient } from '#server/features/mail/letter.ts'
import { moneyInWords } from '#server/features/mail/money-in-words.ts'
import type { PaymentRow } from '#server/features/payments/queries.ts'
import { dayInWords, lastDayInWords } from '#server/time/moment-in-words.ts'

type Links = { publicUrl: string; contactEmail: string }

const amountsOf = ({ amount, tax_percent, currency }: PaymentRow, language: Language) => ({
  total: moneyInWords(language, currency, amount),
  tax: moneyInWords(language, currency, taxIn(amount, tax_percent)),
})

export function receipt(reader: Recipient, payment: PaymentRow, { publicUrl, contactEmail }: Links): Letter {
  const { receipt_number, credits_amount, duration_days, paid_at, pack_name, tax_percent, way } = payment
  const { total, tax } = amountsOf(payment, reader.language)
  const lastDay =
    duration_days && lastDayInWords(reader.language, endOfDayAfter(new Date(paid_at!), duration_days))
  const isTest = way === 'test'
  const url = `${publicUrl}/credits`
  return letterTo(reader, {
    en: {
      subject: `Receipt ${receipt_number}: ${credits_amount} credits`,
      paragraphs: [
        `Thank you. ${credits_amount} credits are in your account${lastDay ? `, to be used by ${lastDay}` : ''}.`,
        `You paid ${total} for “${pack_name}”, including ${tax} tax (${tax_percent}%). The number of your receipt is ${receipt_number}.`,
        ...(isTest ? ['This was a test payment in a demo: no money was charged.'] : []),
      ],
      action: { label: 'See my credits', url },
      footnote: `The receipt is attached. Questions about this payment? Please write to ${contactEmail}.`,
    },
    he: {
      subject: `קבלה ${receipt_number}: ${credits_amount} קרדיטים`,
      paragraphs: [
        `תודה. ${credits_amount} קרדיטים נכנסו לחשבון שלך${lastDay ? `, ואפשר להשתמש בהם עד ${lastDay}` : ''}.`,
        `שילמת ${total} עבור "${pack_name}", כולל מע"מ בסך ${tax} (${tax_percent}%). מספר הקבלה: ${receipt_number}.`,
        ...(isTest ? ['זה היה תשלום ניסיון בהדגמה: לא נגבה כסף.'] : []),
      ],
      action: { label: 'לקרדיטים שלי', url },
      footnote: `הקבלה מצורפת. שאלות על התשלום הזה? אפשר לכתוב אל ${contactEmail}.`,
    },
  })
}

export function invoice(reader: Recipient, payment: PaymentRow, { publicUrl, contactEmail }: Links): Letter {
  const { id, credits_amount, pack_name, tax_percent, expires_at } = payment
  const { total, tax } = amountsOf(payment, reader.language)
  const until = dayInWords(reader.language, expires_at)
  const url = `${publicUrl}/credits`
  return letterTo(reader, {
    en: {
      subject: `Your order ${id}: ${credits_amount} credits`,
      paragraphs: [
        `You ordered “${pack_name}” for ${total}, including ${tax} tax (${tax_percent}%).`,
        `Please pay by ${until} and name the order ${id}. For our bank details, write to ${contactEmail}.`,
        'Your credits arrive, with the receipt, as soon as we have the payment.',
      ],
      action: { label: 'See my orders', url },
      footnote: 'Changed your mind? You can cancel the order on that page, or simply not pay it.',
    },
    he: {
      subject: `ההזמנה שלך ${id}: ${credits_amount} קרדיטים`,
      paragraphs: [
        `הזמנת "${pack_name}" במחיר ${total}, כולל מע"מ בסך ${tax} (${tax_percent}%).`,
        `יש לשלם עד ${until} ולציין את מספר ההזמנה ${id}. לקבלת פרטי הבנק אפשר לכתוב אל ${contactEmail}.`,
        'הקרדיטים ייכנסו לחשבון, יחד עם הקבלה, מיד כשהתשלום יגיע.',
      ],
      action: { label: 'להזמנות שלי', url },
      footnote: 'התחרטת? אפשר לבטל את ההזמנה בדף הזה, או פשוט לא לשלם אותה.',
    },
  })
}

export function refunded(
  reader: Recipient,
  payment: PaymentRow,
  refund: { amount: number; credits: number },
  { publicUrl, contactEmail }: Links,
): Letter {
  const { pack_name, currency, receipt_number, way } = payment
  const amount = moneyInWords(reader.language, currency, refund.amount)
  const credits = refund.credits / 100
  const url = `${publicUrl}/credits`
  return letterTo(reader, {
    en: {
      subject: `Your refund of ${amount}`,
      paragraphs: [
        `We ${way === 'card' ? 'have refunded' : 'refund'} ${amount} for “${pack_name}” (receipt ${receipt_number}), the way you paid. ${credits} credits were taken out of your account.`,
        ...(way === 'card' ? ['It can take your bank some days to show it.'] : []),
      ],
      action: { label: 'See my purchases', url },
      footnote: `Questions about this refund? Please write to ${contactEmail}.`,
    },
    he: {
      subject: `החזר כספי של ${amount}`,
      paragraphs: [
        `${way === 'card' ? 'החזרנו' : 'אנחנו מחזירים'} לך ${amount} עבור "${pack_name}" (קבלה ${receipt_number}), באמצעי שבו שילמת. ${credits} קרדיטים ירדו מהחשבון שלך.`,
        ...(way === 'card' ? ['ייתכן שיעברו כמה ימים עד שההחזר יופיע בחשבון הבנק שלך.'] : []),
      ],
      action: { label: 'לרכישות שלי', url },
      footnote: `שאלות על ההחזר הזה? אפשר לכתוב אל ${contactEmail}.`,
    },
  })
}

/** For the operator, who has to answer the bank. */
export function disputed(payment: PaymentRow, amount: number, publicUrl: string): Letter {
  const { id, currency, pack_name, user_id } = payment
  return {
    subject: `Payment ${id} is disputed`,
    greeting: 'Hello,',
    paragraphs: [
      `The bank of the buyer disputes ${moneyInWords('en', currency, amount)} for “${pack_name}”. What is left of its credits is frozen.`,
      'Please answer the bank on the pages of the payment provider. If the dispute is won, the credits come back by themselves.',
    ],
    action: { label: 'See the buyer', url: `${publicUrl}/admin-dashboard?user=${user_id}` },
  }
}

/** For the operator, who sends the bank details. */
export function invoiceOrdered(
  buyer: { name: string; email: string },
  payment: PaymentRow,
  publicUrl: string,
): Letter {
  const { id, pack_name } = payment
  const { total } = amountsOf(payment, 'en')
  return {
    subject: `Order ${id} on invoice: ${total}`,
    greeting: 'Hello,',
    paragraphs: [
      `${buyer.name} (${buyer.email}) ordered “${pack_name}” for ${total}, on invoice.`,
      'Please send the bank details, and mark the order as paid when the money has arrived.',
    ],
    action: { label: 'See the open invoices', url: `${publicUrl}/admin-dashboard?tab=payments` },
  }
}
