import type { VisitMinutes } from '@keyhour/contract/visits'
import { MINUTE } from '#server/time/opening-hours.ts'

/** On the minute, so that screens say exactly when. Never later than agreed: that could begin another half-hour. */
export const agreedEnd = (from: number, minutes: VisitMinutes): number =>
  Math.floor((from + minutes * MINUTE) / MINUTE) * MINUTE
