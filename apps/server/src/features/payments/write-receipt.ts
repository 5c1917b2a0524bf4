import { type PaymentWay, taxIn } from '@keyhour/contract/payments'
import type { Currency, Language } from '@keyhour/contract/primitives'
import type { Config } from '#server/config.ts'
import { moneyInWords } from '#server/features/mail/money-in-words.ts'
import type { PdfBlock } from '#server/http/pdf-pen.ts'
import { writePdf } from '#server/http/write-pdf.ts'
import { dayInWords } from '#server/time/moment-in-words.ts'

/** What was bought, and how it was paid. */
export type Receipt = {
  receipt_number: number
  paid_at: string
  /** Null once the account is deleted. */
  buyer_name: string | null
  way: PaymentWay
  item: string
  /** With tax. */
  amount: number
  tax_percent: number
  currency: Currency
  refunded: number
}

type Seller = Pick<Config, 'sellerName' | 'sellerDetails' | 'contactEmail'>

const WORDS = {
  en: {
    receipt: (number: number) => `Receipt ${number}`,
    date: 'Date',
    buyer: 'For',
    nobody: 'A deleted account',
    paidBy: 'Paid by',
    way: { card: 'Card', test: 'Test payment', invoice: 'Bank transfer' },
    net: 'Before tax',
    tax: (percent: number) => `Tax (${percent}%)`,
    total: 'Total',
    refunded: 'Refunded',
    test: 'This was a test payment in a demo. No money was charged.',
    questions: (address: string) => `Questions? Please write to ${address}.`,
  },
  he: {
    receipt: (number: number) => `קבלה ${number}`,
    date: 'תאריך',
    buyer: 'עבור',
    nobody: 'חשבון שנמחק',
    paidBy: 'אמצעי תשלום',
    way: { card: 'כרטיס אשראי', test: 'תשלום ניסיון', invoice: 'העברה בנקאית' },
    net: 'לפני מע״מ',
    tax: (percent: number) => `מע״מ (${percent}%)`,
    total: 'סך הכול',
    refunded: 'הוחזר',
    test: 'זה היה תשלום ניסיון בהדגמה. לא נגבה כסף.',
    questions: (address: string) => `שאלות? אפשר לכתוב אל ${address}.`,
  },
} as const satisfies Record<Language, object>

export const writeReceipt = async (receipt: Receipt, language: Language, seller: Seller) => ({
  name: `keyhour-receipt-${receipt.receipt_number}.pdf`,
  pdf: await writePdf({
    title: WORDS[language].receipt(receipt.receipt_number),
    language,
    createdAt: new Date(receipt.paid_at),
    blocks: receiptBlocks(receipt, language, seller),
  }),
})

export function receiptBlocks(receipt: Receipt, language: Language, seller: Seller): PdfBlock[] {
  const words = WORDS[language]
  const { amount, tax_percent, currency, refunded, item, way } = receipt
  const money = (cents: number) => moneyInWords(language, currency, cents)
  const tax = taxIn(amount, tax_percent)
  return [
    { text: seller.sellerName, look: 'strong', space: 2 },
    ...(seller.sellerDetails ? [{ text: seller.sellerDetails, look: 'soft' } as const] : []),
    { text: words.receipt(receipt.receipt_number), look: 'title', space: 18 },
    { pair: [words.date, dayInWords(language, receipt.paid_at)] },
    { pair: [words.buyer, receipt.buyer_name ?? words.nobody] },
    { pair: [words.paidBy, words.way[way]], space: 18 },
    ...(way === 'test' ? [{ note: words.test, space: 18 }] : []),
    { rule: true, space: 14 },
    { pair: [item, money(amount)], look: 'strong', space: 14 },
    { rule: true, space: 14 },
    { pair: [words.net, money(amount - tax)] },
    { pair: [words.tax(tax_percent), money(tax)] },
    { pair: [words.total, money(amount)], look: 'strong' },
    ...(refunded > 0 ? [{ pair: [words.refunded, money(-refunded)] } as PdfBlock] : []),
    { rule: true, space: 24 },
    { text: words.questions(seller.contactEmail), look: 'soft' },
  ]
}
