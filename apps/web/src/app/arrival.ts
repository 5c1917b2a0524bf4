/**
 * A token that came in the address. Imported before anything else: it is out of the address bar and the
 * history before the first request leaves, so that no log, referrer or history entry keeps it.
 */
const address = new URL(window.location.href)
const token = address.pathname === '/logged-in' ? address.searchParams.get('token') : null
if (address.pathname === '/logged-in' && address.search) {
  window.history.replaceState(window.history.state, '', '/logged-in')
}

export const arrivedToken: string | null = token
