import type { Cell } from '#server/http/cells.ts'

/** By this Excel knows that the file is UTF-8; without it Hebrew becomes noise. */
const BYTE_ORDER_MARK = '\ufeff'
const LINE_END = '\r\n'

/** A spreadsheet takes a text that begins so for a formula, and runs it. The quote in front makes it a text again. */
const LOOKS_LIKE_FORMULA = /^[=+\-@\t\r]/
const NEEDS_QUOTES = /[",\r\n]/

function csvCell(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  if (typeof cell === 'object') return 'amount' in cell ? cell.amount.toFixed(2) : cell.shows
  const text = LOOKS_LIKE_FORMULA.test(cell) ? `'${cell}` : cell
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
