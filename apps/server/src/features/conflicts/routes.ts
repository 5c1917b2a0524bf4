import * as contract from '@keyhour/contract/conflicts'
import { keepOurs, keepTheirs } from '#server/features/conflicts/keep-ours-or-theirs.ts'
import { countOpenConflicts, listConflicts } from '#server/features/conflicts/queries.ts'
import { type Routes, serve } from '#server/http/routes.ts'

export const conflictRoutes: Routes = async (app, deps) => {
  serve(app, contract.listConflicts, 'admin', ({ query }) => listConflicts(deps.db, query))

  serve(app, contract.countConflicts, 'admin', async () => ({ open: await countOpenConflicts(deps.db) }))

  serve(app, contract.keepOurs, 'admin', (request) => keepOurs(deps, request.params.id, request))

  serve(app, contract.keepTheirs, 'admin', (request) =>
    keepTheirs(deps, request.params.id, request.body, request),
  )
}
