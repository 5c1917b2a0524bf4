import * as contract from '@keyhour/contract/admin-lists'
import { watchAdminLists } from '#server/features/admin-lists/watch-admin-lists.ts'
import { type Routes, serve } from '#server/http/routes.ts'

export const adminListRoutes: Routes = async (app, deps) => {
  serve(app, contract.watchAdminLists, 'admin', (request, reply) => {
    watchAdminLists(deps, request, reply.reserveStream()())
    return reply
  })
}
