import type { SpaceRef } from '@keyhour/contract/offices'
import type { WaitingRequest } from '@keyhour/contract/waiting-list'
import { OFFER_MINUTES } from '@keyhour/contract/waiting-list'
import { MINUTE } from '#server/time/opening-hours.ts'

/** The hold of an offer does not outlast the time in which the stay can be booked. */
export const offeredUntil = (until: string, now: Date): string =>
  new Date(Math.min(now.getTime() + OFFER_MINUTES * MINUTE, Date.parse(until))).toISOString()

const DAY_LATER = '+1'

/** The booking screen with the space and the time chosen, as `chosen-time.ts` of the web reads it. */
export function bookingPath(
  { office_id, sub_office_id }: SpaceRef,
  { date, start, end, end_date }: Pick<WaitingRequest, 'date' | 'start' | 'end' | 'end_date'>,
): string {
  const query = new URLSearchParams({ date })
  if (sub_office_id !== null) query.set('sub_office', String(sub_office_id))
  if (start && end) {
    query.set('start', start)
    query.set('end', end_date && end_date !== date ? `${end}${DAY_LATER}` : end)
  } else if (end_date) query.set('last_date', end_date)
  return `/booking/${office_id}?${query}`
}
