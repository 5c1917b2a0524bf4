import type { Language } from './primitives.ts'

/** Prerendered by the build, by address: `{name}.{language}.html` each. */
export const FINISHED_PAGES = {
  '/': 'landing',
  '/businesses': 'businesses',
  '/space-owners': 'space-owners',
  '/contact': 'contact',
} as const
export type FinishedPath = keyof typeof FINISHED_PAGES
export type FinishedPage = (typeof FINISHED_PAGES)[FinishedPath]

export const finishedFile = (page: FinishedPage, language: Language): string => `${page}.${language}.html`

/** What the build cannot know, because it differs between installations. */
export type InstallationFacts = {
  /** The public URL, without a trailing slash. */
  ORIGIN: string
  APP_STORE_URL: string
  PLAY_STORE_URL: string
  SOCIAL_HANDLE: string
  CONTACT_EMAIL: string
}

/** A placeholder that the server fills in. */
export const hole = (fact: keyof InstallationFacts): string => `%${fact}%`

export function fillHoles(page: string, facts: InstallationFacts): string {
  return page.replace(/%([A-Z_]+)%/g, (text, name: string) => facts[name as keyof InstallationFacts] ?? text)
}

/** A search in the stores, until there is an app. */
export const STORE_SEARCHES = {
  APP_STORE_URL: 'https://apps.apple.com/us/search?term=Keyhour',
  PLAY_STORE_URL: 'https://play.google.com/store/search?q=Keyhour&c=apps',
} as const
