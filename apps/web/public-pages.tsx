import { fillHoles } from '@keyhour/contract/finished-pages'
import type { Language } from '@keyhour/contract/primitives'
import type { PublicPage, RenderPublicPage } from '@keyhour/contract/public-page'
import type { ReactNode } from 'react'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { Footer } from '#web/app/frame/footer.tsx'
import { writeHead } from '#web/app/frame/head.ts'
import { PublicNavbar } from '#web/app/frame/public-navbar.tsx'
import { MissingScreen } from '#web/app/missing-screen.tsx'
import { aboutPage } from '#web/features/spaces/about-page.ts'
import { PageAround } from '#web/features/spaces/page-context.tsx'
import { SearchScreen } from '#web/features/spaces/search-screen.tsx'
import { SpaceScreen } from '#web/features/spaces/space-screen.tsx'
import { type SpaceTexts, spaceTexts } from '#web/features/spaces/texts.ts'
import { showTimesIn } from '#web/format/time.ts'
import enOfSpace from '#web/texts/en/space-page.json'
import en from '#web/texts/en/spaces.json'
import heOfSpace from '#web/texts/he/space-page.json'
import he from '#web/texts/he/spaces.json'

const TEXTS: Record<Language, SpaceTexts> = {
  en: spaceTexts('en', en, enOfSpace),
  he: spaceTexts('he', he, heOfSpace),
}

/** Fills public.html. The browser hydrates the content; the frame stays static HTML. */
export const renderPublicPage: RenderPublicPage = (page, facts) => {
  const { language, origin, search } = page
  const t = TEXTS[language]
  // Nothing below awaits, so no other page can change the language in between.
  showTimesIn(language)
  // Only in the frame: in the content, text that resembles a placeholder was written by a person.
  const frame = (part: ReactNode) => fillHoles(renderToStaticMarkup(part), facts)
  return {
    head: writeHead({ language, origin, ...aboutPage(page, t) }),
    body: [
      frame(<PublicNavbar language={language} search={search} />),
      `<div id="root">${renderToString(
        <PageAround page={page} t={t}>
          {screenOf(page)}
        </PageAround>,
      )}</div>`,
      frame(<Footer language={language} search={search} />),
    ].join(''),
  }
}

function screenOf(page: PublicPage): ReactNode {
  const { content } = page
  switch (content.kind) {
    case 'search':
      return <SearchScreen page={page} content={content} />
    case 'space':
      return <SpaceScreen page={page} content={content} />
    case 'missing':
      return <MissingScreen />
  }
}
