import * as contract from '@keyhour/contract/admin-orders'
import type { Language } from '@keyhour/contract/primitives'
import { openFile } from '#web/api/call.ts'
import { nowMs } from '#web/clock.ts'
import { countingFilters, type Filters } from '#web/features/admin-orders/rules.ts'
import { viewerZone, wallClock } from '#web/format/time.ts'
import { chooseTarget } from '#web/ui/save-stream.ts'

/** From so many on a file is too large to be kept in the page on its way. */
const MANY_ROWS = 50_000

const TYPES: Record<contract.ExportFormat, string> = {
  csv: 'text/csv;charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

export type Wanted = {
  format: contract.ExportFormat
  language: Language
  filters: Filters
  /** As the list counted them; undefined while that is not known. */
  rows: number | undefined
}

/** How far it is. Rows can be counted in a CSV only; `total` is undefined when the server has not counted them all. */
export type Progress = { bytes: number; rows: number | undefined; total: number | undefined }

/** Answers whether there is a file now: not when somebody chose none. */
export async function exportOrders(
  { format, language, filters, rows }: Wanted,
  onProgress: (progress: Progress) => void,
  signal: AbortSignal,
): Promise<boolean> {
  const name = `keyhour-orders-${wallClock(new Date(nowMs()).toISOString(), viewerZone()).date}.${format}`
  const target = await chooseTarget(name, TYPES[format], rows === undefined || rows >= MANY_ROWS)
  if (target === null || signal.aborted) return false
  // It can be cancelled before the server has answered, too.
  onProgress({ bytes: 0, rows: undefined, total: undefined })
  const query = { format, language, ...countingFilters(filters) }
  const { body, headers } = await openFile(contract.exportOrders, { query, signal })
  const total = headers.get('x-total-more') === 'true' ? undefined : Number(headers.get('x-total-count'))
  await target(body!.pipeThrough(counting(format, total, onProgress)), signal)
  return true
}

const LINE_FEED = 10

function counting(
  format: contract.ExportFormat,
  total: number | undefined,
  onProgress: (progress: Progress) => void,
) {
  let bytes = 0
  // The first line has the headings.
  let rows = -1
  return new TransformStream<Uint8Array, Uint8Array>({
    start: () => onProgress({ bytes, total, rows: format === 'csv' ? 0 : undefined }),
    transform(piece, controller) {
      bytes += piece.length
      if (format === 'csv') for (const byte of piece) if (byte === LINE_FEED) rows += 1
      const read = Math.min(Math.max(rows, 0), total ?? Number.POSITIVE_INFINITY)
      onProgress({ bytes, total, rows: format === 'csv' ? read : undefined })
      controller.enqueue(piece)
    },
  })
}
