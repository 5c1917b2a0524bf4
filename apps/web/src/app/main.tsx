import { arrivedToken } from '#web/app/arrival.ts'
import '#web/ui/styles.ts'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router'
import { createQueryClient } from '#web/api/query-client.ts'
import { restoreSession } from '#web/api/session.ts'
import { Providers } from '#web/app/providers.tsx'
import { createRouter } from '#web/app/router.tsx'
import { startTexts } from '#web/texts/i18n.ts'
import { documentLanguage } from '#web/texts/language.ts'

const RELOADED = 'reloaded-for-scripts'

// A page that was open while a new version was put in place asks for scripts that are gone: fetch the new ones.
window.addEventListener('vite:preloadError', () => {
  if (sessionStorage.getItem(RELOADED) === document.baseURI) return
  sessionStorage.setItem(RELOADED, document.baseURI)
  window.location.reload()
})

restoreSession()
await startTexts(documentLanguage())

createRoot(document.getElementById('root')!).render(
  <Providers queryClient={createQueryClient()}>
    <RouterProvider router={createRouter(arrivedToken)} />
  </Providers>,
)
