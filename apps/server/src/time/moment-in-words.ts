import type { Language } from '@keyhour/contract/primitives'

const LOCALE: Record<Language, string> = { en: 'en-GB', he: 'he-IL' }

/** For mails, whose reader's clock nobody knows: at home, with the zone named. */
export const momentInWords = (language: Language, instant: string): string =>
  new Intl.DateTimeFormat(LOCALE[language], {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: 'Asia/Jerusalem',
    timeZoneName: 'short',
  }).format(new Date(instant))
