import type { Language } from '@keyhour/contract/primitives'

const LOCALE: Record<Language, string> = { en: 'en-GB', he: 'he-IL' }

const dayAndTime = (language: Language, timeZone: string) =>
  new Intl.DateTimeFormat(LOCALE[language], {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone,
    timeZoneName: 'short',
  })

/** For mails, whose reader's time zone is unknown: in our home zone, which is named. */
export const momentInWords = (language: Language, instant: string): string =>
  dayAndTime(language, 'Asia/Jerusalem').format(new Date(instant))

/** On the clock of the office, whose zone is named. */
export const stayInWords = (
  language: Language,
  { start, end, time_zone }: { start: string; end: string | null; time_zone: string },
): string => {
  const format = dayAndTime(language, time_zone)
  return end === null ? format.format(new Date(start)) : format.formatRange(new Date(start), new Date(end))
}
