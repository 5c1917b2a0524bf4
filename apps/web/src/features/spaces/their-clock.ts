import { utcClockAt, type WallClock } from '@keyhour/contract/space-wish'
import { nowMs } from '#web/clock.ts'

const MINUTE_MS = 60_000

/** What the visitor's own clock shows; of other zones the browser would have to fetch its tables first. */
export function theirClock(): WallClock {
  const now = nowMs()
  return utcClockAt(new Date(now - new Date(now).getTimezoneOffset() * MINUTE_MS).toISOString())
}
