import * as contract from '@keyhour/contract/admin-lists'
import { watchAdminLists } from '#server/features/admin-lists/watch-admin-lists.ts'
import { liveStreams } from '#server/http/live-stream.ts'
import { on, type Routes } from '#server/http/routes.ts'

export const adminListRoutes: Routes = async (app, deps) => {
  const openStream = liveStreams(app)

  app.route({
    ...on(contract.watchAdminLists, 'admin'),
    handler: (request, reply) => watchAdminLists(deps, request, openStream(reply)),
  })
}
