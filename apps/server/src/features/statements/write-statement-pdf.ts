import type { Readable } from 'node:stream'
import type { Language } from '@keyhour/contract/primitives'
import { type StatementLine, shownNumber } from '@keyhour/contract/statements'
import { moneyInWords } from '#server/features/mail/money-in-words.ts'
import { FILE_WORDS, reasonOf } from '#server/features/statements/file-words.ts'
import { linesInBatches } from '#server/features/statements/lines-in-batches.ts'
import { officeNameOf, spaceNameOf } from '#server/features/statements/mails.ts'
import type { FullStatement } from '#server/features/statements/queries.ts'
import type { PdfBlock } from '#server/http/pdf-pen.ts'
import type { Deps } from '#server/http/routes.ts'
import { streamPdf } from '#server/http/stream-pdf.ts'
import { dayInWords, monthInWords, shortStay } from '#server/time/moment-in-words.ts'

const COLUMNS = [
  { share: 0.11, side: 'start' },
  { share: 0.31, side: 'start' },
  { share: 0.19, side: 'start' },
  { share: 0.13, side: 'end' },
  { share: 0.13, side: 'end' },
  { share: 0.13, side: 'end' },
] as const

/** The lines are read while the pages are sent. */
export function writeStatementPdf(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  statement: FullStatement,
  language: Language,
): { name: string; pdf: Readable } {
  const words = FILE_WORDS[language]
  const number = shownNumber(statement)
  const pdf = streamPdf({
    title: words.statement(number),
    language,
    createdAt: new Date(statement.issued_at),
    blocks: opening(statement, language, config.sellerName),
    columns: COLUMNS.map((column, at) => ({ ...column, heading: words.headings[at]! })),
    batches: linesInBatches(db, statement, (line) => cellsOf(line, statement, language)),
    closing: closing(statement, language, config.contactEmail),
    footer: (page) => words.page(number, page),
  })
  return { name: `keyhour-statement-${number}.pdf`, pdf }
}

function opening(statement: FullStatement, language: Language, sellerName: string): PdfBlock[] {
  const words = FILE_WORDS[language]
  const space = statement.space_name === null ? words.wholeOffice : spaceNameOf(language, statement)
  return [
    { text: sellerName, look: 'strong', space: 2 },
    { text: words.statement(shownNumber(statement)), look: 'title', space: 18 },
    { pair: [words.office, officeNameOf(language, statement)], space: 4 },
    { pair: [words.space, space], space: 4 },
    { pair: [words.month, monthInWords(language, statement.month)], space: 4 },
    { pair: [words.issued, dayInWords(language, statement.issued_at, statement.time_zone)], space: 14 },
    { rule: true, space: 14 },
    ...totals(statement, language),
    { rule: true, space: 14 },
    { text: `${words.timeZone} (${statement.time_zone}).`, look: 'soft', space: 14 },
  ]
}

function totals(statement: FullStatement, language: Language): PdfBlock[] {
  const words = FILE_WORDS[language]
  const money = (cents: number) => moneyInWords(language, statement.currency, cents)
  const net = statement.net < 0 ? words.belowZero : words.net
  return [
    { pair: [words.price, money(statement.price)], space: 4 },
    { pair: [words.commission, money(-statement.commission)], space: 4 },
    ...(statement.corrections === 0
      ? []
      : [{ pair: [words.corrections, money(statement.corrections)], space: 4 } as PdfBlock]),
    { pair: [net, money(statement.net)], look: 'strong', space: 8 },
    { pair: [words.tax, money(statement.tax)], look: 'soft', space: 14 },
  ]
}

function closing(statement: FullStatement, language: Language, contactEmail: string): PdfBlock[] {
  const words = FILE_WORDS[language]
  return [
    { text: words.hash, look: 'small', space: 0 },
    { text: statement.hash, look: 'small', space: 6 },
    ...(statement.previous_hash
      ? ([
          { text: words.before, look: 'small', space: 0 },
          { text: statement.previous_hash, look: 'small', space: 6 },
        ] as PdfBlock[])
      : []),
    { text: words.questions(contactEmail), look: 'soft' },
  ]
}

function cellsOf(line: StatementLine, { currency, time_zone }: FullStatement, language: Language): string[] {
  const money = (cents: number) => moneyInWords(language, currency, cents)
  const isOfOrder = line.order_id !== null
  return [
    isOfOrder ? String(line.order_id) : '',
    line.start === null
      ? reasonOf(line, language)!
      : shortStay(language, { start: line.start, end: line.end, time_zone }),
    kindOf(line, language),
    isOfOrder ? money(line.price) : '',
    isOfOrder ? money(-line.commission) : '',
    money(line.net),
  ]
}

function kindOf({ kind, is_cancelled }: StatementLine, language: Language): string {
  const words = FILE_WORDS[language]
  if (!is_cancelled || kind === 'correction') return words.kind[kind]
  return kind === 'change' ? words.changeOfCancelled : words.keptAfterCancelling
}
