import { type PointerEvent, useRef, useState } from 'react'
import { type BegunStay, chosenNext, freeTowards, type SpaceRow } from '#web/features/bookings/board-rules.ts'
import type { HalfRange } from '#web/format/half-hours.ts'

/** The part of a row that a click would choose, or that is being drawn. */
export type DrawnStretch = HalfRange & { row: number }

type Anchor = { row: number; at: number; track: HTMLElement }

/** A free half-hour of the board; undefined elsewhere, and in rows that are rented by the day. */
function anchorAt(target: EventTarget, rows: SpaceRow[]): Anchor | undefined {
  const cell = (target as Element).closest<HTMLElement>('[data-half]')
  const track = cell?.closest<HTMLElement>('[data-track]')
  if (!cell || !track) return undefined
  const row = Number(track.dataset.track)
  return rows[row]?.day.rent_type === 'hour' ? { row, at: Number(cell.dataset.half), track } : undefined
}

/** The half-hour of a row at a pointer, also where it is not free. */
function halfAt(clientX: number, track: HTMLElement): number {
  const { left, right, width } = track.getBoundingClientRect()
  const across = getComputedStyle(track).direction === 'rtl' ? right - clientX : clientX - left
  const { columns, margin } = track.dataset
  return Math.floor((across / width) * Number(columns)) - Number(margin)
}

/** A mouse or pen draws over the time that it wants. A finger scrolls, and taps. */
export function useDraw(
  rows: SpaceRow[],
  begun: BegunStay | null,
  onDrawn: (row: SpaceRow, range: HalfRange) => void,
) {
  const [drawn, setDrawn] = useState<DrawnStretch | null>(null)
  const anchor = useRef<Anchor | null>(null)

  function rangeTo(clientX: number, { row, at, track }: Anchor): HalfRange {
    return freeTowards(rows[row]?.free ?? [], at, halfAt(clientX, track))
  }

  function show(row: number, { first, last }: HalfRange) {
    setDrawn((before) =>
      before?.row === row && before.first === first && before.last === last ? before : { row, first, last },
    )
  }

  function onPointerDown({ target, pointerType, button }: PointerEvent) {
    if (pointerType !== 'touch' && button === 0) anchor.current = anchorAt(target, rows) ?? null
  }

  function onPointerMove({ target, pointerType, clientX }: PointerEvent) {
    if (pointerType === 'touch') return
    if (anchor.current) return show(anchor.current.row, rangeTo(clientX, anchor.current))
    const over = anchorAt(target, rows)
    if (over) show(over.row, chosenNext(rows[over.row]!, over.at, begun).range)
    else setDrawn(null)
  }

  /** On the half-hour where it began it is a click. */
  function onPointerUp({ target, clientX }: PointerEvent) {
    const from = anchor.current
    onPointerLeave()
    const row = from && rows[from.row]
    const until = anchorAt(target, rows)
    if (row && (until?.row !== from.row || until.at !== from.at)) onDrawn(row, rangeTo(clientX, from))
  }

  function onPointerLeave() {
    anchor.current = null
    setDrawn(null)
  }

  return {
    drawn,
    handlers: { onPointerDown, onPointerMove, onPointerUp, onPointerLeave, onPointerCancel: onPointerLeave },
  }
}
