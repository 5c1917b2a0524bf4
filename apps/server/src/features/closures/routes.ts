import * as contract from '@keyhour/contract/closures'
import { addClosure } from '#server/features/closures/add-closure.ts'
import { listClosures } from '#server/features/closures/closure-queries.ts'
import { removeClosure } from '#server/features/closures/remove-closure.ts'
import { type Routes, serve } from '#server/http/routes.ts'

export const closureRoutes: Routes = async (app, deps) => {
  serve(app, contract.listClosures, 'admin', ({ params }) => listClosures(deps.db, params.officeId))

  serve(app, contract.addClosure, 'admin', ({ params, body, session, id }) =>
    addClosure(deps, { officeId: params.officeId, closure: body, adminId: session.id, requestId: id }),
  )

  serve(app, contract.removeClosure, 'admin', async ({ params, session, id }) => {
    await removeClosure(deps, { ...params, adminId: session.id, requestId: id })
    return {}
  })
}
