import type { Availability, Slot } from '@keyhour/contract/availability'
import { daysAfter, type Hours, momentAt, officeDayAt, type WallClock } from '@keyhour/contract/office-clock'

export const HALF_HOUR_MS = 1_800_000
const DAY_MS = 86_400_000
/** Ends the key of a time after the midnight that ends the day. */
export const NEXT_DAY = '+1'
/** How far into the next morning to show the night of an office that never closes. */
const NIGHT_HALVES = 16
const NOON = '12:00'

/** `00:30+1` after the midnight that ends `date`, else `00:30`. */
export const timeKeyOf = (date: string, wall: WallClock): string =>
  wall.date > date ? `${wall.time}${NEXT_DAY}` : wall.time

/** `00:30+1` of 2 March is half past midnight on 3 March. */
export function wallOf(date: string, key: string): { date: string; time: string; isNextDay: boolean } {
  const isNextDay = key.endsWith(NEXT_DAY)
  return { date: isNextDay ? daysAfter(date, 1) : date, time: key.slice(0, 5), isNextDay }
}

/** A time on the office's clock, in the office's day: half past midnight may belong to the evening before. */
export function inOfficeDay(
  hours: Hours,
  from: WallClock,
  to: WallClock,
): { date: string; start: string; end: string } {
  const date = officeDayAt(hours, momentAt(from.date, from.time, hours.time_zone))
  return { date, start: timeKeyOf(date, from), end: timeKeyOf(date, to) }
}

/** One half-hour of a day, with the keys of its start and end. */
export type Half = { slot: Slot; start: string; end: string }

/** Uses the wall times of the reply: asking the browser for the zone would slow down hydration. */
export function halvesOf({ date: day, slots }: Availability, date: string): Half[] {
  let isNextDay = day > date
  const keyAt = (time: string) => (isNextDay ? `${time}${NEXT_DAY}` : time)
  return slots.map((slot) => {
    const start = keyAt(slot.start)
    // From the afternoon into the morning. If the clock is set back during the evening, it is still the same day.
    isNextDay ||= slot.start >= NOON && slot.end < NOON
    return { slot, start, end: keyAt(slot.end) }
  })
}

/**
 * A day and, if the office does not close at midnight, the following night, or as much of it as a stay takes `until`
 * its end.
 */
export function withNight(
  halves: Half[],
  next: Availability | undefined,
  date: string,
  until: string | null,
): Half[] {
  if (!next) return halves
  const following = halvesOf(next, date)
  // The midnight that ends the next day has the same key as the one before it, which is meant.
  const taken = following.slice(0, -1).findIndex(({ end }) => end === until) + 1
  return [...halves, ...following.slice(0, Math.max(NIGHT_HALVES, taken))]
}

/** Null if nothing is chosen or the choice is outside the day. */
export type HalfRange = { first: number; last: number }

export function chosenRange(
  halves: Half[],
  { start, end }: { start: string | null; end: string | null },
): HalfRange | null {
  const first = halves.findIndex((half) => half.start === start)
  const last = halves.findIndex((half) => half.end === end)
  return first >= 0 && last >= first ? { first, last } : null
}

/**
 * The end of a stay whose start is moved: unchanged, or, if that is no longer after the start, after the same length of
 * time as far as it is free. Null if the list has no such start.
 */
export function endAfterMove(halves: Half[], before: HalfRange, start: string): string | null {
  const first = halves.findIndex((half) => half.start === start)
  if (first < 0) return null
  if (first <= before.last) return halves[before.last]!.end
  const wanted = halves.slice(first, first + before.last - before.first + 1)
  const taken = wanted.findIndex((half) => !isFree(half))
  return wanted[Math.max(0, (taken < 0 ? wanted.length : taken) - 1)]!.end
}

/** The end of a stay by days whose first day is moved: unchanged, or after the same number of days. */
export function lastDayAfterMove(before: { first: string; last: string }, first: string): string {
  if (before.last >= first) return before.last
  const days = (Date.parse(before.last) - Date.parse(before.first)) / DAY_MS
  return daysAfter(first, Math.max(0, days))
}

export const isFree = ({ slot }: Half): boolean => slot.free > 0

/** The first touch sets the start, the second the end; one that cannot be an end sets a new start. */
export function touch(halves: Half[], chosen: HalfRange | null, index: number): HalfRange | null {
  if (!halves[index] || !isFree(halves[index])) return chosen
  const begun = chosen && chosen.first === chosen.last ? chosen.first : null
  if (begun === index) return null
  const canEnd = begun !== null && index > begun && halves.slice(begun, index + 1).every(isFree)
  return { first: canEnd ? begun : index, last: index }
}
