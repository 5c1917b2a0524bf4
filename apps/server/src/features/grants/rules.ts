import { MINUTES_BEFORE_START } from '@keyhour/contract/access'
import { UNDO_CHECK_OUT_SECONDS } from '@keyhour/contract/order-phase'
import { MINUTE, type Span } from '#server/time/opening-hours.ts'

/** `until`: the end of the order, or of its reservation while it has none. */
export type DoorRight = {
  start: string
  until: string | null
  /** Paid for if it waited for that, not cancelled or checked out, and neither its customer nor its office is deleted. */
  is_good: boolean
  checked_out_at: string | null
}

/** Undefined when the doors do not, or no longer, open for the order. */
export function windowOf({ start, until, is_good }: DoorRight, now: Date): Span | undefined {
  if (!is_good || until === null) return undefined
  const window = { from: Date.parse(start) - MINUTES_BEFORE_START * MINUTE, to: Date.parse(until) }
  return window.to > now.getTime() ? window : undefined
}

/** Undoing a check-out brings the same code back, so it is kept until then. Undefined when undoing is not possible. */
export function codeKeptUntil({ checked_out_at }: DoorRight, now: Date): number | undefined {
  if (checked_out_at === null) return undefined
  const until = Date.parse(checked_out_at) + UNDO_CHECK_OUT_SECONDS * 1000
  return until >= now.getTime() ? until + 1 : undefined
}

export const isDuring = (now: Date, { from, to }: Span): boolean =>
  from <= now.getTime() && now.getTime() < to

const FIRST_PAUSE = 5000
/** The customer is waiting at the door. */
const LONGEST_PAUSE_IN = 5 * MINUTE
const LONGEST_PAUSE_OUT = 120 * MINUTE

type Trouble = { window: Span; isWanted: boolean; tries: number; now: Date }

/** Keeps trying to remove an unwanted code forever. */
export function nextGrantTry({ window, isWanted, tries, now }: Trouble): number {
  const longest = isWanted ? LONGEST_PAUSE_IN : LONGEST_PAUSE_OUT
  const next = now.getTime() + Math.min(longest, FIRST_PAUSE * 2 ** tries)
  return isWanted ? Math.min(next, window.to) : next
}
