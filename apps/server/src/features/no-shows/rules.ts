import { MINUTE } from '#server/time/opening-hours.ts'

/** What the reminder says: some minutes after the start, and never sooner than half of those after the reminder. */
export function releaseTimeOf({ start, minutes }: { start: string; minutes: number }, now: Date): string {
  const soonest = now.getTime() + (minutes - Math.floor(minutes / 2)) * MINUTE
  const wholeMinute = soonest - (soonest % MINUTE)
  return new Date(Math.max(Date.parse(start) + minutes * MINUTE, wholeMinute)).toISOString()
}
