import { confirmDevice } from '#web/features/push/api.ts'

const QUIET_MS = 3_000

/**
 * Installs the service worker once the page has settled. The browser compares it with the server's at each visit, past
 * its own cache.
 */
export function startWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  setTimeout(() => {
    navigator.serviceWorker
      .register('/service-worker.js', { updateViaCache: 'none' })
      .then(confirmDevice)
      // Without it everything works as long as there is a connection.
      .catch(() => undefined)
  }, QUIET_MS)
}
