import { OFFER_MINUTES } from '@keyhour/contract/waiting-list'
import { MINUTE } from '#server/time/opening-hours.ts'

/** The hold of an offer does not outlast the time in which the stay can be booked. */
export const offeredUntil = (until: string, now: Date): string =>
  new Date(Math.min(now.getTime() + OFFER_MINUTES * MINUTE, Date.parse(until))).toISOString()
