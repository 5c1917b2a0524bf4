import { daysAfter, type Holiday, type OpenHours, type WeekdayHours } from '@keyhour/contract/office-clock'
import { findOverlap, NewHoliday } from '@keyhour/contract/opening-hours'

export const WEEKDAYS = [0, 1, 2, 3, 4, 5, 6] as const

const A_SUNDAY = '2026-03-01'
/** A date on this day of the week, to name the day by. */
export const dateOnWeekday = (weekday: number): string => daysAfter(A_SUNDAY, weekday)

export type DayChoice = 'same' | 'own' | 'closed'

export function choiceOn(week: WeekdayHours[], weekday: number): DayChoice {
  const day = week.find((one) => one.weekday === weekday)
  if (!day) return 'same'
  return day.hours ? 'own' : 'closed'
}

export const ownHoursOn = (week: WeekdayHours[], weekday: number): OpenHours | undefined =>
  week.find((one) => one.weekday === weekday)?.hours ?? undefined

export const withDay = (week: WeekdayHours[], weekday: number, hours: OpenHours | null): WeekdayHours[] =>
  [...withoutDay(week, weekday), { weekday, hours }].sort((a, b) => a.weekday - b.weekday)

export const withoutDay = (week: WeekdayHours[], weekday: number): WeekdayHours[] =>
  week.filter((day) => day.weekday !== weekday)

export const newHoliday = (today: string): Holiday => ({
  first_day: today,
  last_day: today,
  name: '',
  name_he: null,
  hours: null,
})

/** By first day. `before` is the one that was edited. */
export const withHoliday = (holidays: Holiday[], holiday: Holiday, before: Holiday | null): Holiday[] =>
  [...holidays.filter((one) => one !== before), holiday].sort((a, b) => (a.first_day < b.first_day ? -1 : 1))

type Mistakes = Partial<Record<keyof Holiday | 'open_hours' | 'close_hours', string>>

/** By field, in the words of the server. `others` are the rest of the list. */
export function mistakesOfHoliday(holiday: Holiday, others: Holiday[]): Mistakes {
  const mistakes: Mistakes = {}
  const { error } = NewHoliday.safeParse(holiday)
  for (const { path, message } of error?.issues ?? []) mistakes[path.at(-1) as keyof Mistakes] ??= message
  if (!error && findOverlap([...others, holiday])) mistakes.first_day = 'Two holidays cannot share a day'
  return mistakes
}

const LEAP_DAY = '-02-29'
const nextYear = (date: string): string => {
  const moved = `${Number(date.slice(0, 4)) + 1}${date.slice(4)}`
  return moved.endsWith(LEAP_DAY) ? moved.replace(LEAP_DAY, '-02-28') : moved
}

/** The holidays that begin in this year, a year later, except where there is one already. */
export function copiesFor(holidays: Holiday[], year: number): Holiday[] {
  const copies: Holiday[] = []
  for (const holiday of holidays) {
    if (!holiday.first_day.startsWith(String(year))) continue
    const copy = { ...holiday, first_day: nextYear(holiday.first_day), last_day: nextYear(holiday.last_day) }
    if (!findOverlap([...holidays, ...copies, copy])) copies.push(copy)
  }
  return copies
}
