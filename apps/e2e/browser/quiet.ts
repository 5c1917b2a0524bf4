import { expect, type Page, type Request } from '@playwright/test'

const QUIET_MS = 500
const isLiveStream = (request: Request): boolean => /^\/api\/.*\/live$/.test(new URL(request.url()).pathname)

/** Returns a function that waits until the page has no open requests, except live streams, which never end. */
export function followRequests(page: Page): () => Promise<void> {
  const inFlight = new Set<Request>()
  let lastMs = performance.now()
  const end = (request: Request) => {
    inFlight.delete(request)
    lastMs = performance.now()
  }
  page.on('request', (request) => !isLiveStream(request) && inFlight.add(request))
  page.on('requestfinished', end)
  page.on('requestfailed', end)
  const isQuiet = () => inFlight.size === 0 && performance.now() - lastMs >= QUIET_MS
  return () => expect.poll(isQuiet, { intervals: [100] }).toBe(true)
}
