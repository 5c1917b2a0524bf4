import * as contract from '@keyhour/contract/insight'
import { getInsight } from '#server/features/insight/get-insight.ts'
import { on, type Routes } from '#server/http/routes.ts'

export const insightRoutes: Routes = async (app, deps) => {
  app.route({ ...on(contract.getInsight, 'admin'), handler: ({ query }) => getInsight(deps, query) })
}
