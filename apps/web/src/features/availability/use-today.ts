import { type Hours, officeDayAt } from '@keyhour/contract/office-clock'
import { utcClockAt } from '@keyhour/contract/space-filter'
import { useEffect, useEffectEvent, useState } from 'react'
import { nowMs, theirClock } from '#web/clock.ts'

const MINUTE_MS = 60_000
/** The time zone furthest behind UTC. */
const LAST_BEHIND_MS = 12 * 60 * 60_000

/** Today at the office; `first` is what the server rendered. */
export const useOfficeToday = (hours: Hours, first: string): string =>
  useToday({ first, isGuess: false, dayNow: () => officeDayAt(hours, nowMs()) })

/** Today for the visitor. The server does not know their clock and allows for every zone. */
export const useTheirToday = (now: string): string =>
  useToday({
    first: utcClockAt(new Date(Date.parse(now) - LAST_BEHIND_MS).toISOString()).date,
    isGuess: true,
    dayNow: () => theirClock().date,
  })

type Today = { first: string; isGuess: boolean; dayNow: () => string }

/** Moves on while the page stays open. */
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
