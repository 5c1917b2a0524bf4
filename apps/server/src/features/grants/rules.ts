import { MINUTES_BEFORE_START } from '@keyhour/contract/access'
import { MINUTE, type Span } from '#server/time/opening-hours.ts'

/** What an order gives a right to. `until` is its end, or how far it is reserved while it has none. */
export type Claim = {
  start: string
  until: string | null
  /** Not cancelled, not over by checking out, and neither its customer nor its office is deleted. */
  is_good: boolean
}

/** When the doors open for an order; undefined when they do not, or not any more. */
export function windowOf({ start, until, is_good }: Claim, now: Date): Span | undefined {
  if (!is_good || until === null) return undefined
  const window = { from: Date.parse(start) - MINUTES_BEFORE_START * MINUTE, to: Date.parse(until) }
  return window.to > now.getTime() ? window : undefined
}

export const isWithin = (now: Date, { from, to }: Span): boolean =>
  from <= now.getTime() && now.getTime() < to

const FIRST_PAUSE = 5000
const LONGEST_PAUSE = 5 * MINUTE
/** For about a day. After that somebody has to go there. */
const MOST_TRIES = 300

type Trouble = { window: Span; isWanted: boolean; tries: number; now: Date }

/** When what went wrong is tried again: a code that is wanted until it is not, one that is not until nobody hopes. */
export function nextTry({ window, isWanted, tries, now }: Trouble): number | undefined {
  const next = now.getTime() + Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** tries)
  if (isWanted) return Math.min(next, window.to)
  return tries < MOST_TRIES ? next : undefined
}
