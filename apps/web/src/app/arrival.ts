/** Where links with a token lead: back from a sign-in elsewhere, and out of our mails. */
const PATHS = [
  '/logged-in',
  '/confirm-email',
  '/reset-password',
  '/confirm-deletion',
  '/undo-deletion',
] as const
type Path = (typeof PATHS)[number]
export type ArrivedToken = (path: Path) => string | null

/*
 * Imported before anything else: a token is out of the address bar and the history before the first request
 * leaves, so that no log, referrer or history entry keeps it. A reload has lost it.
 */
const address = new URL(window.location.href)
const arrivedAt = PATHS.find((path) => path === address.pathname)
if (arrivedAt && address.search) window.history.replaceState(window.history.state, '', arrivedAt)

/** The token that came in the address, for the path that it came with and no other. */
export const arrivedToken: ArrivedToken = (path) =>
  path === arrivedAt ? address.searchParams.get('token') : null
