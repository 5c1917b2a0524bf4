import type { Language } from '@keyhour/contract/primitives'

const YEAR_S = 365 * 24 * 60 * 60

const directionOf = (language: Language): 'ltr' | 'rtl' => (language === 'he' ? 'rtl' : 'ltr')

export function readCookie(name: string): string | undefined {
  return document.cookie.match(`(?:^|; )${name}=([^;]*)`)?.[1]
}

/** Choices of this device: they outlive a sign-out, and the server reads the language from them. */
export function keepCookie(name: string, value: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing from Safari and Firefox
  document.cookie = `${name}=${value}; path=/; max-age=${YEAR_S}; samesite=lax`
}

/** What boot.js decided before the first paint. */
export const documentLanguage = (): Language => (document.documentElement.lang === 'he' ? 'he' : 'en')

export function setDocumentLanguage(language: Language): void {
  document.documentElement.lang = language
  document.documentElement.dir = directionOf(language)
  document.querySelector('link[rel="manifest"]')?.setAttribute('href', `/${language}.webmanifest`)
}
