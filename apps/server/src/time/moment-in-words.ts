import type { Language } from '@keyhour/contract/primitives'
import { zoneInWords } from '@keyhour/contract/zone-names'
import { LOCALE } from '#server/time/locale.ts'

/** Making one takes longer than writing a mail. */
const formats = new Map<string, Intl.DateTimeFormat>()

function dayAndTime(language: Language, timeZone: string): Intl.DateTimeFormat {
  const key = `${language} ${timeZone}`
  const format =
    formats.get(key) ??
    new Intl.DateTimeFormat(LOCALE[language], {
      weekday: 'long',
      day: 'numeric',
      month: 'long',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
      timeZone,
    })
  formats.set(key, format)
  return format
}

/** For mails, whose reader's time zone is unknown: in our home zone, which is named. */
export const momentInWords = (language: Language, instant: string): string =>
  stayInWords(language, { start: instant, end: null, time_zone: 'Asia/Jerusalem' })

/** Only the time of day, on the clock of the office. */
export const timeInWords = (language: Language, instant: string, timeZone: string): string =>
  new Intl.DateTimeFormat(LOCALE[language], {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone,
  }).format(new Date(instant))

/** A day by its number, in our home zone or in the one given. */
export const dayInWords = (language: Language, instant: string, timeZone = 'Asia/Jerusalem'): string =>
  new Intl.DateTimeFormat(LOCALE[language], { dateStyle: 'long', timeZone }).format(new Date(instant))

/** `month` is like `2026-03`. */
export const monthInWords = (language: Language, month: string): string =>
  new Intl.DateTimeFormat(LOCALE[language], { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-01T12:00:00Z`),
  )

/** On the clock of the office, which is named. */
export const stayInWords = (
  language: Language,
  { start, end, time_zone }: { start: string; end: string | null; time_zone: string },
): string => {
  const format = dayAndTime(language, time_zone)
  const when =
    end === null ? format.format(new Date(start)) : format.formatRange(new Date(start), new Date(end))
  return `${when} (${zoneInWords(language, time_zone)})`
}

/** The last day before a moment that ends a day in UTC, such as the expiry of credits. */
export const lastDayInWords = (language: Language, end: string): string =>
  dayInWords(language, new Date(Date.parse(end) - 1).toISOString(), 'UTC')

const shortFormats = new Map<string, Intl.DateTimeFormat>()

/** For tables, on the clock of the office; without the zone. */
export const shortStay = (
  language: Language,
  { start, end, time_zone }: { start: string; end: string | null; time_zone: string },
): string => {
  const key = `${language} ${time_zone}`
  const format =
    shortFormats.get(key) ??
    new Intl.DateTimeFormat(LOCALE[language], {
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
      timeZone: time_zone,
    })
  shortFormats.set(key, format)
  return end === null ? format.format(new Date(start)) : format.formatRange(new Date(start), new Date(end))
}
