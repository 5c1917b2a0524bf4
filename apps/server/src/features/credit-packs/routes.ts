import * as contract from '@keyhour/contract/credits'
import { addCreditPack } from '#server/features/credit-packs/add-credit-pack.ts'
import { changeCreditPack } from '#server/features/credit-packs/change-credit-pack.ts'
import { deleteCreditPack } from '#server/features/credit-packs/delete-credit-pack.ts'
import { listCreditPacks } from '#server/features/credit-packs/queries.ts'
import { type Routes, serve } from '#server/http/routes.ts'

export const creditPackRoutes: Routes = async (app, deps) => {
  // Only admins see packs that are not for sale.
  serve(app, contract.listCreditPacks, 'signedIn', ({ query, session }) =>
    listCreditPacks(deps.db, { activeOnly: query.active_only || !session.admin, limit: query.limit }),
  )

  serve(app, contract.addCreditPack, 'admin', (request) => addCreditPack(deps, request.body, request))

  serve(app, contract.changeCreditPack, 'admin', (request) =>
    changeCreditPack(deps, request.params.id, request.body, request),
  )

  serve(app, contract.deleteCreditPack, 'admin', (request) =>
    deleteCreditPack(deps, request.params.id, request),
  )
}
