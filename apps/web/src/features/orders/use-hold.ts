import { type BookingRequest, HOLD_MINUTES } from '@keyhour/contract/orders'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useHoldStay, useReleaseHold } from '#web/features/orders/booking-api.ts'
import { useNow } from '#web/ui/now.ts'

const HOLD_MS = HOLD_MINUTES * 60_000
const TICK_MS = 1000

export type Hold = {
  state: 'none' | 'asked' | 'held' | 'over' | 'refused'
  leftMs: number
  error: Error | null
  again: () => void
  /** It has become an order: there is nothing to give back. */
  spent: () => void
}

/**
 * Keeps what is chosen for a few minutes, in place of what was chosen before, and gives it back on leaving.
 * Nothing is asked for while it `isBeingBooked`: one's own order would be in the way.
 */
export function useHold(stay: BookingRequest | null, isBeingBooked: boolean): Hold {
  const hold = useHoldStay()
  const release = useReleaseHold()
  const holds = useRef(false)
  const now = useNow(TICK_MS)

  function ask() {
    if (!stay) return giveBack()
    holds.current = true
    hold.mutate(stay)
  }

  function giveBack() {
    hold.reset()
    if (holds.current) release.mutate()
    holds.current = false
  }

  const askFor = useEffectEvent(ask)
  const leave = useEffectEvent(giveBack)
  const wanted = stay && JSON.stringify(stay)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is wanted, whatever object says it
  useEffect(() => {
    if (!isBeingBooked) askFor()
  }, [wanted, isBeingBooked])
  useEffect(() => () => leave(), [])

  // Counted from the asking on this clock, which may show another time than the server's.
  const leftMs = hold.submittedAt + HOLD_MS - now
  return {
    state: stateOf(hold.status, leftMs),
    leftMs: Math.min(leftMs, HOLD_MS),
    error: hold.error,
    again: ask,
    spent: () => {
      holds.current = false
    },
  }
}

function stateOf(status: 'idle' | 'pending' | 'error' | 'success', leftMs: number): Hold['state'] {
  if (status === 'success') return leftMs > 0 ? 'held' : 'over'
  return ({ idle: 'none', pending: 'asked', error: 'refused' } as const)[status]
}
