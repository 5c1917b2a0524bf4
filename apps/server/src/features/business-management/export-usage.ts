import type { Readable } from 'node:stream'
import type { ExportFormat } from '@keyhour/contract/all-orders'
import type { UsageBy, UsageRow } from '@keyhour/contract/business-credits'
import { inLanguage } from '@keyhour/contract/place-names'
import type { Currency, Language } from '@keyhour/contract/primitives'
import type { Db } from '#server/db/connection.ts'
import { COMPANY_WORDS } from '#server/features/business-management/company-words.ts'
import type { Period } from '#server/features/businesses/rules.ts'
import { listUsage } from '#server/features/businesses/usage-queries.ts'
import { type Cell, inMajorUnits } from '#server/http/cells.ts'
import { writeTable } from '#server/http/table-file.ts'

const WIDTH = 24

type Report = Period & { by: UsageBy; format: ExportFormat; language: Language }

export function exportUsage(
  db: Db,
  { id, currency }: { id: number; currency: Currency },
  { format, language, ...report }: Report,
): Readable {
  const { sheet, headings, sums } = COMPANY_WORDS[language].usage
  const columns = [...headings[report.by], ...sums].map((heading) => ({ heading, width: WIDTH }))
  const cellsOf = (row: UsageRow) => [
    ...partOf(row, report.by, language),
    row.orders,
    inMajorUnits(row.spent, currency),
    currency,
  ]
  // One statement: rows that are read page by page would move while people book.
  async function* batches(): AsyncGenerator<Cell[][]> {
    const { page } = await listUsage(db, id, report, { limit: null, offset: 0 })
    yield page.map(cellsOf)
  }
  return writeTable({ format, language, sheet, columns, batches: batches() })
}

function partOf(row: UsageRow, by: UsageBy, language: Language): Cell[] {
  if (by === 'person') return [row.person_name ?? COMPANY_WORDS[language].gone, row.email]
  if (by === 'month') return [row.month]
  const { office, sub_office } = inLanguage(language, row)
  return [office, sub_office]
}
