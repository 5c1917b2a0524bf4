import { daysAfter, momentAt, wallClock } from '@keyhour/contract/office-clock'

export type Repetition = {
  every: 'day' | 'week'
  interval?: number | undefined
  count?: number | undefined
  /** In milliseconds. */
  until?: number | undefined
}

/** For repetitions without end. */
const MOST = 200

/** The moments when something that is repeated starts: at the same time by the clocks of the zone. */
export function startsOf(start: number, timeZone: string, repetition: Repetition): number[] {
  const { every, interval = 1, count = MOST, until = Number.POSITIVE_INFINITY } = repetition
  const { date, time } = wallClock(start, timeZone)
  const days = interval * (every === 'week' ? 7 : 1)
  return Array.from({ length: Math.min(count, MOST) }, (_, at) =>
    momentAt(daysAfter(date, at * days), time, timeZone),
  ).filter((moment) => moment <= until)
}
