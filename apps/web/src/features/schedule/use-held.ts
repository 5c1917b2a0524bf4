import { type RefObject, useEffect, useRef, useState } from 'react'
import {
  type DraggedBooking,
  isSamePlace,
  type MovableBooking,
  minutesOf,
  movableIn,
  placeAfter,
  placeNow,
  type Shift,
} from '#web/features/schedule/move-rules.ts'
import type { Axis, BoardRow } from '#web/features/schedule/rules.ts'
import type { Mark } from '#web/features/schedule/use-mark.ts'
import { spotOf } from '#web/ui/use-walk.ts'

/** A booking in the hand of the person. */
export type Held = Shift & {
  booking: MovableBooking
  /** The row that it leaves. */
  from: number
  by: 'pointer' | 'keys'
  isDropped: boolean
}

/** What is read out. */
export type MoveNews = { kind: 'picked' | 'at' | 'back'; dragged: DraggedBooking }

export type MoveBoard = {
  frame: RefObject<HTMLElement | null>
  axis: Axis
  rows: readonly BoardRow[]
  /** As they are drawn. */
  blocks: readonly (readonly BoardRow['blocks'][number][])[]
  zone: string
  /** Left out if nothing can be moved. */
  onMove: ((dragged: DraggedBooking) => void) | undefined
  /** What was dropped is being decided, and stays where it was dropped. */
  isDeciding: boolean
}

/** Picks a booking up, drops it and puts it back, whichever way it is moved in between. */
export function useHeld({ axis, rows, blocks, zone, onMove, isDeciding }: MoveBoard) {
  const [held, draw] = useState<Held | null>(null)
  const [news, tell] = useState<MoveNews | null>(null)
  /** As the latest event left it: the pointer may come up before that is drawn. */
  const latest = useRef<Held | null>(null)
  const clock = { zone, byClock: axis.byClock }

  function hold(next: Held | null) {
    latest.current = next
    draw(next)
  }

  const draggedBy = (now: Held): DraggedBooking => ({
    booking: now.booking,
    to: placeAfter(now.booking, now, { rows, row: now.from, ...clock }),
  })

  /** For screen readers: the pointer shows it. */
  function hear(kind: MoveNews['kind'], now: Held) {
    if (now.by === 'keys') tell({ kind, dragged: draggedBy(now) })
  }

  function putBack(now: Held) {
    hold(null)
    hear('back', { ...now, row: now.from, start: 0, end: 0 })
  }

  function drop(now: Held) {
    const dragged = draggedBy(now)
    if (isSamePlace(dragged.to, placeNow(now.booking, zone))) return putBack(now)
    hold({ ...now, isDropped: true })
    onMove?.(dragged)
  }

  function bookingAt(element: Element): { booking: MovableBooking; row: number } | undefined {
    const spot = onMove && spotOf(element)
    const block = spot && blocks[spot.row]?.[spot.at]
    const booking = block && movableIn(block, rows[spot.row]!.sub_office_id)
    return booking && { booking, row: spot.row }
  }

  useEffect(() => {
    if (isDeciding || !latest.current?.isDropped) return
    latest.current = null
    draw(null)
  }, [isDeciding])

  const shown = held && rows[held.from] && (isDeciding || !held.isDropped) ? held : null
  const minutes = shown && minutesOf(shown.booking, rows[shown.from]!, clock)
  const mark: Mark | null = shown &&
    minutes && {
      row: shown.row,
      from: Math.max(axis.from, minutes.from + shown.start),
      to: Math.min(axis.to, minutes.to + shown.end),
      title: shown.booking.customer ?? '',
      isByDay: shown.booking.movable.days !== null,
    }
  /** What moves now, not yet dropped. */
  const inHand = (by: Held['by']): Held | undefined =>
    latest.current?.by === by && !latest.current.isDropped ? latest.current : undefined
  return { mark, shown, news, inHand, hold, hear, drop, putBack, bookingAt }
}

export type HeldBooking = ReturnType<typeof useHeld>
