import type { Language } from '@keyhour/contract/primitives'
import { createContext, use } from 'react'
import type en from '#web/texts/en/spaces.json'
import { createTexts, type Texts } from '#web/texts/plain-texts.ts'

export type SpaceTexts = Texts<typeof en>

/** The server has both catalogues at hand, the browser loads its own. */
export const spaceTexts = (catalogue: typeof en, language: Language): SpaceTexts =>
  createTexts(catalogue, language)

export const TextsContext = createContext<SpaceTexts | null>(null)

export function useTexts(): SpaceTexts {
  const t = use(TextsContext)
  if (!t) throw new Error('There are no texts around this.')
  return t
}
