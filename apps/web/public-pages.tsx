import type { Language } from '@keyhour/contract/primitives'
import type { RenderPublicPage } from '@keyhour/contract/public-page'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { Footer } from '#web/app/frame/footer.tsx'
import { writeHead } from '#web/app/frame/head.ts'
import { Navbar } from '#web/app/frame/navbar.tsx'
import { aboutPage } from '#web/features/spaces/about-page.ts'
import { PublicScreen } from '#web/features/spaces/public-screen.tsx'
import { type SpaceTexts, spaceTexts } from '#web/features/spaces/texts.ts'
import { showTimesIn } from '#web/format/time.ts'
import en from '#web/texts/en/spaces.json'
import he from '#web/texts/he/spaces.json'

const TEXTS: Record<Language, SpaceTexts> = { en: spaceTexts(en, 'en'), he: spaceTexts(he, 'he') }

/** What the server puts into public.html. The browser takes over what is in the middle; the frame stays as it is. */
export const renderPublicPage: RenderPublicPage = (page) => {
  const { language, search } = page
  const t = TEXTS[language]
  // Nothing below waits, so no other page comes in between.
  showTimesIn(language)
  return {
    head: writeHead({ language, ...aboutPage(page, t) }),
    body: [
      renderToStaticMarkup(<Navbar language={language} search={search} />),
      `<div id="root">${renderToString(<PublicScreen page={page} t={t} />)}</div>`,
      renderToStaticMarkup(<Footer language={language} search={search} />),
    ].join(''),
  }
}
