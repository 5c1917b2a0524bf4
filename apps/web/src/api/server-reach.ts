const ANY_PAGE = '/app.html'

/** Checked before a reload, which without a connection would throw the person out of the app. */
export async function isServerInReach(): Promise<boolean> {
  if (!navigator.onLine) return false
  try {
    return (await fetch(ANY_PAGE, { method: 'HEAD', cache: 'no-store' })).ok
  } catch {
    return false
  }
}
