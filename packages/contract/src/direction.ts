import type { Language } from './primitives.ts'

/** Embeddings, overrides and isolates affect all text up to their end. Single marks such as U+200F stay. */
const DIRECTION_SIGNS = /[\u202a-\u202e\u2066-\u2069]/g
const [FIRST_STRONG_ISOLATE, POP_ISOLATE] = ['\u2068', '\u2069']

/** Letters that run against the sentence: Latin in Hebrew, Hebrew and Arabic in English. */
const FOREIGN: Record<Language, RegExp> = {
  en: /[\p{Script=Hebrew}\p{Script=Arabic}]/u,
  he: /\p{Script=Latin}/u,
}

/** In Hebrew, -5 and 03 123 would be shown as 5- and 123 03. */
const TURNED_FIGURES = /^[-−+±]\s?\p{Sc}?\d|^\p{Sc}?[\d(][\d().,/-]* [\d() .,/-]*\d$/u

export const withoutDirectionSigns = (text: string): string => text.replace(DIRECTION_SIGNS, '')

/** Keeps a name from changing the direction of the sentence around it. */
export function isolated(text: string, language: Language): string {
  const plain = withoutDirectionSigns(text)
  const isTurned = FOREIGN[language].test(plain) || (language === 'he' && TURNED_FIGURES.test(plain))
  return isTurned ? `${FIRST_STRONG_ISOLATE}${plain}${POP_ISOLATE}` : plain
}
