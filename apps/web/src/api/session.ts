import { SessionClaims } from '@keyhour/contract/auth'
import { z } from 'zod'
import { withdrawConsent } from '#web/api/google-consent.ts'
import { forgetKept } from '#web/api/kept.ts'
import { unsubscribeDevice } from '#web/api/push-device.ts'
import { createStore, useStore } from '#web/api/store.ts'
import { nowMs } from '#web/clock.ts'

const TOKEN_KEY = 'token'
/** The Google account of a person who signed in with it. */
const GOOGLE_KEY = 'google_account'
const LONGEST_TIMER_MS = 2 ** 31 - 1

/** Why nobody is signed in. */
type Ending = 'none' | 'expired' | 'refused' | 'logged-out'

type SignedIn = { token: string; user: SessionClaims }
type Session = { signedIn: SignedIn | null; ending: Ending }

const session = createStore<Session>({ signedIn: null, ending: 'none' })
let timer: ReturnType<typeof setTimeout> | undefined

/** Null if the token cannot be read. */
function decode<T>(jwt: string, Claims: z.ZodType<T>): T | null {
  try {
    const payload = (jwt.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
    const bytes = Uint8Array.from(atob(payload), (character) => character.charCodeAt(0))
    return Claims.parse(JSON.parse(new TextDecoder().decode(bytes)))
  } catch {
    return null
  }
}

export const decodeToken = (token: string): SessionClaims | null => decode(token, SessionClaims)

/** For display only: just the server can verify it. */
export const googleAddressOf = (credential: string): string | null =>
  decode(credential, z.object({ email: z.string() }))?.email ?? null

/** `exp` is in seconds; an unreadable token counts as expired. */
export function isExpired(token: string, atMs: number = nowMs()): boolean {
  const claims = decodeToken(token)
  return claims === null || claims.exp <= atMs / 1000
}

function read(token: string | null): SignedIn | null {
  if (token === null || isExpired(token)) return null
  const user = decodeToken(token)
  return user && { token, user }
}

function enter(signedIn: SignedIn | null, ending: Ending): void {
  clearTimeout(timer)
  session.set({ signedIn, ending })
  if (signedIn) watchExpiry(signedIn)
}

function watchExpiry({ token, user }: SignedIn): void {
  const leftMs = user.exp * 1000 - nowMs()
  timer = setTimeout(
    () => (isExpired(token) ? endSession('expired') : watchExpiry({ token, user })),
    Math.min(Math.max(leftMs, 0), LONGEST_TIMER_MS),
  )
}

/** Restores the stored token and follows other tabs. Returns how to stop following. */
export function restoreSession(): () => void {
  const kept = localStorage.getItem(TOKEN_KEY)
  const signedIn = read(kept)
  if (kept !== null && !signedIn) dropToken()
  enter(signedIn, kept !== null && !signedIn ? 'expired' : 'none')

  function follow(event: StorageEvent) {
    if (event.storageArea !== localStorage || (event.key !== null && event.key !== TOKEN_KEY)) return
    const next = read(localStorage.getItem(TOKEN_KEY))
    if (next?.token !== session.get().signedIn?.token) enter(next, next ? 'none' : 'logged-out')
  }
  window.addEventListener('storage', follow)
  return () => {
    clearTimeout(timer)
    window.removeEventListener('storage', follow)
  }
}

/**
 * Returns false for an expired token. Without `googleCredential`, a new token of the same person keeps their Google
 * account.
 */
export function startSession(token: string, googleCredential?: string): boolean {
  const signedIn = read(token)
  if (!signedIn) return false
  if (session.get().signedIn?.user.id !== signedIn.user.id) {
    localStorage.removeItem(GOOGLE_KEY)
    forgetKept()
  }
  localStorage.setItem(TOKEN_KEY, token)
  if (googleCredential !== undefined) {
    localStorage.setItem(GOOGLE_KEY, googleAddressOf(googleCredential) ?? signedIn.user.email)
  }
  enter(signedIn, 'none')
  return true
}

function dropToken(): void {
  localStorage.removeItem(TOKEN_KEY)
  localStorage.removeItem(GOOGLE_KEY)
  forgetKept()
}

/** The next person here does not get the messages of this one. The server forgets the device with the session. */
const forgetDevice = (): void => void unsubscribeDevice().catch(() => undefined)

export function endSession(ending: Exclude<Ending, 'none'>): void {
  dropToken()
  enter(null, ending)
}

export function logOut(): void {
  const googleAccount = localStorage.getItem(GOOGLE_KEY)
  localStorage.clear()
  sessionStorage.clear()
  forgetDevice()
  enter(null, 'logged-out')
  if (googleAccount !== null) withdrawConsent(googleAccount)
}

export const getSession = (): Session => session.get()
export const useSession = (): Session => useStore(session)
/** For screens that only signed-in people reach. */
export function useUser(): SessionClaims | null {
  return useSession().signedIn?.user ?? null
}
