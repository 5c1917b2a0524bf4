/** Targets of links with a token: sign-ins elsewhere and our mails. */
const PATHS = [
  '/logged-in',
  '/confirm-email',
  '/reset-password',
  '/confirm-deletion',
  '/undo-deletion',
] as const
type Path = (typeof PATHS)[number]
export type ArrivedToken = (path: Path) => string | null

/* Imported before anything else: the token leaves the address bar and the history before the first request, so that
   no log, referrer or history entry keeps it. A reload loses it. */
const address = new URL(window.location.href)
const arrivedAt = PATHS.find((path) => path === address.pathname)
if (arrivedAt && address.search) window.history.replaceState(window.history.state, '', arrivedAt)

/** The token from the address, only for the path it came with. */
export const arrivedToken: ArrivedToken = (path) =>
  path === arrivedAt ? address.searchParams.get('token') : null
