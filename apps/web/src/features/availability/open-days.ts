import {
  daysAfter,
  daysBetween,
  goesOver,
  type Holiday,
  type Hours,
  holidayOn,
  hoursOn,
  type OpenHours,
  officeDayAt,
  openingOn,
  type WallClock,
  wallClock,
} from '@keyhour/contract/office-clock'

// Public pages load this file: no zod here.

type OpenDay = { date: string; hours: OpenHours | null; holiday: Holiday | undefined }
type Timetable = Omit<Hours, 'time_zone'>

const DAYS_SHOWN = 7

export const weekFrom = (hours: Timetable, today: string): OpenDay[] =>
  Array.from({ length: DAYS_SHOWN }, (_, at) => dayOn(hours, daysAfter(today, at)))

export const dayOn = (hours: Timetable, date: string): OpenDay => ({
  date,
  hours: hoursOn(hours, date),
  holiday: holidayOn(hours, date),
})

/** Those after the week from today, soonest first. */
export const laterHolidays = (
  { holidays }: Pick<Hours, 'holidays'>,
  today: string,
  most: number,
): Holiday[] => holidays.filter(({ first_day }) => first_day >= daysAfter(today, DAYS_SHOWN)).slice(0, most)

/** Whether some day from today on has other hours than every day. */
export const differsByDay = ({ week_hours, holidays }: Timetable, today: string): boolean =>
  week_hours.length > 0 || holidays.some(({ last_day }) => last_day >= today)

/** `closes` null: it goes on. `opens` null: not for months. */
type OpenState =
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

/** Which sentence tells when a closed office opens, with what it needs. */
export function openingWords({ opens, daysAhead }: { opens: WallClock | null; daysAhead: number }) {
  if (!opens) return { key: 'closedNow' } as const
  if (daysAhead === 0) return { key: 'opensToday', ...opens } as const
  return daysAhead < DAYS_SHOWN
    ? ({ key: 'opensOn', ...opens } as const)
    : ({ key: 'opensLater', ...opens } as const)
}
