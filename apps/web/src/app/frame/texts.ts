import type { Language } from '@keyhour/contract/primitives'
import en from '#web/texts/en/frame.json'
import he from '#web/texts/he/frame.json'
import { createTexts, type Texts } from '#web/texts/plain-texts.ts'

const TEXTS: Record<Language, Texts<typeof en>> = { en: createTexts(en, 'en'), he: createTexts(he, 'he') }

export const frameTexts = (language: Language): Texts<typeof en> => TEXTS[language]

/** Where a page is read in that language: `?language=he`, beside whatever else the address asks for. */
export function addressIn(language: Language, search: string): string {
  const asked = new URLSearchParams(search)
  asked.set('language', language)
  return `?${asked}`
}
