import * as contract from '@keyhour/contract/offices'
import { findOffice } from '#server/features/offices/find-office.ts'
import {
  listAdminOffices,
  listPublicOffices,
  listWatchableOffices,
} from '#server/features/offices/queries.ts'
import { watchOffice } from '#server/features/offices/watch-office.ts'
import { liveStreams } from '#server/http/live-stream.ts'
import { orMissing } from '#server/http/refusal.ts'
import { on, type Routes } from '#server/http/routes.ts'

export const officeRoutes: Routes = async (app, deps) => {
  const { db } = deps
  const openStream = liveStreams(app)

  app.route({
    ...on(contract.listMyOffices, 'signedIn'),
    handler: ({ session }) => listWatchableOffices(db, session.admin ? undefined : session.id),
  })

  app.route({
    ...on(contract.listOffices, 'visitor'),
    handler: ({ caller }) => (caller?.admin ? listAdminOffices(db) : listPublicOffices(db)),
  })

  app.route({
    ...on(contract.getOffice, 'visitor'),
    handler: async ({ caller, params }) =>
      orMissing(await findOffice(db, params.officeId, caller), 'This office does not exist.'),
  })

  app.route({
    ...on(contract.watchOffice, 'visitor'),
    handler: ({ params }, reply) => watchOffice(deps, params.officeId, openStream(reply)),
  })
}
