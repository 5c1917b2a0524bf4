import { isAppOutdated } from '#web/api/server-reach.ts'

const RELOADED = 'reloaded-for-scripts'
const SETTLED_MS = 10_000

/**
 * A page that was open during an update asks for scripts that no longer exist: reload it, once. If the scripts only
 * failed to arrive, the page stays as it is, with everything the person has entered.
 */
export async function reloadForScripts(reload: () => void = () => window.location.reload()): Promise<void> {
  if (sessionStorage.getItem(RELOADED) !== null || !(await isAppOutdated())) return
  sessionStorage.setItem(RELOADED, 'once')
  reload()
}

/** Called after a successful start, so that the next update may reload again. */
export function forgetReload(): void {
  setTimeout(() => sessionStorage.removeItem(RELOADED), SETTLED_MS)
}
