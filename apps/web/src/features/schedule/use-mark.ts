import { type PointerEvent, useRef, useState } from 'react'
import { type Axis, HALF } from '#web/features/schedule/rules.ts'
import { useLetGo } from '#web/features/schedule/use-let-go.ts'

/** A stretch that is being chosen, in minutes of the axis of its row; with a title, where a booking would go. */
export type Mark = { row: number; from: number; to: number; title?: string; isByDay?: boolean }

/** How far a pointer moves before it chooses more than the usual hour. */
const STEADY_PX = 6

/** A click on an empty place chooses an hour; drawing over it, as much as is drawn. A finger scrolls and only taps. */
export function useMark(axis: Axis, onMarked: ((mark: Mark) => void) | undefined) {
  const [mark, setMark] = useState<Mark | null>(null)
  const drawn = useRef<{ row: number; track: HTMLElement; x: number; hasMoved: boolean } | null>(null)

  function between(row: number, one: number, other: number): Mark {
    const from = Math.floor(Math.min(one, other) / HALF) * HALF
    const to = Math.ceil(Math.max(one, other) / HALF) * HALF
    return { row, from, to: Math.min(axis.to, Math.max(to, from + HALF)) }
  }

  function onPointerDown(event: PointerEvent) {
    const target = event.target as Element
    const track = target.closest<HTMLElement>('[data-track]')
    if (!onMarked || !track || target.closest('[data-spot]') || event.button !== 0) return
    drawn.current = { row: Number(track.dataset.track), track, x: event.clientX, hasMoved: false }
  }

  function onPointerMove(event: PointerEvent) {
    const now = drawn.current
    if (!now || event.pointerType === 'touch') return
    now.hasMoved ||= Math.abs(event.clientX - now.x) > STEADY_PX
    if (now.hasMoved)
      setMark(between(now.row, minuteAt(now.x, now.track, axis), minuteAt(event.clientX, now.track, axis)))
  }

  function onPointerUp(event: PointerEvent) {
    const now = drawn.current
    drawn.current = null
    setMark(null)
    if (!now || !onMarked) return
    const at = minuteAt(event.clientX, now.track, axis)
    const first = minuteAt(now.x, now.track, axis)
    onMarked(now.hasMoved ? between(now.row, first, at) : hourFrom(now.row, at, axis))
  }

  function onPointerCancel() {
    drawn.current = null
    setMark(null)
  }

  useLetGo(onPointerCancel)

  return { mark, onPointerDown, onPointerMove, onPointerUp, onPointerCancel }
}

const hourFrom = (row: number, minute: number, axis: Axis): Mark => {
  const from = Math.floor(minute / HALF) * HALF
  return { row, from, to: Math.min(axis.to, from + 2 * HALF) }
}

/** The minute of the axis below the pointer. */
export function minuteAt(clientX: number, track: Element, axis: Axis): number {
  const { left, right, width } = track.getBoundingClientRect()
  const isRtl = getComputedStyle(track).direction === 'rtl'
  const share = Math.min(1, Math.max(0, (isRtl ? right - clientX : clientX - left) / width))
  return axis.from + share * (axis.to - axis.from)
}
