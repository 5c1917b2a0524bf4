import type { FinishedPath } from '@keyhour/contract/finished-pages'
import type { Language } from '@keyhour/contract/primitives'

/** A block is a paragraph or a list. `{contact}` becomes the contact address. */
export type LegalText = {
  title: string
  /** For search engines. */
  description: string
  since: (date: string) => string
  intro: string[]
  short: { heading: string; points: string[] }
  sections: { heading: string; blocks: (string | string[])[] }[]
}

export type LegalDocument = {
  path: Extract<FinishedPath, '/privacy' | '/terms' | '/cookies'>
  changed_on: string
  texts: Record<Language, LegalText>
}
