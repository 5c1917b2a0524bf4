import type { Language } from './primitives.ts'

/** Prerendered by the build, by address: `{name}.{language}.html` each. */
export const FINISHED_PAGES = {
  '/': 'landing',
  '/for-businesses': 'businesses',
  '/space-owners': 'space-owners',
  '/contact': 'contact',
  '/privacy': 'privacy',
  '/terms': 'terms',
  '/cookies': 'cookies',
} as const
/** Another address of the privacy policy, below /api because the specification puts it there. */
export const PRIVACY_IN_API = '/api/privacy-policy'

export type FinishedPath = keyof typeof FINISHED_PAGES
export type FinishedPage = (typeof FINISHED_PAGES)[FinishedPath]

export const finishedFile = (page: FinishedPage, language: Language): string => `${page}.${language}.html`

/** What the build cannot know, because it differs between installations. */
export type InstallationFacts = {
  /** The public URL, without a trailing slash. */
  ORIGIN: string
  /** Empty if the app is not there. */
  APP_STORE_URL: string
  PLAY_STORE_URL: string
  /** Empty if the app is in both stores; elsewhere the browser installs it. */
  NOT_IN_A_STORE: string
  SOCIAL_HANDLE: string
  CONTACT_EMAIL: string
}

/** A placeholder that the server fills in. */
export const hole = (fact: keyof InstallationFacts): string => `%${fact}%`

/** Around a part that only installations with this fact show. */
export const onlyWith = (fact: keyof InstallationFacts): [string, string] => [`%IF_${fact}%`, `%END_${fact}%`]

const PART = /%IF_([A-Z_]+)%(.*?)%END_\1%/gs

export function fillHoles(page: string, facts: InstallationFacts): string {
  const factOf = (name: string) => facts[name as keyof InstallationFacts]
  return page
    .replace(PART, (text, name: string, part: string) =>
      factOf(name) === undefined ? text : factOf(name) && part,
    )
    .replace(/%([A-Z_]+)%/g, (text, name: string) => factOf(name) ?? text)
}
