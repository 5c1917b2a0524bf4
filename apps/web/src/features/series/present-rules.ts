import { daysAfter, wallClock, weekdayOn } from '@keyhour/contract/office-clock'
import type { Repeat, Series } from '@keyhour/contract/series'
import { type RepeatRule, testOf } from '@keyhour/contract/series-dates'

/** How the dates of a series are after moves and cancellations. */
export type Present = {
  /** Those that are not cancelled. */
  count: number
  /** The rule that most of them follow, and one of these. Null: too few of them follow any. */
  pattern: { rule: RepeatRule; first: string } | null
  /** Dates that the rule does not have. */
  extra: number
  /** Dates of the rule, between the first and the last, for which there is none, not even on another day. */
  missing: number
}

export function presentOf({ repeat, orders, time_zone }: Series): Present {
  const coming = orders.filter(({ cancelled_at }) => cancelled_at === null)
  const dates = coming.map(({ start }) => wallClock(Date.parse(start), time_zone).date)
  const days = [...new Set(dates)].sort()
  const count = dates.length
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined || first === last)
    return { count, pattern: null, missing: 0, extra: 0 }
  const rule = ruleNow(repeat, days)
  const anchor = anchorOf(rule, days)
  const isWanted = testOf(anchor, rule)
  const wanted = daysFrom(first, last).filter(isWanted)
  const extra = days.filter((day) => !isWanted(day)).length
  const unbooked = wanted.filter((day) => !days.includes(day)).length
  const isPattern = unbooked + extra <= days.length
  return {
    count,
    pattern: isPattern ? { rule, first: anchor } : null,
    extra,
    missing: Math.max(0, unbooked - extra),
  }
}

/** All dates may have moved to other weekdays: as many weekdays as before, those with the most dates. */
function ruleNow({ every, on, weekdays = [] }: Repeat, days: string[]): RepeatRule {
  if (every !== 'week' && every !== 'two_weeks') return { every, on }
  const found = days.map(weekdayOn)
  const dates = (weekday: number) => found.filter((one) => one === weekday).length
  const most = [...new Set(found)].sort(
    (a, b) => dates(b) - dates(a) || Number(weekdays.includes(b)) - Number(weekdays.includes(a)),
  )
  return { every, weekdays: most.slice(0, Math.max(1, weekdays.length)).sort() }
}

/** Which weeks or which day of the month it is: the date from which the rule finds the most others. */
function anchorOf(rule: RepeatRule, days: string[]): string {
  if (rule.every === 'day' || rule.every === 'week') return days[0]!
  const found = days.map((day) => ({ day, hits: days.filter(testOf(day, rule)).length }))
  return found.toSorted((a, b) => b.hits - a.hits)[0]!.day
}

function daysFrom(first: string, last: string): string[] {
  const days = [first]
  while (days.at(-1)! < last) days.push(daysAfter(days.at(-1)!, 1))
  return days
}
