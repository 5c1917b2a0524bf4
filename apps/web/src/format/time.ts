import type { Language } from '@keyhour/contract/primitives'
import dayjs from 'dayjs'
import 'dayjs/locale/he'
import advancedFormat from 'dayjs/plugin/advancedFormat'
import timezone from 'dayjs/plugin/timezone'
import utc from 'dayjs/plugin/utc'

dayjs.extend(utc)
dayjs.extend(timezone)
dayjs.extend(advancedFormat)

const HALF_HOUR_MS = 1_800_000

let language: Language = 'en'

/** The English forms are the specification's; Hebrew writes the day first and uses 24 hours. */
const FORMATS = {
  shortDay: { en: 'MMM Do YY', he: 'D.M.YY' },
  day: { en: 'MMM Do YYYY', he: 'D בMMMM YYYY' },
  moment: { en: 'MMMM Do YYYY, h:mm a', he: 'D בMMMM YYYY, H:mm' },
  time: { en: 'h:mm A', he: 'H:mm' },
  hour: { en: 'h A', he: 'H:mm' },
  date: { en: 'ddd, MMM Do', he: 'dddd, D בMMMM' },
  month: { en: 'MMMM YYYY', he: 'MMMM YYYY' },
} as const

export function showTimesIn(next: Language): void {
  language = next
}

export const viewerZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

const at = (instant: string, zone: string, written: Language = language) =>
  dayjs.utc(instant).tz(zone).locale(written)

/** Jan 1st 24 */
export const formatShortDay = (instant: string, zone: string): string =>
  at(instant, zone).format(FORMATS.shortDay[language])

/** Jan 1st 2024 */
export const formatDay = (instant: string, zone: string): string =>
  at(instant, zone).format(FORMATS.day[language])

/** January 1st 2024, 1:05 pm. A screen that is always in one language passes it. */
export const formatMoment = (instant: string, zone: string, written: Language = language): string =>
  at(instant, zone, written).format(FORMATS.moment[written])

/** 1:05 PM */
export const formatTime = (instant: string, zone: string): string =>
  at(instant, zone).format(FORMATS.time[language])

/** Hours read from left to right in Hebrew too; without this, 4:30–6:00 would be reversed. */
const leftToRight = (text: string): string => (language === 'he' ? `\u2066${text}\u2069` : text)

/** 9:00 AM – 11:30 AM */
const formatRange = (from: string, until: string): string =>
  leftToRight(language === 'he' ? `${from}–${until}` : `${from} – ${until}`)

/** Mar 2nd 2026, 9:00 AM – 11:30 AM; with the last day if it is another day on the office's clock. */
export function formatSpan(start: string, until: string, zone: string): string {
  const end = shownEnd(until, zone)
  if (formatDay(start, zone) !== formatDay(end, zone))
    return `${formatDayAndTime(start, zone)} – ${formatDayAndTime(end, zone)}`
  return `${formatDay(start, zone)}, ${formatRange(formatTime(start, zone), formatTime(end, zone))}`
}

/** 9:00 AM – 11:30 AM; with the days if they differ on the office's clock. */
export const formatTimes = (start: string, end: string, zone: string): string =>
  formatDay(start, zone) === formatDay(end, zone)
    ? formatRange(formatTime(start, zone), formatTime(shownEnd(end, zone), zone))
    : formatSpan(start, end, zone)

const unit = (amount: number, name: 'day' | 'hour' | 'minute'): string =>
  new Intl.NumberFormat(language, { style: 'unit', unit: name, unitDisplay: 'short' }).format(amount)

/** 1 hr 20 min, or 2 days 8 hr, rounded down. */
export function formatLength(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / 60_000))
  const parts = [
    { amount: Math.floor(minutes / 1440), name: 'day' as const },
    { amount: Math.floor(minutes / 60) % 24, name: 'hour' as const },
    { amount: minutes < 1440 ? minutes % 60 : 0, name: 'minute' as const },
  ].filter(({ amount }) => amount > 0)
  return parts.map(({ amount, name }) => unit(amount, name)).join(' ') || unit(0, 'minute')
}

/** Mar 2nd 2026, 9:00 AM */
export const formatDayAndTime = (instant: string, zone: string): string =>
  `${formatDay(instant, zone)}, ${formatTime(instant, zone)}`

/** Opening hours: 8:00 AM – 10:00 PM. */
export const formatWallRange = (from: string, until: string): string =>
  formatRange(formatWallTime(from), formatWallTime(until))

/** Names the zone if its clock differs from the viewer's. */
export const withZone = (text: string, instant: string, zone: string): string =>
  isForeignClock(instant, zone) ? `${text} ${leftToRight(`(${zone})`)}` : text

