import { daysAfter, wallClock } from '@keyhour/contract/office-clock'
import type { SpaceNow, TakenTime } from '@keyhour/contract/panels'

/** Without `until`, for the rest of the day. */
export type SpaceState = {
  what: 'free' | 'taken' | 'held' | 'cleaning' | 'closed'
  until: string | null
  /** The next booking. */
  next: TakenTime | undefined
}

const isDuring =
  (at: number) =>
  ({ start, end }: TakenTime): boolean =>
    Date.parse(start) <= at && at < Date.parse(end)

/** Times that follow each other without a gap. */
function chainFrom(times: readonly TakenTime[], first: TakenTime): TakenTime[] {
  const chain = [first]
  for (const time of times) if (time.start === chain.at(-1)!.end) chain.push(time)
  return chain
}

/** As it is at this moment on the server's clock. */
export function stateAt({ taken, open_until, opens_at, office }: SpaceNow, now: number): SpaceState {
  const next = taken.find(({ start, kind }) => kind === 'booked' && Date.parse(start) > now)
  const current = taken.find(isDuring(now))
  if (current) {
    const chain = chainFrom(taken, current)
    const what = chain.some(({ kind }) => kind === 'booked') ? 'taken' : kindOf(current)
    return { what, until: chain.at(-1)!.end, next }
  }
  if (open_until === null || Date.parse(open_until) <= now) return { what: 'closed', until: opens_at, next }
  const follows = taken.find(({ start }) => Date.parse(start) > now)?.start
  const end = follows && follows < open_until ? follows : open_until
  return { what: 'free', until: isToday(end, now, office.time_zone) ? end : null, next }
}

const kindOf = ({ kind }: TakenTime): SpaceState['what'] => (kind === 'booked' ? 'taken' : kind)

/** Midnight ends the day. */
function isToday(instant: string, now: number, zone: string): boolean {
  const { date, time } = wallClock(Date.parse(instant), zone)
  const today = wallClock(now, zone).date
  return date === today || (date === daysAfter(today, 1) && time === '00:00')
}

/** What is not over yet and begins today. */
export function restOfDay({ taken, office }: SpaceNow, now: number): TakenTime[] {
  const dateOf = (moment: number) => wallClock(moment, office.time_zone).date
  return taken.filter(
    ({ start, end, kind }) =>
      kind !== 'held' && Date.parse(end) > now && dateOf(Date.parse(start)) <= dateOf(now),
  )
}

/** Whoever books now stays until this moment. */
export const endAfter = (now: number, minutes: number): string =>
  new Date(Math.floor(now / 60_000 + minutes) * 60_000).toISOString()

export const bookingPath = (officeId: number, subOfficeId: number | null): string =>
  `/panel-book/${officeId}${subOfficeId === null ? '' : `/${subOfficeId}`}`

/** A screen that was not seen for so long may be switched off. */
const QUIET_MS = 15 * 60_000

export const isSilent = (lastSeen: string | null, now: number): boolean =>
  lastSeen !== null && now - Date.parse(lastSeen) > QUIET_MS
