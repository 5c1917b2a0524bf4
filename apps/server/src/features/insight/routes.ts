import type { ExportFormat } from '@keyhour/contract/all-orders'
import * as contract from '@keyhour/contract/insight'
import { exportInsight } from '#server/features/insight/export-insight.ts'
import { getInsight } from '#server/features/insight/get-insight.ts'
import { on, type Routes } from '#server/http/routes.ts'

const TYPES: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

export const insightRoutes: Routes = async (app, deps) => {
  app.route({ ...on(contract.getInsight, 'admin'), handler: ({ query }) => getInsight(deps, query) })

  app.route({
    ...on(contract.exportInsight, 'admin'),
    handler: async ({ query }, reply) => {
      const { table, format, from, to } = query
      const name = `keyhour-insight-${table}-${from}-${to}.${format}`
      return reply
        .type(TYPES[format])
        .header('content-disposition', `attachment; filename="${name}"`)
        .send((await exportInsight(deps, query)) as never)
    },
  })
}
