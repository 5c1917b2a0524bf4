import * as contract from '@keyhour/contract/closures'
import { addClosure } from '#server/features/closures/add-closure.ts'
import { listClosures } from '#server/features/closures/closure-queries.ts'
import { removeClosure } from '#server/features/closures/remove-closure.ts'
import { type Routes, serve } from '#server/http/routes.ts'

export const closureRoutes: Routes = async (app, deps) => {
  serve(app, contract.listClosures, 'admin', ({ params }) => listClosures(deps.db, params.officeId))

  serve(app, contract.addClosure, 'admin', (request) =>
    addClosure(deps, request.params.officeId, request.body, request),
  )

  serve(app, contract.removeClosure, 'admin', async (request) => {
    const { officeId, closureId } = request.params
    await removeClosure(deps, { office_id: officeId, id: closureId }, request)
    return {}
  })
}
