import type { Language } from '@keyhour/contract/primitives'
import dayjs from 'dayjs'
import 'dayjs/locale/he'
import advancedFormat from 'dayjs/plugin/advancedFormat'
import timezone from 'dayjs/plugin/timezone'
import utc from 'dayjs/plugin/utc'

dayjs.extend(utc)
dayjs.extend(timezone)
dayjs.extend(advancedFormat)

let language: Language = 'en'

/** The English forms are the specification's; Hebrew writes the day first and counts 24 hours. */
const FORMATS = {
  shortDay: { en: 'MMM Do YY', he: 'D.M.YY' },
  day: { en: 'MMM Do YYYY', he: 'D בMMMM YYYY' },
  moment: { en: 'MMMM Do YYYY, h:mm a', he: 'D בMMMM YYYY, H:mm' },
  time: { en: 'h:mm A', he: 'H:mm' },
} as const

export function showTimesIn(next: Language): void {
  language = next
}

/** The zone of the person who is looking. */
export const viewerZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

const at = (instant: string, zone: string, written: Language = language) =>
  dayjs.utc(instant).tz(zone).locale(written)

/** Jan 1st 24 */
export const formatShortDay = (instant: string, zone: string): string =>
  at(instant, zone).format(FORMATS.shortDay[language])

/** Jan 1st 2024 */
export const formatDay = (instant: string, zone: string): string =>
  at(instant, zone).format(FORMATS.day[language])

/** January 1st 2024, 1:05 pm. A screen that is always in one language names it. */
export const formatMoment = (instant: string, zone: string, written: Language = language): string =>
  at(instant, zone, written).format(FORMATS.moment[written])

/** 1:05 PM */
export const formatTime = (instant: string, zone: string): string =>
  at(instant, zone).format(FORMATS.time[language])

/** Hours read from left to right in Hebrew too; without this 4:30–6:00 would be shown the other way round. */
const leftToRight = (text: string): string => (language === 'he' ? `\u2066${text}\u2069` : text)

/** 9:00 AM – 11:30 AM */
const formatRange = (from: string, until: string): string =>
  leftToRight(language === 'he' ? `${from}–${until}` : `${from} – ${until}`)

/** Mar 2nd 2026, 9:00 AM – 11:30 AM, or with the last day too when that is another one on the office's clock. */
export function formatSpan(start: string, end: string, zone: string): string {
  if (formatDay(start, zone) !== formatDay(end, zone))
    return `${formatDayAndTime(start, zone)} – ${formatDayAndTime(end, zone)}`
  return `${formatDay(start, zone)}, ${formatRange(formatTime(start, zone), formatTime(end, zone))}`
}

/** Mar 2nd 2026, 9:00 AM */
export const formatDayAndTime = (instant: string, zone: string): string =>
  `${formatDay(instant, zone)}, ${formatTime(instant, zone)}`

/** Opening hours as people read them: 8:00 AM – 10:00 PM. */
export const formatWallRange = (from: string, until: string): string =>
  formatRange(formatWallTime(from), formatWallTime(until))

/** Names the zone after a time when the clock there differs from the viewer's. */
export const withZone = (text: string, instant: string, zone: string): string =>
  isForeignClock(instant, zone) ? `${text} ${leftToRight(`(${zone})`)}` : text

/** The office's wall clock, `13:05`, as people read it: 1:05 PM. */
function formatWallTime(time: string): string {
  return dayjs.utc(`2000-01-01T${time}Z`).locale(language).format(FORMATS.time[language])
}

/** Whether the clock in that zone differs from the viewer's at that moment, so that the zone must be named. */
export function isForeignClock(instant: string, zone: string): boolean {
  const moment = dayjs.utc(instant)
  return moment.tz(zone).utcOffset() !== moment.tz(viewerZone()).utcOffset()
}
