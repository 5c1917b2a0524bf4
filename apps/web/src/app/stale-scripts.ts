import { isServerInReach } from '#web/api/server-reach.ts'

const RELOADED = 'reloaded-for-scripts'
const SETTLED_MS = 10_000

/**
 * A page that was open during an update asks for scripts that no longer exist: reload it, once. Without a connection it
 * is not reloaded, and the error page shows.
 */
export async function reloadForScripts(reload: () => void = () => window.location.reload()): Promise<void> {
  if (sessionStorage.getItem(RELOADED) !== null || !(await isServerInReach())) return
  sessionStorage.setItem(RELOADED, 'once')
  reload()
}

/** Called after a successful start, so that the next update may reload again. */
export function forgetReload(): void {
  setTimeout(() => sessionStorage.removeItem(RELOADED), SETTLED_MS)
}
