const RELOADED = 'reloaded-for-scripts'
const SETTLED_MS = 10_000

/**
 * A page that was open during an update asks for scripts that no longer exist: reload it, once. If the scripts only
 * failed to arrive, the page stays as it is, with everything the person has entered.
 */
export async function reloadForScripts(reload: () => void = () => window.location.reload()): Promise<void> {
  if (sessionStorage.getItem(RELOADED) !== null || !(await isOutdated())) return
  sessionStorage.setItem(RELOADED, 'once')
  reload()
}

/** The name of the first script changes with every update. */
async function isOutdated(): Promise<boolean> {
  const script = document.querySelector('script[type="module"][src]')?.getAttribute('src')
  try {
    const page = await fetch('/app.html', { cache: 'no-store' })
    return script != null && page.ok && !(await page.text()).includes(script)
  } catch {
    return false
  }
}

/** Called after a successful start, so that the next update may reload again. */
export function forgetReload(): void {
  setTimeout(() => sessionStorage.removeItem(RELOADED), SETTLED_MS)
}
