import { useDirection } from '@mantine/core'
import { type KeyboardEvent, type RefObject, useState } from 'react'
import { moveFor, type Spot, spotAfter } from '#web/ui/spots.ts'

export const spotOf = (element: Element): Spot | undefined => {
  const text = element.closest<HTMLElement>('[data-spot]')?.dataset.spot
  if (text === undefined) return undefined
  const [row, at] = text.split('-').map(Number)
  return { row: row!, at: at! }
}

/**
 * One stop of the Tab key for all items of a board; the arrow keys go from one to the next. `starts` has the start of each,
 * by row.
 */
export function useWalk(board: RefObject<HTMLElement | null>, starts: readonly (readonly number[])[]) {
  const { dir } = useDirection()
  const [kept, keep] = useState<Spot>({ row: 0, at: 0 })
  const isThere = starts[kept.row]?.[kept.at] !== undefined
  const stop = isThere ? kept : { row: starts.findIndex((row) => row.length > 0), at: 0 }

  function onFocus({ target }: { target: Element }) {
    const spot = spotOf(target)
    if (spot) keep(spot)
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const move = moveFor(event.key, dir === 'rtl')
    const spot = spotOf(event.target as Element)
    if (!move || !spot || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    const next = spotAfter(starts, spot, move)
    if (next) board.current?.querySelector<HTMLElement>(`[data-spot="${next.row}-${next.at}"]`)?.focus()
  }

  return { stop, onFocus, onKeyDown }
}
