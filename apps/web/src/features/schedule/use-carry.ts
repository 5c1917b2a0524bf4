import { useDirection } from '@mantine/core'
import { type KeyboardEvent, useEffect } from 'react'
import { type Edge, minutesOf, pulledBy } from '#web/features/schedule/move-rules.ts'
import { HALF } from '#web/features/schedule/rules.ts'
import type { Held, HeldBooking, MoveBoard } from '#web/features/schedule/use-held.ts'
import { moveFor } from '#web/ui/spots.ts'

const isPickUp = ({ code, key }: KeyboardEvent): boolean => code === 'KeyM' || key === 'm' || key === ' '

/** Moves a booking with the keyboard alone: M picks it up, the arrows carry it, Enter drops it, Escape puts it back. */
export function useCarry(
  { shown, inHand, hold, hear, drop, putBack, bookingAt }: HeldBooking,
  { frame, axis, rows, zone }: MoveBoard,
) {
  const { dir } = useDirection()

  function pickUp(event: KeyboardEvent): boolean {
    const found = isPickUp(event) ? bookingAt(event.target as Element) : undefined
    if (!found) return false
    event.preventDefault()
    const { booking, row } = found
    const held: Held = { booking, from: row, row, start: 0, end: 0, by: 'keys', isDropped: false }
    hold(held)
    hear('picked', held)
    return true
  }

  /** Where an arrow key carries it; where it is, if it cannot go there. */
  function steppedBy({ key, shiftKey }: KeyboardEvent, now: Held): Held | undefined {
    const step = moveFor(key, dir === 'rtl')
    if (step === 'above' || step === 'below') return inRow(now, now.row + (step === 'below' ? 1 : -1))
    if (step === 'before' || step === 'after')
      return byMinutes(now, step === 'after' ? HALF : -HALF, shiftKey ? 'end' : null)
    return undefined
  }

  const inRow = (now: Held, row: number): Held => (rows[row] ? { ...now, row } : now)

  function byMinutes(now: Held, minutes: number, edge: Edge | null): Held {
    const { from, to } = minutesOf(now.booking, rows[now.from]!, { zone, byClock: axis.byClock })
    const shifted = { from: from + now.start, to: to + now.end }
    const by = pulledBy(minutes, shifted, { axis, edge, booking: now.booking })
    return { ...now, start: now.start + by.start, end: now.end + by.end }
  }

  const acts: Record<string, (now: Held) => void> = { Enter: drop, ' ': drop }

  function carry(event: KeyboardEvent, now: Held): boolean {
    const act = acts[event.key]
    const next = act ? undefined : steppedBy(event, now)
    if (event.key === 'Tab') putBack(now)
    if (!act && !next) return event.key !== 'Tab'
    event.preventDefault()
    act?.(now)
    if (next) {
      hold(next)
      hear('at', next)
    }
    return true
  }

  /** Answers whether the key was for a move. */
  function onKeyDown(event: KeyboardEvent): boolean {
    if (event.altKey || event.ctrlKey || event.metaKey) return false
    const held = inHand('keys')
    return held ? carry(event, held) : pickUp(event)
  }

  function letGo() {
    const held = inHand('keys')
    if (held) putBack(held)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: each step may lead out of view
  useEffect(() => {
    if (shown?.by !== 'keys') return
    const mark = frame.current?.querySelector('[data-mark]')
    mark?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' })
  }, [shown])

  return { onKeyDown, letGo }
}
