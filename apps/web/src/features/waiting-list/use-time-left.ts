import type { WaitingEntry } from '@keyhour/contract/waiting-list'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useUser } from '#web/api/session.ts'
import { useRefreshWaits, waitsQuery } from '#web/features/waiting-list/api.ts'
import { useNow } from '#web/ui/now.ts'

const TICK_MS = 1000

/** How long an offer is still held, by this clock, which may differ from the server's. Looks again when it has run out. */
export function useTimeLeft({ seconds_left }: WaitingEntry): number {
  const { dataUpdatedAt } = useQuery(waitsQuery(useUser()?.id))
  const refresh = useRefreshWaits()
  const now = useNow(TICK_MS)
  const leftMs = Math.max(0, dataUpdatedAt + (seconds_left ?? 0) * 1000 - now)
  const isOver = leftMs === 0
  const look = useEffectEvent(refresh)
  useEffect(() => {
    if (isOver) look()
  }, [isOver])
  return leftMs
}
