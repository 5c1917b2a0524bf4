import { nowMs } from '#web/clock.ts'

const MINUTE_MS = 60_000
const HALF_HOUR_MS = 30 * MINUTE_MS
/** Changes that come closer together than this are told once. */
const BURST_MS = 1_000

/**
 * Calls `onChange` whenever what is free in an office may have changed: when the server says so, when a half-hour has
 * passed, when somebody comes back to the page, and each minute while the server is not heard. Answers how to stop.
 */
export function followOffice(officeId: number, onChange: () => void): () => void {
  let stream: EventSource | undefined
  let telling: ReturnType<typeof setTimeout> | undefined
  let toldAt = nowMs()

  function tell(): void {
    clearTimeout(telling)
    telling = setTimeout(() => {
      toldAt = nowMs()
      onChange()
    }, BURST_MS)
  }

  function turn(): void {
    stream?.close()
    stream = undefined
    if (document.hidden) return
    stream = new EventSource(`/api/offices/${officeId}/live`)
    stream.addEventListener('changed', tell)
    if (nowMs() - toldAt > MINUTE_MS) tell()
  }

  const timer = setInterval(() => {
    const isHeard = stream?.readyState === EventSource.OPEN
    const hasPassed = Math.floor(nowMs() / HALF_HOUR_MS) > Math.floor(toldAt / HALF_HOUR_MS)
    if (!document.hidden && (!isHeard || hasPassed)) tell()
  }, MINUTE_MS)
  document.addEventListener('visibilitychange', turn)
  turn()
  return () => {
    clearInterval(timer)
    clearTimeout(telling)
    document.removeEventListener('visibilitychange', turn)
    stream?.close()
  }
}
