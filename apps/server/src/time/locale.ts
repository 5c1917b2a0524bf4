import type { Language } from '@keyhour/contract/primitives'

/** How dates and amounts are written in each language. */
export const LOCALE: Record<Language, string> = { en: 'en-GB', he: 'he-IL' }
