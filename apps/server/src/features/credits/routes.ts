import * as contract from '@keyhour/contract/credits'
import { listCreditPacks } from '#server/features/credits/queries.ts'
import { on, type Routes } from '#server/http/routes.ts'

export const creditRoutes: Routes = async (app, { db }) => {
  app.route({
    ...on(contract.listCreditPacks, 'signedIn'),
    // Packs that are not for sale are the admins' business.
    handler: ({ query, session }) =>
      listCreditPacks(db, { activeOnly: query.active_only || !session.admin, limit: query.limit }),
  })
}