/** `13:05` → 1:05 PM */
export function formatWallTime(time: string): string {
  return dayjs.utc(`2000-01-01T${time}Z`).locale(language).format(FORMATS.time[language])
}

/** 13 → 1 PM */
export const formatHour = (hour: number): string =>
  dayjs.utc('2000-01-01').hour(hour).locale(language).format(FORMATS.hour[language])

/** `2026-03-02` → Mon, Mar 2nd */
export const formatDate = (date: string): string => onWall(date).format(FORMATS.date[language])

const onWall = (date: string) => dayjs.utc(`${date}T00:00Z`).locale(language)

/** `2026-03` → March 2026 */
export const formatMonth = (month: string): string => onWall(`${month}-01`).format(FORMATS.month[language])

/** Sun, Mon, Tue; in Hebrew one letter each. */
export const formatWeekday = (date: string): string =>
  onWall(date)
    .toDate()
    .toLocaleDateString(language, { weekday: language === 'he' ? 'narrow' : 'short', timeZone: 'UTC' })

/** 0 for Sunday, the first day of the week here. */
export const weekdayOf = (date: string): number => onWall(date).day()

/** A moment on the office's clock: `2026-03-02`, `13:05`. */
export function wallClock(instant: string, zone: string): { date: string; time: string } {
  const [date = '', time = ''] = clockOf(zone).format(new Date(instant)).split(' ')
  return { date, time }
}

/**
 * The time until which a stay ending at this moment is booked. If the clock is set back at 02:00, it shows 01:00 by
 * then.
 */
export function wallClockAtEnd(instant: string, zone: string): { date: string; time: string } {
  const { date, time } = wallClock(instant, zone)
  if (momentAt(date, time, zone) >= Date.parse(instant)) return { date, time }
  const before = wallClock(new Date(Date.parse(instant) - HALF_HOUR_MS).toISOString(), zone)
  const later = dayjs.utc(`${before.date}T${before.time}Z`).add(30, 'minute')
  return { date: later.format('YYYY-MM-DD'), time: later.format('HH:mm') }
}

/** The moment to show as the end of a stay: when the clock shows the time until which it is booked. */
export function shownEnd(instant: string, zone: string): string {
  const { date, time } = wallClockAtEnd(instant, zone)
  const isOnTheMinute = instant.slice(17, 19) === '00'
  return isOnTheMinute ? new Date(momentAt(date, time, zone)).toISOString() : instant
}

/** Kept per zone: creating one takes longer than using it, and every half hour of a day needs one. */
const clocks = new Map<string, Intl.DateTimeFormat>()
function clockOf(timeZone: string): Intl.DateTimeFormat {
  // Swedish dates have our format: 2026-03-02 09:30.
  const clock = clocks.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', { ...CLOCK, timeZone })
  clocks.set(timeZone, clock)
  return clock
}
const CLOCK = {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
} as const

/**
 * The moment when the office's clock shows `date` `time`: the first if it comes twice; if it is skipped, as if the
 * clocks had not changed yet. The server reads opening hours the same way.
 */
export function momentAt(date: string, time: string, zone: string): number {
  const wall = dayjs.utc(`${date}T${time}Z`)
  const [before, after] = [-1, 1].map((days) => {
    const minutes = wall.add(days, 'day').tz(zone).utcOffset()
    return wall.subtract(minutes, 'minute')
  }) as [dayjs.Dayjs, dayjs.Dayjs]
  const shows = ({ date: day, time: hour }: ReturnType<typeof wallClock>) => day === date && hour === time
  const isAfter = !shows(wallClock(before.toISOString(), zone)) && shows(wallClock(after.toISOString(), zone))
  return (isAfter ? after : before).valueOf()
}

export const daysAfter = (date: string, days: number): string =>
  dayjs.utc(`${date}T00:00Z`).add(days, 'day').format('YYYY-MM-DD')

export const monthsAfter = (month: string, months: number): string =>
  dayjs.utc(`${month}-01T00:00Z`).add(months, 'month').format('YYYY-MM')

export const daysOfMonth = (month: string): string[] =>
  Array.from(
    { length: dayjs.utc(`${month}-01T00:00Z`).daysInMonth() },
    (_, at) => `${month}-${String(at + 1).padStart(2, '0')}`,
  )

/** 4:07 */
export function formatCountdown(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/** Whether the zone must be named, because its clock differs from the viewer's at that moment. */
export function isForeignClock(instant: string, zone: string): boolean {
  const moment = dayjs.utc(instant)
  return moment.tz(zone).utcOffset() !== moment.tz(viewerZone()).utcOffset()
}
