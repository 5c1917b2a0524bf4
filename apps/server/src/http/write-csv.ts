import { withoutDirectionSigns } from '@keyhour/contract/direction'
import { type Cell, FORMULA_SIGN } from '#server/http/cells.ts'

/** Tells Excel that the file is UTF-8; otherwise Hebrew is garbled. */
const BYTE_ORDER_MARK = '\ufeff'
const LINE_END = '\r\n'

/** Spreadsheets in many countries separate cells by semicolons, so these are quoted too. */
const NEEDS_QUOTES = /[",;\t\r\n]/
/**
 * A spreadsheet runs text that begins with one of these characters as a formula; a leading apostrophe keeps it text. A
 * reader that splits cells at other characters than commas ignores our quotes, so each such character counts as a
 * beginning.
 */
const FORMULA_BEGINS = new RegExp(
  `(?:^|(?<=[;\\t\\r\\n]))(?=["'\\s\\p{Cf}]*${FORMULA_SIGN.source}|^[\\t\\r\\n])`,
  'gu',
)

function csvCell(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  if (typeof cell === 'object') return 'amount' in cell ? cell.amount.toFixed(2) : cell.shows
  const text = withoutDirectionSigns(cell).replace(FORMULA_BEGINS, "'")
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

const csvLine = (cells: readonly Cell[]): string => cells.map(csvCell).join(',') + LINE_END

/** RFC 4180, one batch of rows at a time. */
export async function* writeCsv(
  headings: readonly string[],
  batches: AsyncIterable<Cell[][]>,
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(headings)
  for await (const rows of batches) if (rows.length > 0) yield rows.map(csvLine).join('')
}
