import { daysAfter, momentAt, wallClock, wallClockAtEnd } from '@keyhour/contract/office-clock'
import type { CalendarBlock } from '@keyhour/contract/owners'
import type { TFunction } from 'i18next'
import { formatWallRange } from '#web/format/time.ts'

type T = TFunction<'owners'>

/** Whom or what the time is taken by. */
export function blockTitle({ kind, customer, closure }: CalendarBlock, t: T): string {
  if (kind === 'order') return customer ?? t('deletedCustomer')
  if (closure) return t('block.closure', { reason: closure.reason })
  return t(kind === 'cleaning' ? 'block.cleaning' : 'block.event')
}

/** The part of it on this day of the office's calendar. */
export function blockTimes({ start, end }: CalendarBlock, date: string, zone: string, t: T): string {
  const [midnight, next] = [momentAt(date, '00:00', zone), momentAt(daysAfter(date, 1), '00:00', zone)]
  const [from, to] = [Math.max(Date.parse(start), midnight), Math.min(Date.parse(end), next)]
  if (from === midnight && to === next) return t('block.allDay')
  return formatWallRange(wallClock(from, zone).time, wallClockAtEnd(to, zone).time)
}
