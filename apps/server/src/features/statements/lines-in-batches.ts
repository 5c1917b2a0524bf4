import type { Statement, StatementLine } from '@keyhour/contract/statements'
import type { Db } from '#server/db/connection.ts'
import { listLines } from '#server/features/statements/queries.ts'

const LINES_AT_ONCE = 500

/** Reads the next lines when they are asked for, so that memory stays small. */
export async function* linesInBatches<Row>(
  db: Db,
  statement: Statement,
  rowOf: (line: StatementLine) => Row,
): AsyncGenerator<Row[]> {
  for (let after = 0; after < statement.lines; after += LINES_AT_ONCE) {
    const lines = await listLines(db, statement, after, LINES_AT_ONCE)
    yield lines.map(rowOf)
  }
}
