import type { Currency, Language } from '@keyhour/contract/primitives'
import { LOCALE } from '#server/time/locale.ts'

/** Making one takes longer than writing a mail. */
const formats = new Map<string, Intl.NumberFormat>()

/** Minor units, as people write them in that language, with a true minus sign. */
export function moneyInWords(language: Language, currency: Currency, cents: number): string {
  const key = `${language} ${currency}`
  const format = formats.get(key) ?? new Intl.NumberFormat(LOCALE[language], { style: 'currency', currency })
  formats.set(key, format)
  return format.format(cents / 100).replace('-', '−')
}
