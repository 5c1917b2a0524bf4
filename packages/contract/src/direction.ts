import type { Language } from './primitives.ts'

/** Embeddings, overrides and isolates turn all text up to their end. Single marks such as U+200F stay. */
const DIRECTION_SIGNS = /[\u202a-\u202e\u2066-\u2069]/g
const [FIRST_STRONG_ISOLATE, POP_ISOLATE] = ['\u2068', '\u2069']

/** Foreign letters bring their direction along: Latin ones in Hebrew, Hebrew and Arabic ones in English. */
const FOREIGN: Record<Language, RegExp> = {
  en: /[\p{Script=Hebrew}\p{Script=Arabic}]/u,
  he: /\p{Script=Latin}/u,
}

export const withoutDirectionSigns = (text: string): string => text.replace(DIRECTION_SIGNS, '')

/** A name within a sentence in that language: whatever is in it, it does not turn what stands around it. */
export function isolated(text: string, language: Language): string {
  const plain = withoutDirectionSigns(text)
  return FOREIGN[language].test(plain) ? `${FIRST_STRONG_ISOLATE}${plain}${POP_ISOLATE}` : plain
}
