import type { OfficeClock } from '@keyhour/contract/public-page'
import { useEffect, useState } from 'react'
import { nowMs, theirAheadMs } from '#web/clock.ts'

/** What the office's clock is called, if it shows another time than the visitor's. Known after the first render. */
export function useForeignClock({ name, ahead_ms }: OfficeClock): string | null {
  const [isForeign, setIsForeign] = useState(false)
  useEffect(() => setIsForeign(ahead_ms !== theirAheadMs(nowMs())), [ahead_ms])
  return isForeign ? name : null
}
