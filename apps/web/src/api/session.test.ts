import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { tokenFor } from '#test/show.tsx'
import { tellGoogle } from '#web/api/google-consent.ts'
import {
  decodeToken,
  endSession,
  getSession,
  isExpired,
  logOut,
  restoreSession,
  startSession,
} from '#web/api/session.ts'

const NOON = Date.parse('2026-03-02T12:00:00Z')
let stopFollowing: () => void = () => undefined

beforeEach(() => {
  vi.useFakeTimers({ now: NOON })
  stopFollowing = restoreSession()
})

afterEach(() => {
  stopFollowing()
  vi.useRealTimers()
  Reflect.deleteProperty(window, 'google')
})

function reload() {
  stopFollowing()
  stopFollowing = restoreSession()
}

function otherTab(change: () => void) {
  change()
  window.dispatchEvent(new StorageEvent('storage', { key: 'token', storageArea: localStorage }))
}

test('a token in the browser signs its owner in on load', () => {
  localStorage.setItem('token', tokenFor({ name: 'נועה ברק', admin: true }))
  reload()

  expect(getSession().signedIn?.user).toMatchObject({ name: 'נועה ברק', admin: true })
})

test('expiry is compared with the clock in seconds', () => {
  const token = tokenFor({ exp: NOON / 1000 + 1 })

  expect(isExpired(token, NOON)).toBe(false)
  expect(isExpired(token, NOON + 1000)).toBe(true)
})

test.each(['', 'nonsense', 'a.b.c', `x.${btoa('{"id":1}')}.y`])(
  'a token that cannot be read (%j) counts as expired',
  (token) => {
    localStorage.setItem('token', token)
    reload()

    expect(decodeToken(token)).toBeNull()
    expect(isExpired(token)).toBe(true)
    expect(getSession().signedIn).toBeNull()
    expect(localStorage.getItem('token')).toBeNull()
  },
)

test('a session that runs out while the page is open ends by itself', () => {
  startSession(tokenFor({ exp: NOON / 1000 + 60 }))
  vi.advanceTimersByTime(59_000)
  expect(getSession().signedIn).not.toBeNull()
  vi.advanceTimersByTime(2_000)

  expect(getSession()).toEqual({ signedIn: null, ending: 'expired' })
  expect(localStorage.getItem('token')).toBeNull()
})

test('a session of a year does not end immediately because of the timer limit', () => {
  startSession(tokenFor({ exp: NOON / 1000 + 365 * 24 * 3600 }))
  vi.advanceTimersByTime(30 * 24 * 3600 * 1000)

  expect(getSession().signedIn).not.toBeNull()
})

test('signing in or out in one tab does the same in the others', () => {
  otherTab(() => localStorage.setItem('token', tokenFor({ id: 12 })))
  expect(getSession().signedIn?.user.id).toBe(12)
  otherTab(() => localStorage.removeItem('token'))

  expect(getSession().signedIn).toBeNull()
})

test('an expired token does not start a session', () => {
  expect(startSession(tokenFor({ exp: NOON / 1000 - 1 }))).toBe(false)
  expect(localStorage.getItem('token')).toBeNull()
})

const googleCredential = `x.${btoa(JSON.stringify({ email: 'maya@gmail.com' }))}.y`

function loadGoogle() {
  const google = { disableAutoSelect: vi.fn(), revoke: vi.fn() }
  window.google = { accounts: { id: google } }
  return google
}

test('logging out clears both storages, but keeps the language', () => {
  // biome-ignore lint/suspicious/noDocumentCookie: the test is about this cookie
  document.cookie = 'language=he; path=/'
  startSession(tokenFor(), googleCredential)
  localStorage.setItem('draft', '1')
  sessionStorage.setItem('draft', '1')
  logOut()

  expect(getSession()).toEqual({ signedIn: null, ending: 'logged-out' })
  expect([localStorage.length, sessionStorage.length]).toEqual([0, 0])
  expect(document.cookie).toContain('language=he')
})

test('logging out revokes the consent of a member who signed in with Google, also after a reload', () => {
  startSession(tokenFor({ email: 'maya@example.com' }), googleCredential)
  reload()
  const google = loadGoogle()
  logOut()

  expect(google.disableAutoSelect).toHaveBeenCalledOnce()
  expect(google.revoke.mock.calls).toEqual([['maya@gmail.com', expect.any(Function)]])
})

test('a new token of the same person does not hide that they signed in with Google', () => {
  const google = loadGoogle()
  startSession(tokenFor({ name: 'Maya' }), googleCredential)
  startSession(tokenFor({ name: 'Maya Cohen' }))
  logOut()

  expect(google.revoke).toHaveBeenCalledOnce()
})

test('Google is not told about people who signed in without it', () => {
  const google = loadGoogle()
  startSession(tokenFor({ id: 7 }), googleCredential)
  startSession(tokenFor({ id: 12 }))
  logOut()

  expect(google.disableAutoSelect).not.toHaveBeenCalled()
  expect(google.revoke).not.toHaveBeenCalled()
})

test("consent is revoked once Google's script has loaded, and only once", () => {
  startSession(tokenFor(), googleCredential)
  logOut()
  expect(getSession().signedIn).toBeNull()
  const google = loadGoogle()
  tellGoogle()
  tellGoogle()

  expect(google.revoke).toHaveBeenCalledOnce()
})

test("a failure of Google's script does not stop anybody from logging out", () => {
  const google = loadGoogle()
  google.revoke.mockImplementation(() => {
    throw new Error('not initialised')
  })
  startSession(tokenFor(), googleCredential)

  expect(logOut).not.toThrow()
  expect(getSession().signedIn).toBeNull()
})

test('a token that the server refused is dropped with everything stored beside it', () => {
  startSession(tokenFor(), googleCredential)
  endSession('refused')

  expect(localStorage).toHaveLength(0)
})
