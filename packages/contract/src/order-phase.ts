import { MINUTES_BEFORE_START } from './access.ts'

const EARLY_MS = MINUTES_BEFORE_START * 60_000

type Begin = { start: string; checked_in_at: string | null }
type End = { end: string | null; checked_out_at: string | null }

/** At the start, or at a check-in (by opening a door or otherwise), which is possible up to 10 minutes before. */
export const hasBegun = ({ start, checked_in_at }: Begin, nowMs: number): boolean =>
  Date.parse(start) - (checked_in_at === null ? 0 : EARLY_MS) <= nowMs

export const isOver = ({ end, checked_out_at }: End, nowMs: number): boolean =>
  checked_out_at !== null || (end !== null && Date.parse(end) <= nowMs)

export type OrderPhase = 'cancelled' | 'coming' | 'active' | 'past'

/** On the server, `inSessionAt` is the same rule for `active` in SQL. */
export function phaseOf(order: Begin & End & { cancelled_at: string | null }, nowMs: number): OrderPhase {
  if (order.cancelled_at !== null) return 'cancelled'
  if (isOver(order, nowMs)) return 'past'
  return hasBegun(order, nowMs) ? 'active' : 'coming'
}

/** How long after a check-out the customer can still undo it. */
export const UNDO_CHECK_OUT_SECONDS = 60
