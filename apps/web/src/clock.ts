import type { WallClock } from '@keyhour/contract/office-clock'
import { utcClockAt } from '@keyhour/contract/space-filter'

/** Nothing else asks what time it is. */
// biome-ignore lint/plugin: the clock starts here
export const nowMs = (): number => Date.now()

const MINUTE_MS = 60_000

/** The visitor's clock. Any other zone would make the browser load its tables first. */
export function theirClock(): WallClock {
  const now = nowMs()
  return utcClockAt(new Date(now - new Date(now).getTimezoneOffset() * MINUTE_MS).toISOString())
}
