import type { MoveQuote } from '@keyhour/contract/schedule-moves'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { CallError } from '#web/api/call.ts'
import { MOVE_QUOTES, useMoveBooking } from '#web/features/schedule/api.ts'
import { type DraggedBooking, moveTo, wayBack } from '#web/features/schedule/move-rules.ts'
import { notify } from '#web/ui/notifications.tsx'
import { notifyFailure } from '#web/ui/notify-failure.ts'

const UNDO_MS = 15_000

type Given = { officeId: number; zone: string; onAsk: (dragged: DraggedBooking) => void }

/**
 * Moves a booking at the price that was shown, and offers to undo it. Undoing is a move like any other: if it would not
 * bring back the price of before, `onAsk` shows what it costs, and the person decides.
 */
export function useCarryOut({ officeId, zone, onAsk }: Given) {
  const { t } = useTranslation('schedule')
  const move = useMoveBooking(officeId)
  const back = useMoveBooking(officeId)
  const queryClient = useQueryClient()

  const sent = (dragged: DraggedBooking, due: number) => ({
    orderId: dragged.booking.order_id,
    body: moveTo(dragged, due),
  })

  function undo(dragged: DraggedBooking, due: number) {
    back.mutate(sent(dragged, due), {
      onSuccess: () => notify(t('move.undone'), 'success'),
      onError: (error) => {
        if (error instanceof CallError && error.body?.time_quote) onAsk(dragged)
        else notifyFailure(error)
      },
    })
  }

  function run(dragged: DraggedBooking, quote: MoveQuote, onDone: () => void) {
    move.mutate(sent(dragged, quote.due), {
      onSuccess: (order) => {
        notify(t('move.done'), 'success', UNDO_MS, {
          label: t('stretch.undo'),
          run: () => undo(wayBack(dragged, order, zone), quote.due_before),
        })
        onDone()
      },
      onError: () => void queryClient.invalidateQueries({ queryKey: MOVE_QUOTES }),
    })
  }

  return { run, error: move.error, isPending: move.isPending, reset: move.reset }
}
