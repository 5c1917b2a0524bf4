type GoogleIdentity = { disableAutoSelect?: () => void; revoke?: (account: string, done: () => void) => void }
declare global {
  interface Window {
    google?: { accounts?: { id?: GoogleIdentity } }
  }
}

/** The account whose consent is still to be revoked: Google's script is seldom loaded when people log out. */
let leaving: string | null = null

/** Revokes the person's consent at Google, in the background. */
export function withdrawConsent(account: string): void {
  leaving = account
  tellGoogle()
}

/** Called when Google's script has loaded. */
export function tellGoogle(): void {
  const google = window.google?.accounts?.id
  if (leaving === null || !google) return
  const account = leaving
  leaving = null
  try {
    google.disableAutoSelect?.()
    google.revoke?.(account, () => undefined)
  } catch {
    // A failure at Google must not stop the person from logging out.
  }
}
