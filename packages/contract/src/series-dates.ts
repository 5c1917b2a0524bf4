import { daysAfter, daysBetween, daysOfMonth, weekdayOn } from './office-clock.ts'

/** The working days of a year. */
export const MOST_DATES = 260

export type RepeatEvery = 'day' | 'week' | 'two_weeks' | 'month'

/** For months. `weekday`: the same one as the first day, such as the second Tuesday; a fifth one means the last. */
export type RepeatOn = 'date' | 'weekday' | 'last_weekday'

export type RepeatRule = {
  every: RepeatEvery
  /** For weeks, counted from Sunday, 0. Left out: the weekday of the first day. */
  weekdays?: number[] | undefined
  on?: RepeatOn | undefined
  /** One of the two. The last day, or how many dates. */
  until?: string | undefined
  count?: number | undefined
}

const DAYS_A_WEEK = 7
/** Longer than any series, so that a rule without dates ends. */
const MOST_DAYS_LOOKED_AT = 2 * 366 + 31

/** The first week of a month is 1. */
export const weekOfMonth = (date: string): number => Math.ceil(Number(date.slice(8)) / DAYS_A_WEEK)

export const isLastOfMonth = (date: string): boolean =>
  daysAfter(date, DAYS_A_WEEK).slice(0, 7) !== date.slice(0, 7)

/**
 * The dates of a series on the calendar of its office, from `first` on. Ends at `latest`, and after one more date than a
 * series can have, so that too long a series shows.
 */
export function datesOf(first: string, rule: RepeatRule, latest: string): string[] {
  const isWanted = testOf(first, rule)
  const last = rule.until !== undefined && rule.until < latest ? rule.until : latest
  const most = Math.min(rule.count ?? MOST_DATES + 1, MOST_DATES + 1)
  const dates: string[] = []
  for (let days = 0; days < MOST_DAYS_LOOKED_AT && dates.length < most; days += 1) {
    const date = daysAfter(first, days)
    if (date > last) break
    if (isWanted(date)) dates.push(date)
  }
  return dates
}

/** Whether a day is one of the dates that a rule has with this one, before it or after. */
export function testOf(
  first: string,
  { every, weekdays, on = 'date' }: RepeatRule,
): (date: string) => boolean {
  if (every === 'day') return () => true
  if (every === 'month') return on === 'date' ? isDayOfMonth(first) : isWeekdayOfMonth(first, on)
  const chosen = weekdays && weekdays.length > 0 ? weekdays : [weekdayOn(first)]
  const weeks = every === 'week' ? 1 : 2
  const sunday = daysAfter(first, -weekdayOn(first))
  return (date) =>
    chosen.includes(weekdayOn(date)) && Math.floor(daysBetween(sunday, date) / DAYS_A_WEEK) % weeks === 0
}

/** The 31st is the last day of a shorter month. */
function isDayOfMonth(first: string): (date: string) => boolean {
  const wanted = Number(first.slice(8))
  return (date) => Number(date.slice(8)) === Math.min(wanted, daysOfMonth(date.slice(0, 7)).length)
}

function isWeekdayOfMonth(first: string, on: RepeatOn): (date: string) => boolean {
  const weekday = weekdayOn(first)
  const week = weekOfMonth(first)
  const isLast = on === 'last_weekday' || week > 4
  return (date) => weekdayOn(date) === weekday && (isLast ? isLastOfMonth(date) : weekOfMonth(date) === week)
}
