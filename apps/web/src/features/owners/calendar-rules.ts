import { daysAfter, daysOfMonth, wallClock } from '@keyhour/contract/office-clock'
import type { CalendarBlock, SpaceDay, SpaceUse } from '@keyhour/contract/owners'
import { readSpace, sumUses } from '#web/features/owners/rules.ts'
import { monthsAfter, weekdayOf } from '#web/format/time.ts'
import { keptInAddress, readOneOf } from '#web/ui/list-view.ts'

export const CALENDAR_VIEWS = ['week', 'month'] as const
export type CalendarView = (typeof CALENDAR_VIEWS)[number]

const ALL_SPACES = ''

/** `date` is any day of the week or month; empty is today. `space` is the id of a sub-office; empty is all. */
export const calendarView = keptInAddress(
  { view: 'week' as CalendarView, date: '', space: ALL_SPACES },
  {
    view: readOneOf(CALENDAR_VIEWS),
    date: (text) => (/^2\d{3}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined),
    space: readSpace,
  },
)

/** From Sunday to Saturday. */
export function weekOf(date: string): string[] {
  const sunday = daysAfter(date, -weekdayOf(date))
  return Array.from({ length: 7 }, (_, day) => daysAfter(sunday, day))
}

/** The weeks that a month is part of. */
export function weeksOf(month: string): string[][] {
  const days = daysOfMonth(month)
  const first = weekOf(days[0]!)[0]!
  const weeks = Math.ceil((weekdayOf(days[0]!) + days.length) / 7)
  return Array.from({ length: weeks }, (_, week) => weekOf(daysAfter(first, 7 * week)))
}

export function turned(view: CalendarView, date: string, by: 1 | -1): string {
  return view === 'week' ? daysAfter(date, 7 * by) : `${monthsAfter(date.slice(0, 7), by)}-01`
}

/** One space on one day. */
export type Cell = { sub_office_id: number | null; date: string }

/** Blocks of the same space never have the same. */
export const blockKeyOf = ({ kind, start, order_id, closure }: CalendarBlock): string =>
  [kind, start, order_id, closure?.id].join()

/** The blocks of one space that touch one day of its calendar, the first first. */
export const blocksOn = (
  blocks: readonly CalendarBlock[],
  { sub_office_id, date, zone }: Cell & { zone: string },
): CalendarBlock[] =>
  blocks.filter(
    (block) =>
      block.sub_office_id === sub_office_id &&
      wallClock(Date.parse(block.start), zone).date <= date &&
      wallClock(Date.parse(block.end) - 1, zone).date >= date,
  )

/** Of the chosen space, or of all spaces together. */
export function usesByDay(days: readonly SpaceDay[], space: string): Map<string, SpaceUse> {
  const byDay = new Map<string, SpaceDay[]>()
  for (const day of days) {
    if (space !== ALL_SPACES && String(day.sub_office_id) !== space) continue
    byDay.set(day.date, [...(byDay.get(day.date) ?? []), day])
  }
  return new Map([...byDay].map(([date, uses]) => [date, sumUses(uses)]))
}
