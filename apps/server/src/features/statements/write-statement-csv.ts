import type { Readable } from 'node:stream'
import { offsetAt } from '@keyhour/contract/office-clock'
import type { Language } from '@keyhour/contract/primitives'
import { type StatementLine, shownNumber } from '@keyhour/contract/statements'
import type { Db } from '#server/db/connection.ts'
import { FILE_WORDS, reasonOf } from '#server/features/statements/file-words.ts'
import { linesInBatches } from '#server/features/statements/lines-in-batches.ts'
import type { FullStatement } from '#server/features/statements/queries.ts'
import { type Cell, inMajorUnits } from '#server/http/cells.ts'
import { writeTable } from '#server/http/table-file.ts'

/** One row for each line; times are on the clock of the office. */
export function writeStatementCsv(db: Db, statement: FullStatement, language: Language): Readable {
  const number = shownNumber(statement)
  return writeTable({
    format: 'csv',
    language,
    sheet: number,
    columns: FILE_WORDS[language].csv.map((heading) => ({ heading, width: 16 })),
    batches: linesInBatches(db, statement, (line) => cellsOf(line, statement, language)),
  })
}

/** For example `2026-03-02 09:30:00`. */
function onClock(instant: string | null, timeZone: string): Cell {
  if (instant === null) return null
  const moment = Date.parse(instant)
  const shown = new Date(moment + offsetAt(moment, timeZone)).toISOString()
  return { shows: shown.slice(0, 19).replace('T', ' ') }
}

function cellsOf(line: StatementLine, statement: FullStatement, language: Language): Cell[] {
  const words = FILE_WORDS[language]
  const { time_zone, currency } = statement
  return [
    { shows: shownNumber(statement) },
    line.position,
    words.kind[line.kind],
    { shows: line.month },
    line.order_id,
    onClock(line.start, time_zone),
    onClock(line.end, time_zone),
    line.is_cancelled ? words.yes : words.no,
    inMajorUnits(line.price),
    inMajorUnits(line.tax),
    inMajorUnits(line.commission),
    inMajorUnits(line.net),
    currency,
    reasonOf(line, language),
  ]
}
