import type { Language } from './primitives.ts'

/** World English names places; American English has letters such as ET, which are known only there. */
const LOCALE: Record<Language, string> = { en: 'en-001', he: 'he' }

/** Making one takes longer than writing a table. */
const names = new Map<string, string>()

/** The clock of a time zone, as people call it: Israel time, New York time. */
export function zoneInWords(language: Language, zone: string): string {
  const key = `${language} ${zone}`
  const known = names.get(key)
  if (known !== undefined) return known
  const format = new Intl.DateTimeFormat(LOCALE[language], { timeZone: zone, timeZoneName: 'shortGeneric' })
  const name = format.formatToParts().find(({ type }) => type === 'timeZoneName')?.value ?? zone
  const inSentence = name.replace(/ Time$/, ' time')
  names.set(key, inSentence)
  return inSentence
}
