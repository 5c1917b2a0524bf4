import * as contract from '@keyhour/contract/offices'
import { findOffice } from '#server/features/offices/find-office.ts'
import { listOffices } from '#server/features/offices/list-offices.ts'
import { listWatchableOffices } from '#server/features/offices/queries.ts'
import { readPicture } from '#server/features/offices/read-picture.ts'
import { watchOffice } from '#server/features/offices/watch-office.ts'
import { guarded } from '#server/http/guards.ts'
import { liveStreams } from '#server/http/live-stream.ts'
import { orMissing } from '#server/http/refusal.ts'
import { on, type Routes } from '#server/http/routes.ts'

export const officeRoutes: Routes = async (app, deps) => {
  const { db, files } = deps
  const openStream = liveStreams(app)

  app.route({
    ...on(contract.listMyOffices, 'signedIn'),
    handler: ({ session }) => listWatchableOffices(db, session.admin ? undefined : session.id),
  })

  app.route({
    ...on(contract.listOffices, 'visitor'),
    handler: ({ caller }) => listOffices(db, caller),
  })

  app.route({
    ...on(contract.getOffice, 'visitor'),
    handler: async ({ caller, params, log }) =>
      orMissing(await findOffice(deps, params.officeId, caller, log), 'This office does not exist.'),
  })

  app.route({
    ...on(contract.watchOffice, 'visitor'),
    handler: ({ params }, reply) => watchOffice(deps, params.officeId, openStream(reply)),
  })

  app.get('/static/:folder/:file', guarded('anybody'), async (request, reply) => {
    const { folder, file } = request.params as { folder: string; file: string }
    const picture = orMissing(await readPicture(files, folder, file), 'This picture does not exist.')
    // Names are given out once and never used again, so a picture never changes.
    return reply
      .type(picture.type)
      .header('cache-control', 'public, max-age=31536000, immutable')
      .send(picture.bytes)
  })
}
