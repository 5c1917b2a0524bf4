import { daysAfter, wallClock, weekdayOn } from '@keyhour/contract/office-clock'
import type { Series } from '@keyhour/contract/series'
import { isLastOfMonth, type RepeatOn, weekOfMonth } from '@keyhour/contract/series-dates'
import { useTranslation } from 'react-i18next'
import { formatFullWeekday } from '#web/format/time.ts'

const A_SUNDAY = '2026-11-01'
const WEEKS = ['first', 'second', 'third', 'fourth'] as const

/** How a series repeats, in words. */
export function useRepeatText() {
  const { t, i18n } = useTranslation('series')

  /** Such as "On the second Tuesday". */
  function dayText(on: RepeatOn, date: string): string {
    if (on === 'date') return t('on.date', { day: Number(date.slice(8)) })
    const weekday = formatFullWeekday(date)
    const week = WEEKS[weekOfMonth(date) - 1]
    const isLast =
      on === 'last_weekday' || week === undefined || (isLastOfMonth(date) && weekOfMonth(date) > 4)
    return t(`on.${isLast ? 'last' : week}`, { weekday })
  }

  function repeatText({ repeat, orders, time_zone }: Series): string {
    const { every, weekdays, on = 'date' } = repeat
    const first = wallClock(Date.parse(orders[0]!.start), time_zone).date
    if (every === 'day') return t('text.day')
    if (every === 'month') return t('text.month', { on: dayText(on, first) })
    const names = (weekdays ?? [weekdayOn(first)]).map((day) => formatFullWeekday(daysAfter(A_SUNDAY, day)))
    const list = new Intl.ListFormat(i18n.language, { type: 'conjunction' }).format(names)
    return t(`text.${every}`, { weekdays: list })
  }

  return { dayText, repeatText }
}
