import {
  daysAfter,
  type Holiday,
  type Hours,
  holidayOn,
  hoursOn,
  type OpenHours,
  type WallClock,
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

/** Which sentence tells when a closed office opens, with what it needs. */
export function openingWords({ opens, daysAhead }: { opens: WallClock | null; daysAhead: number }) {
  if (!opens) return { key: 'closedNow' } as const
  if (daysAhead === 0) return { key: 'opensToday', ...opens } as const
  return daysAhead < DAYS_SHOWN
    ? ({ key: 'opensOn', ...opens } as const)
    : ({ key: 'opensLater', ...opens } as const)
}
