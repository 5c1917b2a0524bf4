import { useEffect, useEffectEvent, useReducer } from 'react'
import { nowMs } from '#web/clock.ts'

/** How long after a moment to look. A browser's clock may be fast, so that the moment is still to come for the server. */
const LOOKS_MS = [1_000, 30_000, 300_000]
/** Browser timers are limited to some weeks. */
const LONGEST_WAIT_MS = 3_600_000

/** The current time, updated at each step. */
export function useNow(stepMs: number): number {
  const [steps, step] = useReducer((count: number) => count + 1, 0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step waits for the next
  useEffect(() => {
    const timer = setTimeout(step, stepMs - (nowMs() % stepMs))
    return () => clearTimeout(timer)
  }, [steps, stepMs])
  return nowMs()
}

/** Acts when the next of the moments has passed, and twice more soon after it. */
export function useNextMoment(moments: readonly (string | null)[], onPassed: () => void): void {
  const passed = useEffectEvent(onPassed)
  const [waits, waitOn] = useReducer((count: number) => count + 1, 0)
  const due = moments.flatMap((moment) =>
    moment === null ? [] : LOOKS_MS.map((ms) => Date.parse(moment) + ms),
  )
  const next = Math.min(...due.filter((moment) => moment > nowMs()))

  // biome-ignore lint/correctness/useExhaustiveDependencies: a long way is waited for in parts
  useEffect(() => {
    if (next === Number.POSITIVE_INFINITY) return
    const waitForPart = () => {
      waitOn()
      if (nowMs() >= next) passed()
    }
    const timer = setTimeout(waitForPart, Math.min(next - nowMs(), LONGEST_WAIT_MS))
    return () => clearTimeout(timer)
  }, [next, waits])
}
