import { type PointerEvent, useRef } from 'react'
import { type Edge, type MovableBooking, minutesOf, pulledBy } from '#web/features/schedule/move-rules.ts'
import type { Held, HeldBooking, MoveBoard } from '#web/features/schedule/use-held.ts'
import { minuteAt } from '#web/features/schedule/use-mark.ts'

/** How far a pointer moves before it drags. */
const STEADY_PX = 6
const EDGE_PX = 8

type Grip = { booking: MovableBooking; row: number; edge: Edge | null; x: number; y: number; minute: number }

/** Drags with the pointer, and pulls at the edges. A finger scrolls. */
export function usePull(
  { inHand, hold, drop, bookingAt }: HeldBooking,
  { frame, axis, rows, zone }: MoveBoard,
) {
  const grip = useRef<Grip | null>(null)
  const hasDragged = useRef(false)

  function onPointerDown({ target, button, pointerType, clientX: x, clientY: y }: PointerEvent) {
    hasDragged.current = false
    const block = (target as Element).closest('[data-spot]')
    const found = block && bookingAt(block)
    if (!found || button !== 0 || pointerType === 'touch') return
    const minute = minuteAt(x, block.closest('[data-track]')!, axis)
    grip.current = { ...found, edge: edgeAt(x, block), x, y, minute }
  }

  function pullTo(x: number, y: number) {
    const own = grip.current && frame.current?.querySelector(`[data-track="${grip.current.row}"]`)
    if (!grip.current || !own) return
    const { booking, row, edge, minute } = grip.current
    const minutes = minutesOf(booking, rows[row]!, { zone, byClock: axis.byClock })
    const below = edge === null ? rowAt(x, y) : row
    const before = inHand('pointer')
    const next: Held = {
      ...{ booking, from: row, row: below ?? before?.row ?? row, by: 'pointer', isDropped: false },
      ...pulledBy(minuteAt(x, own, axis) - minute, minutes, { axis, edge, booking }),
    }
    // Drawn again only when it has reached another half-hour or row.
    if (JSON.stringify(next) !== JSON.stringify(before)) hold(next)
  }

  function onPointerMove({ clientX: x, clientY: y, pointerId }: PointerEvent) {
    const { current: taken } = grip
    if (!taken) return
    if (!hasDragged.current && Math.hypot(x - taken.x, y - taken.y) <= STEADY_PX) return
    if (!hasDragged.current) frame.current?.setPointerCapture?.(pointerId)
    hasDragged.current = true
    pullTo(x, y)
    scrollAtEdge(frame.current, { x, y }, () => {
      pullTo(x, y)
      return grip.current !== null
    })
  }

  function onPointerUp() {
    grip.current = null
    const now = inHand('pointer')
    if (now) drop(now)
  }

  function letGo() {
    // The button is still down: where it comes up, nothing is opened.
    if (grip.current) hasDragged.current = true
    grip.current = null
    if (inHand('pointer')) hold(null)
  }

  return {
    /** The click that ends a drag opens nothing. */
    hasDragged: () => hasDragged.current,
    onPointerDown,
    onPointerMove,
    onPointerUp,
    onPointerCancel: letGo,
  }
}

function rowAt(x: number, y: number): number | undefined {
  const track = document.elementFromPoint?.(x, y)?.closest<HTMLElement>('[data-track]')
  return track ? Number(track.dataset.track) : undefined
}

/** Blocks that are too narrow for it have no edges. */
function edgeAt(x: number, block: Element): Edge | null {
  const { left, right, width } = block.getBoundingClientRect()
  if (width < 4 * EDGE_PX) return null
  const isRtl = getComputedStyle(block).direction === 'rtl'
  if (x - left <= EDGE_PX) return isRtl ? 'end' : 'start'
  if (right - x <= EDGE_PX) return isRtl ? 'start' : 'end'
  return null
}

const SCROLL_PX = 36
const STEP_PX = 14

let frameId = 0

/** Scrolls while the pointer rests at an edge of the frame; the latest call counts. `scrolled` answers whether to go on. */
function scrollAtEdge(
  frame: HTMLElement | null,
  { x, y }: { x: number; y: number },
  scrolled: () => boolean,
): void {
  cancelAnimationFrame(frameId)
  if (!frame) return
  const { left, right, top, bottom } = frame.getBoundingClientRect()
  const by = { left: stepOf(x, left, right), top: stepOf(y, top, bottom) }
  if (by.left === 0 && by.top === 0) return
  const turn = () => {
    const before = [frame.scrollLeft, frame.scrollTop].join()
    frame.scrollBy(by)
    if ([frame.scrollLeft, frame.scrollTop].join() !== before && scrolled())
      frameId = requestAnimationFrame(turn)
  }
  frameId = requestAnimationFrame(turn)
}

function stepOf(at: number, from: number, to: number): number {
  if (at < from + SCROLL_PX) return -STEP_PX
  return at > to - SCROLL_PX ? STEP_PX : 0
}
