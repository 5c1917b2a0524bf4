import { daysAfter } from '@keyhour/contract/office-clock'
import type { Series } from '@keyhour/contract/series'
import { isLastOfMonth, type RepeatOn, weekOfMonth } from '@keyhour/contract/series-dates'
import { useTranslation } from 'react-i18next'
import { type Present, presentOf } from '#web/features/series/present-rules.ts'
import { formatFullWeekday } from '#web/format/time.ts'

const A_SUNDAY = '2026-11-01'
const WEEKS = ['first', 'second', 'third', 'fourth'] as const

type Pattern = NonNullable<Present['pattern']>

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

  function ruleText({ rule: { every, weekdays = [], on = 'date' }, first }: Pattern): string {
    if (every === 'day') return t('text.day')
    if (every === 'month') return t('text.month', { on: dayText(on, first) })
    const names = weekdays.map((day) => formatFullWeekday(daysAfter(A_SUNDAY, day)))
    const list = new Intl.ListFormat(i18n.language, { type: 'conjunction' }).format(names)
    return t(`text.${every}`, { weekdays: list })
  }

  /** How it repeats now: dates may have been moved, left out or cancelled. */
  function repeatText(series: Series): string {
    const { count, pattern, missing, extra } = presentOf(series)
    if (count === 0) return t('text.none')
    if (!pattern) return t('text.noRule', { count })
    const exceptions = [
      missing > 0 && t('text.missing', { count: missing }),
      extra > 0 && t('text.extra', { count: extra }),
    ].filter(Boolean)
    return exceptions.length === 0 ? ruleText(pattern) : `${ruleText(pattern)}. ${exceptions.join(' ')}`
  }

  return { dayText, repeatText }
}
