import '#web/app/frame/frame.css'
import '#web/features/spaces/public.css'
import type { PublicPage } from '@keyhour/contract/public-page'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { startSwitches } from '#web/app/frame/switches.ts'
import { PublicScreen } from '#web/features/spaces/public-screen.tsx'
import { spaceTexts } from '#web/features/spaces/texts.ts'
import { showTimesIn } from '#web/format/time.ts'

const CATALOGUES = {
  en: () => import('#web/texts/en/spaces.json'),
  he: () => import('#web/texts/he/spaces.json'),
}

async function start(page: PublicPage, root: HTMLElement): Promise<void> {
  const { default: catalogue } = await CATALOGUES[page.language]()
  showTimesIn(page.language)
  const screen = <PublicScreen page={page} t={spaceTexts(catalogue, page.language)} />
  // A page that could not be rendered is sent without its content, and rendered here.
  if (root.hasChildNodes()) hydrateRoot(root, screen)
  else createRoot(root).render(screen)
}

const page: PublicPage | null = JSON.parse(document.getElementById('page')?.textContent ?? 'null')
const root = document.getElementById('root')

startSwitches()
if (page && root) void start(page, root)
