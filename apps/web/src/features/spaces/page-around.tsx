import type { PublicPage } from '@keyhour/contract/public-page'
import { type ReactNode, useEffect } from 'react'
import { PageContext } from '#web/features/spaces/page-context.ts'
import { type SpaceTexts, TextsContext } from '#web/features/spaces/texts.ts'

type Props = { page: PublicPage; t: SpaceTexts; children: ReactNode }

/** What every screen that anybody may see stands on, on the server and in the browser alike. */
export function PageAround({ page, t, children }: Props) {
  // Until then the page is plain HTML.
  useEffect(() => {
    document.getElementById('root')?.setAttribute('data-live', '')
  }, [])
  return (
    <PageContext value={page}>
      <TextsContext value={t}>{children}</TextsContext>
    </PageContext>
  )
}
