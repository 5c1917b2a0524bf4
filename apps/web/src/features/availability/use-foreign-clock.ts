import type { Office } from '@keyhour/contract/offices'
import { useEffect, useState } from 'react'
import { nowMs } from '#web/clock.ts'
import { formatZone, isForeignClock } from '#web/format/time.ts'

/** What the office's clock is called, if it shows another time than the visitor's. Known after the first render. */
export function useForeignClock({ time_zone }: Pick<Office, 'time_zone'>): string | null {
  const [name, setName] = useState<string | null>(null)
  useEffect(() => {
    const isForeign = isForeignClock(new Date(nowMs()).toISOString(), time_zone)
    setName(isForeign ? formatZone(time_zone) : null)
  }, [time_zone])
  return name
}
