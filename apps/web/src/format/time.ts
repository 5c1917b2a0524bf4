import { isolated } from '@keyhour/contract/direction'
import { daysBetween, momentAt, offsetAt, wallClock, wallClockAtEnd } from '@keyhour/contract/office-clock'
import type { Language } from '@keyhour/contract/primitives'
import { zoneInWords } from '@keyhour/contract/zone-names'
import dayjs, { type Dayjs } from 'dayjs'
import 'dayjs/locale/he'
import utc from 'dayjs/plugin/utc'
import { theirAheadMs } from '#web/clock.ts'
import { leftToRight, writeIn } from '#web/format/direction.ts'

dayjs.extend(utc)

let language: Language = 'en'

/** The English forms are the specification's; Hebrew writes the day first and uses 24 hours. */
const FORMATS = {
  shortDay: { en: 'MMM Do YY', he: 'D.M.YY' },
  day: { en: 'MMM Do YYYY', he: 'D בMMMM YYYY' },
  moment: { en: 'MMMM Do YYYY, h:mm a', he: 'D בMMMM YYYY, H:mm' },
  date: { en: 'ddd, MMM Do', he: 'dddd, D בMMMM' },
  dayOfWeek: { en: 'ddd, MMM Do YYYY', he: 'ddd, D.M.YYYY' },
  month: { en: 'MMMM YYYY', he: 'MMMM YYYY' },
  weekday: { en: 'dddd', he: 'יום dddd' },
} as const

export function showTimesIn(next: Language): void {
  language = next
  writeIn(next)
}

export const viewerZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

function at(instant: string, zone: string, written: Language = language) {
  const moment = dayjs.utc(instant)
  return moment.add(offsetAt(moment.valueOf(), zone), 'millisecond').locale(written)
}

/** `Do` is 1st, 2nd, 3rd: Day.js has a plugin for that, which public pages would load for this one line. */
const write = (moment: Dayjs, format: string): string =>
  moment.format(format.replace('Do', () => String(dayjs.Ls.en!.ordinal!(moment.date()))))

/** Jan 1st 24 */
export const formatShortDay = (instant: string, zone: string): string =>
  write(at(instant, zone), FORMATS.shortDay[language])

/** Jan 1st 2024 */
export const formatDay = (instant: string, zone: string): string =>
  write(at(instant, zone), FORMATS.day[language])

/** The last day before a moment that ends a day in UTC, such as the expiry of credits. */
export const formatLastDay = (end: string): string =>
  formatDay(new Date(Date.parse(end) - 1).toISOString(), 'UTC')

/** January 1st 2024, 1:05 pm. A screen that is always in one language passes it. */
export const formatMoment = (instant: string, zone: string, written: Language = language): string =>
  write(at(instant, zone, written), FORMATS.moment[written])

/** 1:05 PM */
export function formatTime(instant: string, zone: string): string {
  const moment = Date.parse(instant)
  return formatWallTime(wallClock(moment, zone).time)
}

/** 9:00 AM – 11:30 AM */
const formatRange = (from: string, until: string): string =>
  leftToRight(language === 'he' ? `${from}–${until}` : `${from} – ${until}`)

const areOnOneDay = (start: string, end: string, zone: string): boolean =>
  at(start, zone).isSame(at(end, zone), 'day')

/** Mar 2nd 2026, 9:00 AM – 11:30 AM; with the last day if it is another day on the office's clock. */
export function formatSpan(start: string, until: string, zone: string): string {
  const end = shownEnd(until, zone)
  if (!areOnOneDay(start, end, zone))
    return `${formatDayAndTime(start, zone)} – ${formatDayAndTime(end, zone)}`
  return `${formatDay(start, zone)}, ${formatRange(formatTime(start, zone), formatTime(end, zone))}`
}

/** 9:00 AM – 11:30 AM; with the days if they differ on the office's clock. */
export const formatTimes = (start: string, end: string, zone: string): string =>
  areOnOneDay(start, end, zone)
    ? formatRange(formatTime(start, zone), formatTime(shownEnd(end, zone), zone))
    : formatSpan(start, end, zone)

type Unit = 'day' | 'hour' | 'minute'

/** For one, for two, and after the digits of any other number. */
const HEBREW_UNITS: Record<Unit, [one: string, two: string, many: string]> = {
  day: ['יום', 'יומיים', 'ימים'],
  hour: ['שעה', 'שעתיים', 'שעות'],
  minute: ['דקה', 'שתי דקות', 'דק׳'],
}

function unit(amount: number, name: Unit): string {
  if (language === 'en')
    return new Intl.NumberFormat('en', { style: 'unit', unit: name, unitDisplay: 'short' }).format(amount)
  const [one, two, many] = HEBREW_UNITS[name]
  return amount === 1 ? one : amount === 2 ? two : `${amount} ${many}`
}

