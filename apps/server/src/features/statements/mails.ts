import { isolated } from '@keyhour/contract/direction'
import type { Language } from '@keyhour/contract/primitives'
import { type Payout, type Statement, shownNumber } from '@keyhour/contract/statements'
import { type Letter, letterTo, type Recipient } from '#server/features/mail/letter.ts'
import { moneyInWords } from '#server/features/mail/money-in-words.ts'
import { dayInWords, monthInWords } from '#server/time/moment-in-words.ts'

type Links = { publicUrl: string; contactEmail: string }
type Named = Pick<
  Statement,
  | 'office_id'
  | 'number'
  | 'month'
  | 'currency'
  | 'net'
  | 'office_name'
  | 'space_name'
  | 'office_name_he'
  | 'space_name_he'
>

const named = (language: Language, name: string, hebrew: string | null | undefined): string =>
  (language === 'he' && hebrew) || name

export const officeNameOf = (language: Language, { office_name, office_name_he }: Named): string =>
  named(language, office_name, office_name_he)

/** An office that is rented whole has the name of the office. */
export const spaceNameOf = (language: Language, statement: Named): string =>
  statement.space_name === null
    ? officeNameOf(language, statement)
    : named(language, statement.space_name, statement.space_name_he)

const linkTo = (publicUrl: string, { office_id }: Named): string =>
  `${publicUrl}/owner/statements?office=${office_id}`

const MOST_LISTED = 20

const BELOW_0 = { en: 'a negative balance', he: 'יתרה שלילית' }

function lineOf(language: Language, statement: Named): string {
  const { currency, net } = statement
  const space = isolated(spaceNameOf(language, statement), language)
  const line = `${space}: ${moneyInWords(language, currency, net)} (${shownNumber(statement)})`
  return net < 0 ? `${line}, ${BELOW_0[language]}` : line
}

/** All statements of an office for one month. */
export function statementsIssued(
  reader: Recipient,
  issued: readonly [Named, ...Named[]],
  { publicUrl, contactEmail }: Links,
): Letter {
  const { language } = reader
  const office = isolated(officeNameOf(language, issued[0]), language)
  const month = monthInWords(language, issued[0].month)
  const listed = issued.slice(0, MOST_LISTED).map((statement) => lineOf(language, statement))
  const more = issued.length - listed.length
  const url = linkTo(publicUrl, issued[0])
  return letterTo(reader, {
    en: {
      subject: `${office}: your statements for ${month}`,
      paragraphs: [
        `The statements of ${office} for ${month} are ready. What you earn from each space, after commission:`,
        [...listed, ...(more > 0 ? [`and ${more} more`] : [])].join('\n'),
      ],
      action: { label: 'See the statements', url },
      footnote: `Does something look wrong? Please write to ${contactEmail}.`,
    },
    he: {
      subject: `${office}: הדוחות שלך לחודש ${month}`,
      paragraphs: [
        `הדוחות של ${office} לחודש ${month} מוכנים. הסכום שמגיע לך עבור כל חלל, לאחר ניכוי העמלה:`,
        [...listed, ...(more > 0 ? [`ועוד ${more}`] : [])].join('\n'),
      ],
      action: { label: 'לדוחות', url },
      footnote: `משהו לא נראה נכון? אפשר לכתוב אל ${contactEmail}.`,
    },
  })
}

export function payoutChanged(
  reader: Recipient,
  statement: Named & { payout: Omit<Payout, 'version'> },
  { publicUrl, contactEmail }: Links,
): Letter {
  const { language } = reader
  const { state, date, reference } = statement.payout
  const number = shownNumber(statement)
  const amount = moneyInWords(language, statement.currency, Math.abs(statement.net))
  const isOwed = statement.net < 0
  const day = date === null ? '' : dayInWords(language, `${date}T12:00:00Z`)
  const what = `${isolated(spaceNameOf(language, statement), language)}, ${monthInWords(language, statement.month)}`
  const footnote = {
    en: `Questions about this payout? Please write to ${contactEmail}.`,
    he: `שאלות על התשלום הזה? אפשר לכתוב אל ${contactEmail}.`,
  }
  const url = linkTo(publicUrl, statement)
  const en = {
    open: `The payout of statement ${number} is open again`,
    scheduled: `${amount} for statement ${number} will be paid on ${day}`,
    paid: `${amount} for statement ${number} was paid ${isOwed ? 'back ' : ''}on ${day}`,
    carried: `The negative balance of statement ${number}, ${amount}, is open again`,
  }[state]
  const he = {
    open: `התשלום עבור דוח ${number} שוב פתוח`,
    scheduled: `${amount} עבור דוח ${number} ישולמו ב־${day}`,
    paid: `${amount} עבור דוח ${number} ${isOwed ? 'הוחזרו' : 'שולמו'} ב־${day}`,
    carried: `היתרה השלילית של דוח ${number}, ${amount}, שוב פתוחה`,
  }[state]
  return letterTo(reader, {
    en: {
      subject: en,
      paragraphs: [`${en}: ${what}.`, ...(reference ? [`Reference: ${isolated(reference, 'en')}`] : [])],
      action: { label: 'See the statements', url },
      footnote: footnote.en,
    },
    he: {
      subject: he,
      paragraphs: [`${he}: ${what}.`, ...(reference ? [`אסמכתא: ${isolated(reference, 'he')}`] : [])],
      action: { label: 'לדוחות', url },
      footnote: footnote.he,
    },
  })
}
