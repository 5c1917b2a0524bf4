import type { ExportFormat } from '@keyhour/contract/all-orders'
import {
  exportInsight as endpoint,
  getInsight,
  type InsightMeasure,
  type InsightQuestion,
  type InsightTable,
} from '@keyhour/contract/insight'
import type { Language } from '@keyhour/contract/primitives'
import { keepPreviousData, queryOptions, skipToken } from '@tanstack/react-query'
import { call, openFile } from '#web/api/call.ts'
import { saveFile } from '#web/ui/files.ts'

export const insightQuery = (question: InsightQuestion | undefined) =>
  queryOptions({
    queryKey: ['insight', question],
    queryFn: question ? ({ signal }) => call(getInsight, { query: question, signal }) : skipToken,
    placeholderData: keepPreviousData,
  })

export type InsightFile = {
  table: InsightTable
  format: ExportFormat
  language: Language
  sort: InsightMeasure
}

export async function exportInsight(
  question: InsightQuestion,
  view: InsightFile,
  signal: AbortSignal,
): Promise<void> {
  const { from, to } = question
  const reply = await openFile(endpoint, { query: { ...question, ...view }, signal })
  saveFile(`keyhour-insight-${view.table}-${from}-${to}.${view.format}`, await reply.blob())
}
