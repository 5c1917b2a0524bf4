import type { Language } from '@keyhour/contract/primitives'

let language: Language = 'en'

export function writeIn(next: Language): void {
  language = next
}

/** Keeps figures in their order in Hebrew too; without this, 4:30–6:00 would be reversed and -5 be shown as 5-. */
export const leftToRight = (text: string): string => (language === 'he' ? `\u2066${text}\u2069` : text)
