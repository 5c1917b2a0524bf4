import type { Language } from '@keyhour/contract/primitives'

/** A block is a paragraph or a list. `{contact}` becomes the address to write to. */
export type LegalText = {
  title: string
  /** What search engines show below the title. */
  description: string
  since: (date: string) => string
  intro: string[]
  short: { heading: string; points: string[] }
  sections: { heading: string; blocks: (string | string[])[] }[]
}

export type LegalDocument = {
  /** Where it is found. */
  path: '/privacy' | '/terms' | '/cookies'
  /** When it last changed. */
  changed_on: string
  texts: Record<Language, LegalText>
}
