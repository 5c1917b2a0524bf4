import * as contract from '@keyhour/contract/insight'
import { exportInsight } from '#server/features/insight/export-insight.ts'
import { getInsight } from '#server/features/insight/get-insight.ts'
import { type Routes, serve } from '#server/http/routes.ts'
import { sendTable } from '#server/http/table-file.ts'

export const insightRoutes: Routes = async (app, deps) => {
  serve(app, contract.getInsight, 'admin', ({ query }) => getInsight(deps, query))

  serve(app, contract.exportInsight, 'admin', async ({ query }, reply) => {
    const { table, format, from, to } = query
    const file = await exportInsight(deps, query)
    return sendTable(reply, `keyhour-insight-${table}-${from}-${to}`, format, file)
  })
}
