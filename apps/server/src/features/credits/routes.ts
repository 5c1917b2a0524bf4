import * as contract from '@keyhour/contract/credits'
import { listCreditPacks } from '#server/features/credits/queries.ts'
import { type Routes, serve } from '#server/http/routes.ts'

export const creditRoutes: Routes = async (app, { db }) => {
  // Only admins see packs that are not for sale.
  serve(app, contract.listCreditPacks, 'signedIn', ({ query, session }) =>
    listCreditPacks(db, { activeOnly: query.active_only || !session.admin, limit: query.limit }),
  )
}
