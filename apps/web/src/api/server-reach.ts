const ANY_PAGE = '/app.html'

/** Whether a page can be fetched now; a reload without it would throw the person out of the app. */
export async function isServerInReach(): Promise<boolean> {
  if (!navigator.onLine) return false
  try {
    return (await fetch(ANY_PAGE, { method: 'HEAD', cache: 'no-store' })).ok
  } catch {
    return false
  }
}
