import * as contract from '@keyhour/contract/closures'
import { addClosure } from '#server/features/closures/add-closure.ts'
import { listClosures } from '#server/features/closures/closure-queries.ts'
import { removeClosure } from '#server/features/closures/remove-closure.ts'
import { on, type Routes } from '#server/http/routes.ts'

export const closureRoutes: Routes = async (app, deps) => {
  app.route({
    ...on(contract.listClosures, 'admin'),
    handler: ({ params }) => listClosures(deps.db, params.officeId),
  })

  app.route({
    ...on(contract.addClosure, 'admin'),
    handler: ({ params, body, session, id }) =>
      addClosure(deps, { officeId: params.officeId, closure: body, adminId: session.id, requestId: id }),
  })

  app.route({
    ...on(contract.removeClosure, 'admin'),
    handler: async ({ params, session, id }) => {
      await removeClosure(deps, { ...params, adminId: session.id, requestId: id })
      return {}
    },
  })
}