/** 1 hr 20 min, or 2 days 8 hr, rounded down. */
export function formatLength(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / 60_000))
  const parts = [
    { amount: Math.floor(minutes / 1440), name: 'day' as const },
    { amount: Math.floor(minutes / 60) % 24, name: 'hour' as const },
    { amount: minutes < 1440 ? minutes % 60 : 0, name: 'minute' as const },
  ].filter(({ amount }) => amount > 0)
  return joined(parts.map(({ amount, name }) => unit(amount, name))) || unit(0, 'minute')
}

/** Hebrew writes "and" before the second part, with its own hyphen (maqaf) before digits. */
const joined = ([first, ...others]: string[]): string =>
  [
    first,
    ...others.map((part) => (language === 'he' ? `ו${/^\d/.test(part) ? '־' : ''}${part}` : part)),
  ].join(' ')

/** Mar 2nd 2026, 9:00 AM */
export const formatDayAndTime = (instant: string, zone: string): string =>
  `${formatDay(instant, zone)}, ${formatTime(instant, zone)}`

/** Opening hours: 8:00 AM – 10:00 PM. */
export const formatWallRange = (from: string, until: string): string =>
  formatRange(formatWallTime(from), formatWallTime(until))

type WallSpan = { date: string; start: string; end: string; end_date?: string | undefined }

/** 10:00 PM – 1:00 AM; of more than 24 hours with the last day: 9:00 AM – Tue, Mar 3rd 2026, 11:00 AM. */
export function formatWallSpan({ date, start, end, end_date = date }: WallSpan): string {
  const isShort = end_date === date || (end <= start && daysBetween(date, end_date) === 1)
  if (isShort) return formatWallRange(start, end)
  return `${formatWallTime(start)} – ${formatDayOfWeek(end_date)}, ${formatWallTime(end)}`
}

/** Names the zone if its clock differs from the viewer's. */
export const withZone = (text: string, instant: string, zone: string): string =>
  isForeignClock(instant, zone) ? `${text} (${isolated(formatZone(zone), language)})` : text

/** Israel time, New York time */
export const formatZone = (zone: string): string => zoneInWords(language, zone)

/** `13:05` → 1:05 PM. Lists have dozens of times, for which Day.js takes too long. */
export const formatWallTime = (time: string): string => timeInWords(Number(time.slice(0, 2)), time.slice(2))

/** With each time in one line: no break before AM or PM. */
export const unbroken = (text: string): string => text.replaceAll(/ (?=[AP]M\b)/g, '\u00a0')

/** 13 → 1 PM */
export const formatHour = (hour: number): string => timeInWords(hour, language === 'he' ? ':00' : '')

/** `minutes` like `:05` */
function timeInWords(hour: number, minutes: string): string {
  if (language === 'he') return `${hour % 24}${minutes}`
  return `${hour % 12 || 12}${minutes} ${hour % 24 < 12 ? 'AM' : 'PM'}`
}

/** `2026-03-02` → Mon, Mar 2nd */
export const formatDate = (date: string): string => write(onWall(date), FORMATS.date[language])

/** `2026-03-02` → Mon, Mar 2nd 2026 */
export const formatDayOfWeek = (date: string): string => write(onWall(date), FORMATS.dayOfWeek[language])

const onWall = (date: string) => dayjs.utc(`${date}T00:00Z`).locale(language)

/** `2026-03` → March 2026 */
export const formatMonth = (month: string): string => onWall(`${month}-01`).format(FORMATS.month[language])

/** Sun, Mon, Tue; in Hebrew one letter each. */
export const formatWeekday = (date: string): string =>
  onWall(date)
    .toDate()
    .toLocaleDateString(language, { weekday: language === 'he' ? 'narrow' : 'short', timeZone: 'UTC' })

/** Sunday, Monday */
export const formatFullWeekday = (date: string): string => onWall(date).format(FORMATS.weekday[language])

/** 0 for Sunday, the first day of the week here. */
export const weekdayOf = (date: string): number => onWall(date).day()

/** The moment to show as the end of a stay: when the clock shows the time until which it is booked. */
export function shownEnd(instant: string, zone: string): string {
  const { date, time } = wallClockAtEnd(Date.parse(instant), zone)
  const isOnTheMinute = instant.slice(17, 19) === '00'
  return isOnTheMinute ? new Date(momentAt(date, time, zone)).toISOString() : instant
}

export const monthsAfter = (month: string, months: number): string =>
  dayjs.utc(`${month}-01T00:00Z`).add(months, 'month').format('YYYY-MM')

/** 4:07 */
export function formatCountdown(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/** Whether the zone must be named, because its clock differs from the viewer's at that moment. */
export function isForeignClock(instant: string, zone: string): boolean {
  const moment = Date.parse(instant)
  return offsetAt(moment, zone) !== theirAheadMs(moment)
}
