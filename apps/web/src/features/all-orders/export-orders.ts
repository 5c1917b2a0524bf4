import * as contract from '@keyhour/contract/all-orders'
import { wallClock } from '@keyhour/contract/office-clock'
import type { Language } from '@keyhour/contract/primitives'
import { openFile } from '#web/api/call.ts'
import { nowMs } from '#web/clock.ts'
import { countingFilters, type Filters, type OrdersSorted } from '#web/features/all-orders/rules.ts'
import { viewerZone } from '#web/format/time.ts'
import { chooseTarget } from '#web/ui/save-stream.ts'

/** Larger files are streamed to disk instead of being kept in memory. */
const MANY_ROWS = 50_000

const TYPES: Record<contract.ExportFormat, string> = {
  csv: 'text/csv;charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

export type ExportRequest = {
  format: contract.ExportFormat
  language: Language
  view: Filters & OrdersSorted
  /** Undefined while the list has no count. */
  rows: number | undefined
}

/** Rows are counted only in CSV; `total` is undefined if the server has not counted them all. */
export type Progress = { bytes: number; rows: number | undefined; total: number | undefined }

/** False if the admin did not choose a file. */
export async function exportOrders(
  { format, language, view, rows }: ExportRequest,
  onProgress: (progress: Progress) => void,
  signal: AbortSignal,
): Promise<boolean> {
  const name = `keyhour-orders-${wallClock(nowMs(), viewerZone()).date}.${format}`
  const target = await chooseTarget(name, TYPES[format], rows === undefined || rows >= MANY_ROWS)
  if (target === null || signal.aborted) return false
  // Shows the cancel button before the server has answered.
  onProgress({ bytes: 0, rows: undefined, total: undefined })
  const { sort, direction } = view
  const query = { format, language, sort, direction, ...countingFilters(view) }
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
    transform(chunk, controller) {
      bytes += chunk.length
      if (format === 'csv') for (const byte of chunk) if (byte === LINE_FEED) rows += 1
      const read = Math.min(Math.max(rows, 0), total ?? Number.POSITIVE_INFINITY)
      onProgress({ bytes, total, rows: format === 'csv' ? read : undefined })
      controller.enqueue(chunk)
    },
  })
}
