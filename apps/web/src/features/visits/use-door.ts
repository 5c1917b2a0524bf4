import type { Opened } from '@keyhour/contract/access'
import type { OrderDetails } from '@keyhour/contract/orders'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { nowMs } from '#web/clock.ts'
import { isOutcomeUnknown, openDoor, useOpening } from '#web/features/access/api.ts'
import { orderQuery } from '#web/features/orders/api.ts'

const SLOW_MS = 4_000
/** A door stays open about this long; then the button offers to open it again. */
const OPEN_MS = 8_000
/** An older answer says nothing about the door now. */
const FRESH_MS = 20_000

export type DoorPhase = 'idle' | 'opening' | 'slow' | 'checking' | 'open' | 'failed' | 'unknown'

export function useDoor(order: OrderDetails, doorId: number, onOpened?: (doorId: number) => void) {
  const queryClient = useQueryClient()
  const opening = useOpening(openDoor(order.id, doorId))
  const isSlow = useElapsed(opening.isPending, SLOW_MS)
  const isOver = useElapsed(opening.isSuccess, OPEN_MS)
  const [last, setLast] = useState<Opened | null>(null)

  function press() {
    if (opening.isPending) return
    opening.mutate(undefined, {
      onSuccess: (opened) => {
        setLast(opened)
        onOpened?.(doorId)
        // Opening a door checks in.
        void queryClient.invalidateQueries({ queryKey: orderQuery(order.id).queryKey })
        void queryClient.invalidateQueries({ queryKey: ['orders', 'mine'] })
      },
    })
  }

  const phases: Record<typeof opening.status, DoorPhase> = {
    idle: 'idle',
    pending: waitingPhase(opening.failureCount, isSlow),
    error: opening.error && isOutcomeUnknown(opening.error) ? 'unknown' : 'failed',
    success: opening.data && isFresh(opening.data) && !isOver ? 'open' : 'idle',
  }
  return { phase: phases[opening.status], press, error: opening.error, last }
}

/** The second request is sent because the first got no answer. */
function waitingPhase(failures: number, isSlow: boolean): DoorPhase {
  if (failures > 0) return 'checking'
  return isSlow ? 'slow' : 'opening'
}

const isFresh = ({ at }: Opened): boolean => nowMs() - Date.parse(at) < FRESH_MS

/** True once the condition has held for `ms`. */
function useElapsed(isSo: boolean, ms: number): boolean {
  const [has, setHas] = useState(false)
  useEffect(() => {
    setHas(false)
    if (!isSo) return
    const timer = setTimeout(() => setHas(true), ms)
    return () => clearTimeout(timer)
  }, [isSo, ms])
  return has
}
