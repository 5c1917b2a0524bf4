import { isolated } from '@keyhour/contract/direction'
import { inLanguage } from '@keyhour/contract/place-names'
import type { Language } from '@keyhour/contract/primitives'
import { zoneInWords } from '@keyhour/contract/zone-names'
import { type Letter, letterTo, type Recipient } from '#server/features/mail/letter.ts'
import { stayInWords, timeInWords } from '#server/time/moment-in-words.ts'

type Offered = { start: string; end: string; offered_until: string }

type Named = {
  sub_office_id: number | null
  name: string
  name_he: string | null
  office_name: string
  office_name_he: string | null
}

/** The space with its office; an office that is rented whole has only its own name. */
function placeIn(language: Language, space: Named): string {
  const { name, office_name } = inLanguage(language, space)
  return space.sub_office_id === null ? office_name : `${name} · ${office_name}`
}

/** `url` opens the booking screen with the time chosen, `listUrl` the list on which one can leave. */
export function timeIsFree(
  { name, language }: Recipient,
  space: Named & { time_zone: string },
  { start, end, offered_until }: Offered,
  { url, listUrl }: { url: string; listUrl: string },
): Letter {
  const where = isolated(placeIn(language, space), language)
  const when = stayInWords(language, { start, end, time_zone: space.time_zone })
  const until = `${timeInWords(language, offered_until, space.time_zone)} (${zoneInWords(language, space.time_zone)})`
  const words = {
    en: {
      subject: `Free now: ${where}`,
      paragraphs: [
        `The time you are waiting for is free: ${where}, ${when}.`,
        `We hold it for you until ${until}. After that it goes to the next person in line.`,
      ],
      footnote: `You asked us to tell you when this time is free. If you no longer need it, leave the waiting list: ${listUrl}`,
    },
    he: {
      subject: `התפנה עכשיו: ${where}`,
      paragraphs: [
        `המועד שהמתנת לו התפנה: ${where}, ${when}.`,
        `הוא שמור לך עד ${until}. אחר כך הוא יוצע לבא בתור.`,
      ],
      footnote: `ביקשת שנודיע לך כשהמועד הזה יתפנה. כבר אין בו צורך? כאן אפשר לצאת מרשימת ההמתנה: ${listUrl}`,
    },
  }
  const label = { en: 'Book it now', he: 'להזמנה עכשיו' }[language]
  return { ...letterTo({ name, language }, words), action: { label, url } }
}
