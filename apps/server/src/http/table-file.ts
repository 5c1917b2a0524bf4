import { Readable } from 'node:stream'
import type { ExportFormat } from '@keyhour/contract/all-orders'
import type { Language } from '@keyhour/contract/primitives'
import type { FastifyReply } from 'fastify'
import type { Cell, ColumnHead } from '#server/http/cells.ts'
import { writeCsv } from '#server/http/write-csv.ts'
import { writeXlsx } from '#server/http/write-xlsx.ts'

const TYPES: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

type Table = {
  format: ExportFormat
  language: Language
  sheet: string
  columns: readonly ColumnHead[]
  batches: AsyncIterable<Cell[][]>
}

/** Reads each batch when the client is ready for it. */
export function writeTable({ format, language, sheet, columns, batches }: Table): Readable {
  const headings = columns.map(({ heading }) => heading)
  const parts =
    format === 'csv'
      ? writeCsv(headings, batches)
      : writeXlsx({ name: sheet, columns, isRightToLeft: language === 'he' }, batches)
  return Readable.from(parts, { objectMode: false })
}

export const sendTable = (reply: FastifyReply, name: string, format: ExportFormat, file: Readable) =>
  reply
    .type(TYPES[format])
    .header('content-disposition', `attachment; filename="${name}.${format}"`)
    .send(file)
