import type { Language } from '@keyhour/contract/primitives'
import en from '#web/texts/en/landing.json'
import he from '#web/texts/he/landing.json'
import { createTexts, type Texts } from '#web/texts/plain-texts.ts'

export type LandingTexts = Texts<typeof en>
export type WithTexts = { t: LandingTexts }

const TEXTS: Record<Language, LandingTexts> = { en: createTexts(en, 'en'), he: createTexts(he, 'he') }

export const landingTexts = (language: Language): LandingTexts => TEXTS[language]
