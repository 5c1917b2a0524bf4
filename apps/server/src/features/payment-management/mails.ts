import { type Letter, letterTo, type Recipient } from '#server/features/mail/letter.ts'
import { moneyInWords } from '#server/features/mail/money-in-words.ts'
import { creditsPage, type Links, namesIn, type Purchase } from '#server/features/payments/mails.ts'

type Refund = { amount: number; credits: number }

export function refunded(reader: Recipient, payment: Purchase, refund: Refund, links: Links): Letter {
  const { currency, receipt_number, way } = payment
  const { pack, company } = namesIn(payment, reader.language)
  if (company) return refundedToCompany(reader, payment, refund, links)
  const amount = moneyInWords(reader.language, currency, refund.amount)
  const credits = refund.credits / 100
  const url = creditsPage(payment, links.publicUrl)
  return letterTo(reader, {
    en: {
      subject: `Your refund of ${amount}`,
      paragraphs: [
        `We ${way === 'card' ? 'have refunded' : 'are refunding'} ${amount} for “${pack}” (receipt ${receipt_number}), the way you paid. ${credits} credits were removed from your account.`,
        ...(way === 'card' ? ['It can take a few days to appear in your account.'] : []),
      ],
      action: { label: 'See my purchases', url },
      footnote: `Questions about this refund? Please write to ${links.contactEmail}.`,
    },
    he: {
      subject: `החזר כספי של ${amount}`,
      paragraphs: [
        `${way === 'card' ? 'החזרנו' : 'אנחנו מחזירים'} לך ${amount} עבור ״${pack}״ (קבלה ${receipt_number}), באמצעי שבו שילמת. ${credits} קרדיטים ירדו מהחשבון שלך.`,
        ...(way === 'card' ? ['ייתכן שיעברו כמה ימים עד שההחזר יופיע בחשבון הבנק שלך.'] : []),
      ],
      action: { label: 'לרכישות שלי', url },
      footnote: `שאלות על ההחזר הזה? אפשר לכתוב אל ${links.contactEmail}.`,
    },
  })
}

function refundedToCompany(
  reader: Recipient,
  payment: Purchase,
  refund: Refund,
  { publicUrl, contactEmail }: Links,
): Letter {
  const { currency, receipt_number, way } = payment
  const { pack, company } = namesIn(payment, reader.language)
  const amount = moneyInWords(reader.language, currency, refund.amount)
  const credits = refund.credits / 100
  const url = creditsPage(payment, publicUrl)
  return letterTo(reader, {
    en: {
      subject: `A refund of ${amount} for ${company}`,
      paragraphs: [
        `We ${way === 'card' ? 'have refunded' : 'are refunding'} ${amount} for “${pack}” (receipt ${receipt_number}), the way it was paid. ${credits} credits were removed from ${company}’s pool.`,
        ...(way === 'card' ? ['It can take a few days to appear in the account.'] : []),
      ],
      action: { label: 'See the credits', url },
      footnote: `Questions about this refund? Please write to ${contactEmail}.`,
    },
    he: {
      subject: `החזר כספי של ${amount} עבור ${company}`,
      paragraphs: [
        `${way === 'card' ? 'החזרנו' : 'אנחנו מחזירים'} ${amount} עבור ״${pack}״ (קבלה ${receipt_number}), באמצעי שבו בוצע התשלום. ${credits} קרדיטים ירדו מהקרדיטים של ${company}.`,
        ...(way === 'card' ? ['ייתכן שיעברו כמה ימים עד שההחזר יופיע בחשבון הבנק.'] : []),
      ],
      action: { label: 'לצפייה בקרדיטים', url },
      footnote: `שאלות על ההחזר הזה? אפשר לכתוב אל ${contactEmail}.`,
    },
  })
}

/** For the operator, who has to answer the bank. */
export function disputed(payment: Purchase, amount: number, publicUrl: string): Letter {
  const { id, currency, pack_name, user_id, company } = payment
  return {
    subject: `Payment ${id} is disputed`,
    greeting: 'Hello,',
    paragraphs: [
      `The bank of the buyer disputes ${moneyInWords('en', currency, amount)} for “${pack_name}”${company ? ` of ${company.name}` : ''}. Its remaining credits are frozen.`,
      'Please respond to the bank in the payment provider’s dashboard. If the dispute is won, the credits come back automatically.',
    ],
    action: { label: 'See the buyer', url: `${publicUrl}/admin-dashboard?user=${user_id}` },
  }
}
