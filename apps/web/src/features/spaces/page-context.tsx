import type { PublicPage } from '@keyhour/contract/public-page'
import { createContext, type ReactNode, use, useEffect } from 'react'
import { type SpaceTexts, TextsContext } from '#web/features/spaces/texts.ts'

const PageContext = createContext<PublicPage | null>(null)

export function usePage(): PublicPage {
  const page = use(PageContext)
  if (!page) throw new Error('There is no page around this.')
  return page
}

/** A language named in the address stays from page to page. */
export const languageAsked = ({ search }: Pick<PublicPage, 'search'>): string | null =>
  new URLSearchParams(search).get('language')

type Props = { page: PublicPage; t: SpaceTexts; children: ReactNode }

/** Around every public screen, on the server and in the browser. */
export function PageAround({ page, t, children }: Props) {
  // Until then the page is static HTML.
  useEffect(() => {
    document.getElementById('root')?.setAttribute('data-live', '')
  }, [])
  return (
    <PageContext value={page}>
      <TextsContext value={t}>{children}</TextsContext>
    </PageContext>
  )
}
