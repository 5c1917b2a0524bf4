import { isolated } from '@keyhour/contract/direction'
import { inLanguage } from '@keyhour/contract/place-names'
import type { Language } from '@keyhour/contract/primitives'
import type { CodeRow } from '#server/features/grants/code-queries.ts'
import { failureInWords } from '#server/features/grants/describe-failure.ts'
import { type Letter, letterTo, type Recipient } from '#server/features/mail/letter.ts'
import { stayInWords } from '#server/time/moment-in-words.ts'

/** Keeps the mail readable; the screen has the whole list. */
const MOST_LISTED = 20

export function stuckCodes(reader: Recipient, codes: CodeRow[], publicUrl: string): Letter {
  const url = `${publicUrl}/admin-dashboard?tab=doors`
  const listed = codes.slice(0, MOST_LISTED).map((code) => describe(code, reader.language))
  const more = codes.length - listed.length
  return letterTo(reader, {
    en: {
      subject:
        codes.length === 1
          ? 'A door code is still in a lock'
          : `${codes.length} door codes are still in locks`,
      paragraphs: [
        'These codes should have been removed from their locks by now. Until they are, anyone who knows a code can get in. Keyhour keeps trying to remove them.',
        ...listed,
        ...(more > 0 ? [`And ${more} more.`] : []),
      ],
      action: { label: 'Open the list', url },
      footnote: 'You get this email once a day until the list is empty.',
    },
    he: {
      subject: codes.length === 1 ? 'קוד כניסה נשאר במנעול' : `${codes.length} קודי כניסה נשארו במנעולים`,
      paragraphs: [
        'הקודים האלה היו אמורים כבר להימחק מהמנעולים. עד שיימחקו, כל מי שיודע קוד כזה יכול להיכנס. Keyhour ממשיכה לנסות למחוק אותם.',
        ...listed,
        ...(more > 0 ? [`ועוד ${more}.`] : []),
      ],
      action: { label: 'לרשימה המלאה', url },
      footnote: 'ההודעה הזו נשלחת פעם ביום עד שהרשימה מתרוקנת.',
    },
  })
}

function describe(code: CodeRow, language: Language): string {
  const { office_name, device_name, unwanted_since, time_zone } = inLanguage(language, code)
  const door = [office_name, device_name].map((name) => isolated(name, language)).join(', ')
  const since = stayInWords(language, { start: unwanted_since!, end: null, time_zone })
  const failure = failureInWords(code.failure, language)
  return {
    en: `${door}: since ${since}. ${failure ?? ''}`,
    he: `${door}: מאז ${since}. ${failure ?? ''}`,
  }[language].trim()
}
