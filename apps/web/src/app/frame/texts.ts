import type { Language } from '@keyhour/contract/primitives'
import en from '#web/texts/en/frame.json'
import he from '#web/texts/he/frame.json'
import { createTexts, type Texts } from '#web/texts/plain-texts.ts'

const TEXTS: Record<Language, Texts<typeof en>> = { en: createTexts(en, 'en'), he: createTexts(he, 'he') }

export const frameTexts = (language: Language): Texts<typeof en> => TEXTS[language]

/** `?language=he`, next to the other parameters. */
export function addressIn(language: Language, search: string): string {
  const asked = new URLSearchParams(search)
  asked.set('language', language)
  return `?${asked}`
}
