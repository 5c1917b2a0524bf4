import type { PublicPage } from '@keyhour/contract/public-page'
import { createContext, use } from 'react'

export const PageContext = createContext<PublicPage | null>(null)

export function usePage(): PublicPage {
  const page = use(PageContext)
  if (!page) throw new Error('There is no page around this.')
  return page
}

/** Who came by an address that names a language stays in it from page to page. */
export const languageAsked = ({ search }: Pick<PublicPage, 'search'>): string | null =>
  new URLSearchParams(search).get('language')
