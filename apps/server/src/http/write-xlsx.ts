import { withoutDirectionSigns } from '@keyhour/contract/direction'
import { Currency } from '@keyhour/contract/primitives'
import { type Cell, type ColumnHead, FORMULA_SIGN } from '#server/http/cells.ts'
import { writeZip, type ZipFile } from '#server/http/write-zip.ts'

/** Excel's limit per sheet, headings included; more rows go into another sheet. */
const ROWS_A_SHEET = 1_048_576

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** Numbers of the formats in `STYLES`. */
const [HEADING, DATE, AMOUNT, TEXT_LIKE_FORMULA] = [1, 2, 3, 4] as const
/** Excel's names of the signs: sign, then the country whose sign it is. */
const MONEY_FORMATS: Record<Currency, string> = {
  USD: '[$$-409]#,##0.00',
  EUR: '[$€-2]#,##0.00',
  ILS: '[$₪-40D]#,##0.00',
  GBP: '[$£-809]#,##0.00',
}
const CURRENCIES = Currency.options
/** The formats of `MONEY_FORMATS` follow those above. */
const styleOf = (currency: Currency | undefined): number =>
  currency ? TEXT_LIKE_FORMULA + 1 + CURRENCIES.indexOf(currency) : AMOUNT
const STYLES = `${XML}<styleSheet xmlns="${MAIN}"><numFmts count="${1 + CURRENCIES.length}"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm"/>${CURRENCIES.map((currency, at) => `<numFmt numFmtId="${165 + at}" formatCode="${MONEY_FORMATS[currency]}"/>`).join('')}</numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="${5 + CURRENCIES.length}"><xf/><xf fontId="1" applyFont="1"/><xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="4" applyNumberFormat="1"/><xf quotePrefix="1"/>${CURRENCIES.map((_, at) => `<xf numFmtId="${165 + at}" applyNumberFormat="1"/>`).join('')}</cellXfs></styleSheet>`

/** Characters that XML cannot hold, unpaired surrogates among them. */
const NOT_IN_XML = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu
const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
}

const escaped = (text: string): string =>
  withoutDirectionSigns(text)
    .replace(NOT_IN_XML, '\ufffd')
    .replace(/[&<>"\r]/g, (sign) => ENTITIES[sign]!)

const DAY_MS = 86_400_000
/** Excel counts days from the end of 1899. */
const DAYS_BEFORE_1970 = 25_569
const serialOf = (wallClock: string): number =>
  Date.parse(`${wallClock.replace(' ', 'T')}Z`) / DAY_MS + DAYS_BEFORE_1970

/** Marked as text, such a cell stays text when a person edits it. */
const LOOKS_LIKE_FORMULA = new RegExp(`^\\s*${FORMULA_SIGN.source}`)

const textCell = (text: string, style = ''): string =>
  `<c t="inlineStr"${style}><is><t xml:space="preserve">${escaped(text)}</t></is></c>`

function xlsxCell(cell: Cell): string {
  if (cell === null) return '<c/>'
  if (typeof cell === 'number') return `<c><v>${cell}</v></c>`
  if (typeof cell === 'string')
    return textCell(cell, LOOKS_LIKE_FORMULA.test(cell) ? ` s="${TEXT_LIKE_FORMULA}"` : '')
  if ('amount' in cell) return `<c s="${styleOf(cell.currency)}"><v>${cell.amount}</v></c>`
  return `<c s="${DATE}"><v>${serialOf(cell.shows)}</v></c>`
}

const rowOf = (cells: readonly Cell[]): string => `<row>${cells.map(xlsxCell).join('')}</row>`

/** `isRightToLeft`: the first column is on the right, as in Hebrew. */
export type Book = { name: string; columns: readonly ColumnHead[]; isRightToLeft: boolean }

/** The headings stay visible. One batch of rows is in memory at a time. Text stays text, whatever it looks like. */
export const writeXlsx = (book: Book, batches: AsyncIterable<Cell[][]>): AsyncGenerator<Uint8Array> =>
  writeZip(files(book, batches))

async function* files(book: Book, batches: AsyncIterable<Cell[][]>): AsyncGenerator<ZipFile> {
  const rest = rowsOf(batches)
  let sheets = 0
  do {
    sheets += 1
    yield { name: `xl/worksheets/sheet${sheets}.xml`, text: sheetOf(book, rest) }
  } while (await rest.hasMore())
  const numbers = Array.from({ length: sheets }, (_, at) => at + 1)
  yield { name: 'xl/styles.xml', text: [STYLES] }
  yield { name: 'xl/workbook.xml', text: [workbook(book.name, numbers)] }
  yield { name: 'xl/_rels/workbook.xml.rels', text: [workbookParts(numbers)] }
  yield {
    name: '_rels/.rels',
    text: [relations([relation('workbook', 'officeDocument', 'xl/workbook.xml')])],
  }
  yield { name: '[Content_Types].xml', text: [contentTypes(numbers)] }
}

function rowsOf(batches: AsyncIterable<Cell[][]>) {
  const source = batches[Symbol.asyncIterator]()
  let left: Cell[][] = []
  return {
    async hasMore(): Promise<boolean> {
      while (left.length === 0) {
        const { done, value } = await source.next()
        if (done) return false
        left = value
      }
      return true
    },
    take: (most: number): Cell[][] => left.splice(0, most),
  }
}

async function* sheetOf(
  { columns, isRightToLeft }: Book,
  rest: ReturnType<typeof rowsOf>,
): AsyncGenerator<string> {
  const widths = columns.map(
    ({ width }, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`,
  )
  yield `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"${isRightToLeft ? ' rightToLeft="1"' : ''}><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData><row>${columns.map(({ heading }) => textCell(heading, ` s="${HEADING}"`)).join('')}</row>`
  let room = ROWS_A_SHEET - 1
  while (room > 0 && (await rest.hasMore())) {
    const rows = rest.take(room)
    room -= rows.length
    yield rows.map(rowOf).join('')
  }
  yield '</sheetData></worksheet>'
}

const relation = (id: string, type: string, target: string): string =>
  `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`
const relations = (all: string[]): string =>
  `${XML}<Relationships xmlns="${PACKAGE}/relationships">${all.join('')}</Relationships>`

const workbookParts = (numbers: number[]): string =>
  relations([
    ...numbers.map((number) => relation(`sheet${number}`, 'worksheet', `worksheets/sheet${number}.xml`)),
    relation('styles', 'styles', 'styles.xml'),
  ])

const workbook = (name: string, numbers: number[]): string =>
  `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${numbers
    .map(
      (number) =>
        `<sheet name="${escaped(number === 1 ? name : `${name} ${number}`)}" sheetId="${number}" r:id="sheet${number}"/>`,
    )
    .join('')}</sheets></workbook>`

const contentTypes = (numbers: number[]): string =>
  `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/>${numbers
    .map(
      (number) =>
        `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${TYPE}.worksheet+xml"/>`,
    )
    .join('')}</Types>`
