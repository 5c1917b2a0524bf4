import { nowMs } from '#web/clock.ts'

const KEY = 'page-asked-for'
const DAY_MS = 86_400_000

/** Two slashes, or a slash and a backslash, would mean another host. */
export const isOwnPath = (path: unknown): path is string =>
  typeof path === 'string' && /^\/(?![/\\])/.test(path)

export const isOwnerArea = (path: unknown): boolean => isOwnPath(path) && /^\/owner\b/.test(path)

/** The office and what was chosen there, if the page is that of a booking. */
export function bookingAskedFor(path: unknown): { officeId: number; address: URLSearchParams } | null {
  const asked = isOwnPath(path) ? /^\/booking\/(\d+)\?(.*)/.exec(path) : null
  const address = new URLSearchParams(asked?.[2])
  return asked && address.has('date') ? { officeId: Number(asked[1]), address } : null
}

/** Remembers the requested page while the person looks for our mail, whose link may open in another tab. */
export function keepPageAskedFor(from: unknown): void {
  if (isOwnPath(from)) localStorage.setItem(KEY, JSON.stringify({ from, until: nowMs() + DAY_MS }))
  else localStorage.removeItem(KEY)
}

/** Forgotten after a day. */
export function pageAskedFor(): string | undefined {
  try {
    const { from, until } = JSON.parse(localStorage.getItem(KEY) ?? '{}')
    return isOwnPath(from) && until > nowMs() ? from : undefined
  } catch {
    return undefined
  }
}
