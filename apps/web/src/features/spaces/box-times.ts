import type { Availability } from '@keyhour/contract/availability'
import { daysAfter } from '@keyhour/contract/office-clock'
import { possibleEnds, priceUntil, startOptions } from '#web/features/availability/rules.ts'
import type { StripTime } from '#web/features/availability/time-strip.tsx'
import type { Stay } from '#web/features/spaces/stay-rules.ts'
import type { SpaceTexts } from '#web/features/spaces/texts.ts'
import { type Half, isFree, NEXT_DAY, wallOf } from '#web/format/half-hours.ts'
import { formatMoney } from '#web/format/money.ts'
import { formatDate, formatWallRange, formatWallTime } from '#web/format/time.ts'

const isHalfPast = (key: string): boolean => key.slice(3, 5) === '30'

/** The half hours at which a stay can begin, and why not at the others. */
export function startTimes(
  halves: Half[],
  { units }: Availability,
  date: string,
  t: SpaceTexts,
): StripTime[] {
  const starts = startOptions(halves).flatMap(({ key }) => halves.find(({ start }) => start === key) ?? [])
  return starts
    .filter(({ slot }) => slot.reason !== 'past')
    .map((half) => {
      const left = units > 1 ? t('book.left', { count: half.slot.free }) : t('book.free')
      const state = half.slot.reason ? t(`reason.${half.slot.reason}`) : left
      return {
        key: half.start,
        words: formatWallTime(half.slot.start),
        note: noteOf(half, units, date, state),
        name: nameOfHalf(half, date, state, t),
        isOffered: isFree(half),
        isLate: isHalfPast(half.start),
      }
    })
}

function noteOf(half: Half, units: number, date: string, state: string): string | undefined {
  if (!isFree(half) || units > 1) return state
  return half.start.endsWith(NEXT_DAY) ? formatDate(daysAfter(date, 1)) : undefined
}

function nameOfHalf({ start, slot }: Half, date: string, state: string, t: SpaceTexts): string {
  const time = formatWallRange(slot.start, slot.end)
  if (!start.endsWith(NEXT_DAY)) return t('book.half', { time, state })
  return t('book.halfOn', { date: formatDate(daysAfter(date, 1)), time, state })
}

/** The ends that are possible after the chosen start, each with its price. */
export function endTimes(halves: Half[], day: Availability, stay: Stay, t: SpaceTexts): StripTime[] {
  return possibleEnds(halves, stay).map(({ key }) => {
    const { time, isNextDay } = wallOf(stay.date, key)
    const cents = priceUntil(day, halves, stay.start, key)
    const words = isNextDay ? t('field.nextDay', { time: formatWallTime(time) }) : formatWallTime(time)
    const note = cents === null ? undefined : formatMoney(cents, day.currency)
    const name = t('book.until', { time: [words, note].filter(Boolean).join(', ') })
    return { key, words, note, name, isOffered: cents !== null, isLate: isHalfPast(key) }
  })
}
