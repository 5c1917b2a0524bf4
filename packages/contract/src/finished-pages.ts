import type { Language } from './primitives.ts'

/** The pages that are finished HTML when the product is built, by their address: `{name}.{language}.html` each. */
export const FINISHED_PAGES = {
  '/': 'landing',
  '/businesses': 'businesses',
  '/space-owners': 'space-owners',
  '/contact': 'contact',
} as const
export type FinishedPath = keyof typeof FINISHED_PAGES
export type FinishedPage = (typeof FINISHED_PAGES)[FinishedPath]

export const finishedFile = (page: FinishedPage, language: Language): string => `${page}.${language}.html`

/** What a build cannot know, for it differs from one installation to the next. */
export type PlaceFacts = {
  /** Where the product is found, without a slash at the end. */
  ORIGIN: string
  APP_STORE_URL: string
  PLAY_STORE_URL: string
  /** The name of the product on every social network. */
  SOCIAL_HANDLE: string
  CONTACT_EMAIL: string
}

/** Stands in a page for what the server knows. */
export const hole = (fact: keyof PlaceFacts): string => `%${fact}%`

export function fillHoles(page: string, facts: PlaceFacts): string {
  return page.replace(/%([A-Z_]+)%/g, (text, name: string) => facts[name as keyof PlaceFacts] ?? text)
}

/** Until an app of one's own is in the stores: what they find under the name. */
export const STORE_SEARCHES = {
  APP_STORE_URL: 'https://apps.apple.com/us/search?term=Keyhour',
  PLAY_STORE_URL: 'https://play.google.com/store/search?q=Keyhour&c=apps',
} as const
