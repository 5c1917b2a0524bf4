import type { PushKind } from '@keyhour/contract/push'
import { DAY, HOUR, MINUTE } from '#server/time/opening-hours.ts'

const REMINDER_MS = 15 * MINUTE

/** Until when a message is worth showing, if it is not about the end of an order. */
const WORTH_MS: Record<PushKind, number> = {
  booked: DAY,
  code_ready: DAY,
  ending: REMINDER_MS,
  waiting: 30 * MINUTE,
  check_in: 4 * HOUR,
  credits: 3 * DAY,
  time_free: REMINDER_MS,
}

export const URGENT: readonly PushKind[] = ['code_ready', 'ending', 'waiting', 'check_in', 'time_free']

/** `end`: of the order it is about. */
export function worthUntil(kind: PushKind, end: number | null, now: Date): number {
  const longest = now.getTime() + WORTH_MS[kind]
  return end === null ? longest : Math.min(longest, end)
}

/** In how many milliseconds somebody is reminded of the end; undefined if that is too soon to need it. */
export function reminderIn(until: number, now: Date): number | undefined {
  const left = until - REMINDER_MS - now.getTime()
  return left > 0 ? left : undefined
}

/** For a job that was not run at its time: the clocks of servers may differ by some minutes. */
export const isTooEarly = (until: number, now: Date): boolean =>
  until - now.getTime() > REMINDER_MS + 5 * MINUTE

const LONGEST_PAUSE_MS = 30 * MINUTE
const PAUSE_MS = 30_000

/** What a busy push service asks for, within reason; undefined if the message is worth nothing by then. */
export function pauseFor(
  retryAfterSeconds: number | undefined,
  until: number,
  now: Date,
): number | undefined {
  const asked = retryAfterSeconds === undefined ? PAUSE_MS : retryAfterSeconds * 1000
  const pause = Math.max(1000, Math.min(asked, LONGEST_PAUSE_MS))
  return now.getTime() + pause < until ? pause : undefined
}
