import { useCarry } from '#web/features/schedule/use-carry.ts'
import { type MoveBoard, useHeld } from '#web/features/schedule/use-held.ts'
import { useLetGo } from '#web/features/schedule/use-let-go.ts'
import { usePull } from '#web/features/schedule/use-pull.ts'

/** Moves bookings of a board with the pointer or the keyboard. Changes nothing by itself: what is dropped is asked about. */
export function useMove(board: MoveBoard) {
  const held = useHeld(board)
  const pull = usePull(held, board)
  const carry = useCarry(held, board)
  const { mark, news, shown } = held
  useLetGo(() => {
    pull.onPointerCancel()
    carry.letGo()
  })
  return {
    mark,
    news,
    /** The row of the booking that is being moved, and its number. */
    lifted: shown && { row: shown.from, order_id: shown.booking.order_id },
    ...pull,
    onKeyDown: carry.onKeyDown,
    onBlur: carry.letGo,
  }
}
