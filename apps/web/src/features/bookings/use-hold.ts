import type { BookingRequest } from '@keyhour/contract/bookings'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useHoldStay, useReleaseHold } from '#web/features/bookings/api.ts'
import { useNow } from '#web/ui/now.ts'

const TICK_MS = 1000

export type Hold = {
  /** `elsewhere`: another tab of this browser holds another time, or has booked. */
  state: 'none' | 'asked' | 'held' | 'over' | 'refused' | 'elsewhere'
  leftMs: number
  error: Error | null
  /** The order that another tab has booked instead. */
  bookedElsewhere: number | null
  again: () => void
  /** It has become an order: there is nothing to release. */
  spent: (orderId: number) => void
}

/**
 * Holds the chosen stay for some minutes instead of the previous one, and releases it on leaving. Not while it
 * `isBeingBooked`: the customer's own order would conflict.
 */
export function useHold(stay: BookingRequest | null, isBeingBooked: boolean): Hold {
  const hold = useHoldStay()
  const release = useReleaseHold()
  const holds = useRef(false)
  const [elsewhere, setElsewhere] = useState<TabNews | null>(null)
  const now = useNow(TICK_MS)
  const tell = useOtherTabs((news) => {
    if (!holds.current) return
    holds.current = false
    hold.reset()
    setElsewhere(news)
  })

  // Measured on this clock, which may differ from the server's.
  const holdMs = (hold.data?.seconds ?? 0) * 1000
  const leftMs = hold.submittedAt + holdMs - now
  const state = elsewhere ? 'elsewhere' : stateOf(hold.status, leftMs)

  function ask() {
    setElsewhere(null)
    if (!stay) return giveBack()
    holds.current = true
    hold.mutate(stay, { onSuccess: () => tell({ orderId: null }) })
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

  // Another device may have taken the hold or booked the time: check on coming back.
  const askAgain = useEffectEvent(() => {
    if (document.visibilityState === 'visible' && !isBeingBooked && state === 'held') ask()
  })
  useEffect(() => {
    const look = () => askAgain()
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])

  return {
    state,
    leftMs: Math.min(leftMs, holdMs),
    error: hold.error,
    bookedElsewhere: elsewhere?.orderId ?? null,
    again: ask,
    spent: (orderId) => {
      holds.current = false
      tell({ orderId })
    },
  }
}

function stateOf(status: 'idle' | 'pending' | 'error' | 'success', leftMs: number): Hold['state'] {
  if (status === 'success') return leftMs > 0 ? 'held' : 'over'
  return ({ idle: 'none', pending: 'asked', error: 'refused' } as const)[status]
}

/** A customer has one hold: a hold or booking in one tab ends the hold of the others. */
type TabNews = { orderId: number | null }
const CHANNEL = 'keyhour-holds'

function useOtherTabs(onNews: (news: TabNews) => void): (news: TabNews) => void {
  const channel = useRef<BroadcastChannel | null>(null)
  const heard = useEffectEvent(onNews)
  useEffect(() => {
    const opened = new BroadcastChannel(CHANNEL)
    opened.onmessage = ({ data }: MessageEvent<TabNews>) => heard(data)
    channel.current = opened
    return () => opened.close()
  }, [])
  return (news) => channel.current?.postMessage(news)
}
