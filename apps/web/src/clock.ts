import type { WallClock } from '@keyhour/contract/office-clock'
import { utcClockAt } from '@keyhour/contract/space-filter'

/** Nothing else asks what time it is. */
// biome-ignore lint/plugin: the clock starts here
export const nowMs = (): number => Date.now()

const MINUTE_MS = 60_000

/** How far the visitor's clock is ahead of UTC. For any other zone the browser would load its tables first. */
export const theirAheadMs = (moment: number): number => -new Date(moment).getTimezoneOffset() * MINUTE_MS

export function theirClock(): WallClock {
  const now = nowMs()
  return utcClockAt(new Date(now + theirAheadMs(now)).toISOString())
}
