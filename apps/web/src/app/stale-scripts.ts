import { isServerInReach } from '#web/api/server-reach.ts'

const RELOADED = 'reloaded-for-scripts'
const SETTLED_MS = 10_000

/**
 * A page that was open while a new version was put in place asks for scripts that are gone: it fetches the new
 * ones, once. Without a connection nothing is reloaded, and the screen's own error page shows.
 */
export async function reloadForScripts(reload: () => void = () => window.location.reload()): Promise<void> {
  if (sessionStorage.getItem(RELOADED) !== null || !(await isServerInReach())) return
  sessionStorage.setItem(RELOADED, 'once')
  reload()
}

/** After a start that went well the next new version may reload the page again. */
export function forgetReload(): void {
  setTimeout(() => sessionStorage.removeItem(RELOADED), SETTLED_MS)
}
