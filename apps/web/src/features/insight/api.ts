import type { ExportFormat } from '@keyhour/contract/admin-orders'
import {
  exportInsight as endpoint,
  getInsight,
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

export type FileWish = { table: InsightTable; format: ExportFormat; language: Language }

export async function exportInsight(
  question: InsightQuestion,
  wish: FileWish,
  signal: AbortSignal,
): Promise<void> {
  const { from, to } = question
  const reply = await openFile(endpoint, { query: { ...question, ...wish }, signal })
  saveFile(`keyhour-insight-${wish.table}-${from}-${to}.${wish.format}`, await reply.blob())
}
