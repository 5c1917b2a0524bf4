import type { DayRange, PeriodLength } from '@keyhour/contract/insight'
import { formatMonth, formatShortDay } from '#web/format/time.ts'

const dayText = (date: string): string => formatShortDay(`${date}T00:00:00Z`, 'UTC')

export const rangeText = ({ from, to }: DayRange): string =>
  from === to ? dayText(from) : `${dayText(from)} – ${dayText(to)}`

export const periodText = (days: DayRange, length: PeriodLength): string =>
  length === 'month' ? formatMonth(days.from.slice(0, 7)) : dayText(days.from)
