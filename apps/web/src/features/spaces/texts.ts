import type { Office } from '@keyhour/contract/offices'
import type { Language } from '@keyhour/contract/primitives'
import type { SpaceFilter } from '@keyhour/contract/space-filter'
import { createContext, use } from 'react'
import type enOfSpace from '#web/texts/en/space-page.json'
import type en from '#web/texts/en/spaces.json'
import { createTexts, type Texts } from '#web/texts/plain-texts.ts'
import type { DateWords } from '#web/ui/dates/date-calendar.tsx'

type Catalogue = typeof en & typeof enOfSpace
export type SpaceTexts = Texts<Catalogue>

/** The browser loads the texts of the office page only where it shows one. */
export const spaceTexts = (
  language: Language,
  shared: typeof en,
  ofSpace?: typeof enOfSpace | undefined,
): SpaceTexts => createTexts({ ...shared, ...ofSpace } as Catalogue, language)

export const TextsContext = createContext<SpaceTexts | null>(null)

export function useTexts(): SpaceTexts {
  const t = use(TextsContext)
  if (!t) throw new Error('There are no texts around this.')
  return t
}

export const titled = (t: SpaceTexts, page: string): string => `${page} · ${t('name')}`

export function searchTitle(t: SpaceTexts, { type, place }: SpaceFilter): string {
  const what = type ? t(`search.ofType.${type}`) : t('search.heading')
  return titled(t, place ? t('search.in', { what, place }) : what)
}

export const officeTitle = (t: SpaceTexts, { name, address }: Office): string =>
  titled(t, t('space.at', { name, address }))

export const dateWords = (t: SpaceTexts): DateWords => ({
  open: t('date.open'),
  before: t('date.before'),
  after: t('date.after'),
  today: t('date.today'),
  clear: t('date.clear'),
  close: t('date.close'),
})

/** Owners type what else a space has; what is common is known in every language. */
export function comfortText(t: SpaceTexts, comfort: string): string {
  const key = `comfort.${comfort.trim().toLowerCase()}`
  const known = t(key as Parameters<SpaceTexts>[0])
  return known === key ? comfort : known
}
