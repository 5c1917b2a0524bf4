import { utcClockAt } from '@keyhour/contract/space-wish'
import { useEffect, useEffectEvent, useState } from 'react'
import { nowMs } from '#web/clock.ts'
import { theirClock } from '#web/features/spaces/their-clock.ts'
import { type Hours, officeDayAt } from '#web/format/half-hours.ts'

const MINUTE_MS = 60_000
/** Where the day begins last. */
const LAST_BEHIND_MS = 12 * 60 * 60_000

/** The office's. The `first` one is what the page came with. */
export const useOfficeToday = (hours: Hours, first: string): string =>
  useToday({ first, isGuess: false, dayNow: () => officeDayAt(hours, nowMs()) })

/** The visitor's. The server, at its `now`, does not know their clock and allows for any; in the browser it tells. */
export const useTheirToday = (now: string): string =>
  useToday({
    first: utcClockAt(new Date(Date.parse(now) - LAST_BEHIND_MS).toISOString()).date,
    isGuess: true,
    dayNow: () => theirClock().date,
  })

type Today = { first: string; isGuess: boolean; dayNow: () => string }

/** A day that goes on while a page stays open. */
function useToday({ first, isGuess, dayNow }: Today): string {
  const [today, setToday] = useState(first)
  const look = useEffectEvent(() => setToday(dayNow()))
  useEffect(() => {
    const lookAgain = () => look()
    if (isGuess) lookAgain()
    const timer = setInterval(lookAgain, MINUTE_MS)
    document.addEventListener('visibilitychange', lookAgain)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', lookAgain)
    }
  }, [isGuess])
  return today
}
