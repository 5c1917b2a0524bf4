import type { RenderPublicPage } from '@keyhour/contract/public-page'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { PublicScreen } from '#web/features/spaces/public-screen.tsx'
import { textsIn } from '#web/features/spaces/texts.ts'
import { showTimesIn } from '#web/format/time.ts'

/** What the server puts into public.html; public-main.tsx takes it over in the browser. */
export const renderPublicPage: RenderPublicPage = (page) => {
  const t = textsIn(page.language)
  showTimesIn(page.language)
  return {
    head: renderToStaticMarkup(<title>{t('search.heading')}</title>),
    body: `<div id="root">${renderToString(<PublicScreen page={page} />)}</div>`,
  }
}
