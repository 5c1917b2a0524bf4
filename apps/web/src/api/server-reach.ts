import { http } from '#web/api/call.ts'

const ANY_PAGE = '/app.html'
const READY = '/api/ready'

/** Checked before a reload, which without a connection would throw the person out of the app. */
export async function isServerInReach(): Promise<boolean> {
  if (!navigator.onLine) return false
  try {
    return (await fetch(ANY_PAGE, { method: 'HEAD', cache: 'no-store' })).ok
  } catch {
    return false
  }
}

/** Whether the server has another version of the app by now: the name of the first script changes with every update. */
export async function isAppOutdated(): Promise<boolean> {
  const script = document.querySelector('script[type="module"][src]')?.getAttribute('src')
  if (script == null) return false
  try {
    const page = await fetch(ANY_PAGE, { cache: 'no-store' })
    return page.ok && !(await page.text()).includes(script)
  } catch {
    return false
  }
}

/** Also with its database. */
export const isServerReady = (): Promise<boolean> =>
  http.get(READY).then(
    () => true,
    () => false,
  )
