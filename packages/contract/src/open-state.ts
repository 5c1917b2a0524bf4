import {
  daysAfter,
  daysBetween,
  goesOver,
  type Hours,
  officeDayAt,
  openingOn,
  type WallClock,
  wallClock,
} from './office-clock.ts'

/** `closes` null: it goes on. `opens` null: not for months. */
export type OpenState =
  | { isOpen: true; closes: WallClock | null }
  | { isOpen: false; opens: WallClock | null; daysAhead: number }

const MOST_DAYS_CLOSED = 130

export function openStateAt(hours: Hours, now: number): OpenState {
  const today = officeDayAt(hours, now)
  const opening = openingOn(hours, today)
  if (opening && opening.from <= now && now < opening.to)
    return { isOpen: true, closes: goesOver(hours, today) ? null : wallClock(opening.to, hours.time_zone) }
  for (let ahead = 0; ahead < MOST_DAYS_CLOSED; ahead += 1) {
    const next = openingOn(hours, daysAfter(today, ahead))
    if (!next || next.from <= now) continue
    const opens = wallClock(next.from, hours.time_zone)
    return { isOpen: false, opens, daysAhead: daysBetween(wallClock(now, hours.time_zone).date, opens.date) }
  }
  return { isOpen: false, opens: null, daysAhead: 0 }
}
