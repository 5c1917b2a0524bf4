import type { Readable } from 'node:stream'
import type { ExportFormat } from '@keyhour/contract/all-orders'
import type { PoolEntry } from '@keyhour/contract/business-credits'
import { inLanguage } from '@keyhour/contract/place-names'
import type { Currency, Language } from '@keyhour/contract/primitives'
import type { Db } from '#server/db/connection.ts'
import { COMPANY_WORDS } from '#server/features/business-management/company-words.ts'
import { listPoolEntries } from '#server/features/businesses/pool-queries.ts'
import { LEDGER_WORDS } from '#server/features/credits/ledger-words.ts'
import { type Cell, inMajorUnits } from '#server/http/cells.ts'
import { writeTable } from '#server/http/table-file.ts'

const ROWS_AT_ONCE = 1000
const WIDTHS = [10, 18, 20, 24, 30, 12, 36, 12, 10]

type Company = { id: number; currency: Currency }
type File = { format: ExportFormat; language: Language }

/** The newest first. */
export function exportPoolEntries(db: Db, company: Company, { format, language }: File): Readable {
  const { sheet, headings } = COMPANY_WORDS[language].entries
  const columns = headings.map((heading, at) => ({ heading, width: WIDTHS[at]! }))
  return writeTable({ format, language, sheet, columns, batches: inCells(db, company, language) })
}

async function* inCells(db: Db, { id, currency }: Company, language: Language): AsyncGenerator<Cell[][]> {
  let before: number | undefined
  do {
    const entries: PoolEntry[] = await listPoolEntries(db, id, { before, limit: ROWS_AT_ONCE })
    yield entries.map((entry) => cellsOf(entry, currency, language))
    before = entries.length === ROWS_AT_ONCE ? entries.at(-1)!.id : undefined
  } while (before !== undefined)
}

const hadPerson = ({ order_id, kind }: PoolEntry): boolean => order_id !== null || kind === 'purchase'

function cellsOf(entry: PoolEntry, currency: Currency, language: Language): Cell[] {
  const { office, sub_office } = inLanguage(language, entry)
  return [
    entry.id,
    { shows: entry.at.slice(0, 19).replace('T', ' ') },
    LEDGER_WORDS[language].kinds[entry.kind],
    entry.person_name ?? (hadPerson(entry) ? COMPANY_WORDS[language].gone : null),
    entry.description,
    entry.order_id,
    sub_office === null ? office : `${sub_office} · ${office}`,
    inMajorUnits(entry.amount, currency),
    currency,
  ]
}
