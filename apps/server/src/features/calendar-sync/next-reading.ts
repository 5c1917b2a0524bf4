import type { CalendarFailure, EventSpan, OutsideEvent } from '#server/outside/calendar-service.ts'
import { DAY, HOUR, MINUTE } from '#server/time/opening-hours.ts'

/** With the time that jobs and calls take, an event is known within a minute. */
const POLL_MS = 45_000
/** Where the service tells us of changes: in case it did not. */
const REPAIR_MS = 5 * MINUTE
const AHEAD_MS = 396 * DAY
const SHORTEST_PAUSE_MS = 30_000
const LONGEST_PAUSE_MS = 15 * MINUTE
/** A new channel is opened this long before the old one ends. */
const RENEW_MS = 120 * MINUTE

type Dates = {
  channel_ref: string | null
  channel_until: string | null
  known_until: string | null
  failing_since: string | null
}

const isBefore = (moment: string | null, ms: number): boolean => moment === null || Date.parse(moment) < ms

export const hasLiveChannel = ({ channel_ref, channel_until }: Dates, now: Date): boolean =>
  channel_ref !== null && !isBefore(channel_until, now.getTime())

/** While a channel that could not be opened waits for its next try, `channel_until` says when that is. */
export const needsChannel = ({ channel_ref, channel_until }: Dates, now: Date): boolean =>
  isBefore(channel_until, now.getTime() + (channel_ref === null ? 0 : RENEW_MS))

/** Of 5,000 calls that Nexudus allows an account in an hour; the rest is for our orders and for people who look. */
const NEXUDUS_READS = 3000
const NEXUDUS_PAGE = 500

/** What reading costs: how many links share the account, and how many events this one has. */
export type AccountLoad = { links: number; events: number }

/** Each link of an account has the same share of its calls. One with several pages is read less often. */
const sparingMs = ({ links, events }: AccountLoad): number => {
  const calls = Math.floor(events / NEXUDUS_PAGE) + 1
  return Math.ceil((links * calls * HOUR) / NEXUDUS_READS)
}

/** `load` is left out for services that do not limit the calls of an hour. */
export function nextReadingAt(link: Dates, now: Date, load?: AccountLoad): Date {
  const wanted = hasLiveChannel(link, now) ? REPAIR_MS : POLL_MS
  return new Date(now.getTime() + Math.max(wanted, load ? sparingMs(load) : 0))
}

/** Once a day everything is read anew, so that the days that come into view are known. */
export const isOutOfView = ({ known_until }: Dates, now: Date): boolean =>
  isBefore(known_until, now.getTime() + AHEAD_MS - DAY)

export const viewFrom = (now: Date): EventSpan => ({
  from: now.toISOString(),
  to: new Date(now.getTime() + AHEAD_MS).toISOString(),
})

/** What only a person can mend is tried rarely. */
const NEEDS_A_PERSON: CalendarFailure[] = [
  'consent_gone',
  'forbidden',
  'missing',
  'not_supported',
  'address_refused',
]

/** As long as it has been failing already, within limits. */
export function pauseAfter(
  { failing_since }: Dates,
  failed: { reason: CalendarFailure; waitMs: number | undefined },
  now: Date,
): number {
  if (NEEDS_A_PERSON.includes(failed.reason)) return LONGEST_PAUSE_MS
  const failingMs = failing_since === null ? 0 : now.getTime() - Date.parse(failing_since)
  const pause = Math.min(LONGEST_PAUSE_MS, Math.max(SHORTEST_PAUSE_MS, failingMs))
  return Math.max(failed.waitMs ?? 0, failed.reason === 'throttled' && failed.waitMs ? 0 : pause)
}

export function stateAfter(reason: CalendarFailure): 'linked' | 'missing' | 'unreachable' {
  if (reason === 'missing') return 'missing'
  // A service without calls for bookings can still be linked: the failure says what it does not offer.
  return reason === 'throttled' || reason === 'not_supported' ? 'linked' : 'unreachable'
}

/** Whether it takes time that anyone could book. */
export const takesTime = ({ from, to }: OutsideEvent, view: EventSpan): boolean =>
  Date.parse(from) < Date.parse(to) &&
  Date.parse(to) > Date.parse(view.from) &&
  Date.parse(from) < Date.parse(view.to)

/** Services call it from outside, and most of them only by https. */
export function canBeTold(publicUrl: string, isLoopback: (host: string) => boolean): boolean {
  const { protocol, hostname } = new URL(publicUrl)
  return protocol === 'https:' || isLoopback(hostname)
}
