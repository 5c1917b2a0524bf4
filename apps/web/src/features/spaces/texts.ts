import type { Language } from '@keyhour/contract/primitives'
import { createContext, use } from 'react'
import en from '#web/texts/en/spaces.json'
import he from '#web/texts/he/spaces.json'
import { createTexts, type Texts } from '#web/texts/plain-texts.ts'

export type SpaceTexts = Texts<typeof en>

const TEXTS: Record<Language, SpaceTexts> = { en: createTexts(en, 'en'), he: createTexts(he, 'he') }

export const textsIn = (language: Language): SpaceTexts => TEXTS[language]

export const TextsContext = createContext<SpaceTexts>(TEXTS.en)

export const useTexts = (): SpaceTexts => use(TextsContext)
