import { arrivedToken } from '#web/app/arrival.ts'
import '#web/ui/styles.ts'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router'
import { createQueryClient } from '#web/api/query-client.ts'
import { restoreSession } from '#web/api/session.ts'
import { Providers } from '#web/app/providers.tsx'
import { createRouter } from '#web/app/router.tsx'
import { forgetReload, reloadForScripts } from '#web/app/stale-scripts.ts'
import { startTexts } from '#web/texts/i18n.ts'
import { documentLanguage } from '#web/texts/language.ts'

window.addEventListener('vite:preloadError', () => void reloadForScripts())

restoreSession()
await startTexts(documentLanguage())

createRoot(document.getElementById('root')!).render(
  <Providers queryClient={createQueryClient()}>
    <RouterProvider router={createRouter(arrivedToken)} />
  </Providers>,
)
forgetReload()
