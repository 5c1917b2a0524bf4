import { daysAfter } from '@keyhour/contract/office-clock'
import type { BoardBlock, BoardDay } from '@keyhour/contract/schedule'
import type { TFunction } from 'i18next'
import type { MovableBooking } from '#web/features/schedule/move-rules.ts'
import { type ChosenDays, firstDayOf, lookOf, type MarkedTime } from '#web/features/schedule/rules.ts'
import { formatDate, formatTime, formatTimes, formatWallRange, shownEnd } from '#web/format/time.ts'
import { localPlace } from '#web/texts/local-place.ts'

type T = TFunction<'schedule'>

/** Whom or what the time is taken by. */
export function takenBy({ kind, customer, closure }: BoardBlock, t: T): string {
  if (closure) return t('closedFor', { reason: closure.reason })
  if (kind === 'hold') return customer === null ? t('held') : t('heldFor', { name: customer })
  if (kind === 'cleaning') return t('look.cleaning')
  if (kind === 'event') return t('look.event')
  return customer ?? t('deletedCustomer')
}

export const takenTimes = ({ start, end, open_ended, kind }: BoardBlock, zone: string, t: T): string =>
  open_ended && kind === 'visit'
    ? t('since', { time: formatTime(start, zone) })
    : formatTimes(start, end, zone)

/** The part of it on one day. */
export function timesOn(block: BoardBlock, day: BoardDay, zone: string, t: T): string {
  const [isBefore, isAfter] = [block.start < day.start, block.end > day.end]
  if (isBefore && isAfter) return t('allDay')
  if (isBefore) return t('until', { time: formatTime(shownEnd(block.end, zone), zone) })
  return isAfter ? t('from', { time: formatTime(block.start, zone) }) : takenTimes(block, zone, t)
}

/** All that is known of it, to be read out. */
export const blockWords = (block: BoardBlock, { zone, now }: { zone: string; now: number }, t: T): string =>
  t('block', {
    title: takenBy(block, t),
    times: takenTimes(block, zone, t),
    look: t(`look.${lookOf(block, now)}`),
  })

export function shownDays(chosen: ChosenDays, t: T): string {
  const first = firstDayOf(chosen)
  if (chosen.view === 'day') return formatDate(first)
  return t('days', { first: formatDate(first), last: formatDate(daysAfter(first, 6)) })
}

type Named = { name: string; name_he?: string | null | undefined }

/** Where a booking is or would be; `space` is undefined for the office as a whole. */
export function placeInWords(
  { movable }: Pick<MovableBooking, 'movable'>,
  { date, end_date, start, end }: MarkedTime,
  space: Named | undefined,
  t: T,
): string {
  const days =
    date === end_date ? formatDate(date) : t('days', { first: formatDate(date), last: formatDate(end_date) })
  const when = movable.days === null ? `${formatDate(date)}, ${formatWallRange(start, end)}` : days
  return space ? t('move.place', { space: localPlace(space).name, when }) : when
}
