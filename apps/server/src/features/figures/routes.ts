import * as contract from '@keyhour/contract/figures'
import { getFigures } from '#server/features/figures/get-figures.ts'
import { type Routes, serve } from '#server/http/routes.ts'

export const figureRoutes: Routes = async (app, deps) => {
  serve(app, contract.getFigures, 'signedIn', ({ query, session }) =>
    getFigures(deps, session.id, query.currency),
  )
}
