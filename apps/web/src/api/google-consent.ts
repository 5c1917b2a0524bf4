type GoogleIdentity = { disableAutoSelect?: () => void; revoke?: (account: string, done: () => void) => void }
declare global {
  interface Window {
    google?: { accounts?: { id?: GoogleIdentity } }
  }
}

/** Whose consent Google still has to hear about: its script is seldom loaded where one logs out. */
let leaving: string | null = null

/** Takes back what somebody allowed Google to tell us. Nobody waits for it. */
export function withdrawConsent(account: string): void {
  leaving = account
  tellGoogle()
}

/** Called whenever Google's script has got ready. */
export function tellGoogle(): void {
  const google = window.google?.accounts?.id
  if (leaving === null || !google) return
  const account = leaving
  leaving = null
  try {
    google.disableAutoSelect?.()
    google.revoke?.(account, () => undefined)
  } catch {
    // Google's trouble with it must not become ours: the person has left already.
  }
}
