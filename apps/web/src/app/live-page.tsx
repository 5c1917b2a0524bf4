import type { PublicPage } from '@keyhour/contract/public-page'
import { type ReactNode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { PageAround } from '#web/features/spaces/page-context.tsx'
import { spaceTexts } from '#web/features/spaces/texts.ts'
import { showTimesIn } from '#web/format/time.ts'

const SHARED = {
  en: () => import('#web/texts/en/spaces.json'),
  he: () => import('#web/texts/he/spaces.json'),
}
const OF_SPACE = {
  en: () => import('#web/texts/en/space-page.json'),
  he: () => import('#web/texts/he/space-page.json'),
}

async function loadScreen(page: PublicPage): Promise<ReactNode> {
  const { content } = page
  switch (content.kind) {
    case 'search': {
      const { SearchScreen } = await import('#web/features/spaces/search-screen.tsx')
      return <SearchScreen page={page} content={content} />
    }
    case 'space': {
      const { SpaceScreen } = await import('#web/features/spaces/space-screen.tsx')
      return <SpaceScreen page={page} content={content} />
    }
    case 'missing': {
      const { MissingScreen } = await import('#web/app/missing-screen.tsx')
      return <MissingScreen />
    }
  }
}

async function start(page: PublicPage, root: HTMLElement): Promise<void> {
  const { language, content } = page
  const [shared, ofSpace, screen] = await Promise.all([
    SHARED[language](),
    content.kind === 'space' ? OF_SPACE[language]() : undefined,
    loadScreen(page),
  ])
  showTimesIn(language)
  const whole = (
    <PageAround page={page} t={spaceTexts(language, shared.default, ofSpace?.default)}>
      {screen}
    </PageAround>
  )
  // A page that the server failed to render arrives empty and is rendered here. Either way in a transition, so that
  // scrolling and typing stay responsive.
  startTransition(() => {
    if (root.hasChildNodes()) hydrateRoot(root, whole)
    else createRoot(root).render(whole)
  })
}

const page: PublicPage | null = JSON.parse(document.getElementById('page')?.textContent ?? 'null')
const root = document.getElementById('root')

if (page && root) void start(page, root)
