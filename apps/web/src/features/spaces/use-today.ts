import { useEffect, useEffectEvent, useState } from 'react'
import { nowMs } from '#web/clock.ts'
import { type Hours, officeDayAt } from '#web/format/half-hours.ts'

const MINUTE_MS = 60_000

/** The office's day, which goes on while a page stays open. The `first` one is what the page came with. */
export function useToday(hours: Hours, first: string): string {
  const [today, setToday] = useState(first)
  const look = useEffectEvent(() => setToday(officeDayAt(hours, nowMs())))
  useEffect(() => {
    const lookAgain = () => look()
    const timer = setInterval(lookAgain, MINUTE_MS)
    document.addEventListener('visibilitychange', lookAgain)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', lookAgain)
    }
  }, [])
  return today
}
