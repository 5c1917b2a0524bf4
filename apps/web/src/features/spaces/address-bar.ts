const SETTLE_MS = 400

/**
 * Writes into the address bar what has been chosen once it rests. Who goes on changing the same thing, letter by letter,
 * does not fill the history with it.
 */
export function createAddressBar() {
  let waiting: ReturnType<typeof setTimeout> | undefined
  let lastChanged: string | null = null

  return {
    write(address: string, changed: string): void {
      clearTimeout(waiting)
      waiting = setTimeout(() => {
        if (address === window.location.pathname + window.location.search) return
        if (changed === lastChanged) window.history.replaceState(null, '', address)
        else window.history.pushState(null, '', address)
        lastChanged = changed
      }, SETTLE_MS)
    },
    /** Somebody went back or forward: what was still waiting is no longer meant. */
    forget(): void {
      clearTimeout(waiting)
      lastChanged = null
    },
  }
}
