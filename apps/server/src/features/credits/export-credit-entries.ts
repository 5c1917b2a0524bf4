import type { Readable } from 'node:stream'
import type { ExportFormat } from '@keyhour/contract/all-orders'
import type { CreditEntry } from '@keyhour/contract/credits'
import { inLanguage } from '@keyhour/contract/place-names'
import type { Language } from '@keyhour/contract/primitives'
import type { Db } from '#server/db/connection.ts'
import { listEntries } from '#server/features/credits/entry-queries.ts'
import { LEDGER_WORDS } from '#server/features/credits/ledger-words.ts'
import { type Cell, inMajorUnits } from '#server/http/cells.ts'
import { writeTable } from '#server/http/table-file.ts'

const ROWS_AT_ONCE = 1000
const WIDTHS = [10, 18, 20, 30, 12, 36, 12, 12, 10]

type File = { format: ExportFormat; language: Language }

/** The oldest first. */
export function exportCreditEntries(db: Db, userId: number, { format, language }: File): Readable {
  const { sheet, headings } = LEDGER_WORDS[language]
  const columns = headings.map((heading, at) => ({ heading, width: WIDTHS[at]! }))
  return writeTable({ format, language, sheet, columns, batches: inCells(db, userId, language) })
}

async function* inCells(db: Db, userId: number, language: Language): AsyncGenerator<Cell[][]> {
  let after: number | undefined = 0
  while (after !== undefined) {
    const entries = await listEntries(db, userId, { after, limit: ROWS_AT_ONCE })
    yield entries.map((entry) => cellsOf(entry, language))
    after = entries.length === ROWS_AT_ONCE ? entries.at(-1)!.id : undefined
  }
}

const cellsOf = (entry: CreditEntry, language: Language): Cell[] => [
  entry.id,
  { shows: entry.at.slice(0, 19).replace('T', ' ') },
  LEDGER_WORDS[language].kinds[entry.kind],
  entry.description,
  entry.order_id,
  placeOf(entry, language),
  inMajorUnits(Math.round(entry.amount * 100), entry.currency),
  inMajorUnits(Math.round(entry.balance * 100), entry.currency),
  entry.currency,
]

function placeOf(entry: CreditEntry, language: Language): string | null {
  const { office, sub_office } = inLanguage(language, entry)
  return sub_office === null ? office : `${sub_office} · ${office}`
}
