import * as contract from '@keyhour/contract/credits'
import { auditAct } from '#server/features/audit/queries.ts'
import { addCreditPack } from '#server/features/credits/add-credit-pack.ts'
import { changeCreditPack } from '#server/features/credits/change-credit-pack.ts'
import { deleteCreditPack } from '#server/features/credits/delete-credit-pack.ts'
import { exportCreditEntries } from '#server/features/credits/export-credit-entries.ts'
import { listCreditEntries, listOwnCreditEntries } from '#server/features/credits/list-credit-entries.ts'
import { listCreditPacks } from '#server/features/credits/pack-queries.ts'
import { type Routes, serve } from '#server/http/routes.ts'
import { sendTable } from '#server/http/table-file.ts'

export const creditRoutes: Routes = async (app, deps) => {
  // Only admins see packs that are not for sale.
  serve(app, contract.listCreditPacks, 'signedIn', ({ query, session }) =>
    listCreditPacks(deps.db, { activeOnly: query.active_only || !session.admin, limit: query.limit }),
  )

  serve(app, contract.listOwnCreditEntries, 'signedIn', ({ query, session }) =>
    listOwnCreditEntries(deps.db, session.id, query),
  )

  serve(app, contract.exportOwnCreditEntries, 'signedIn', ({ query, session }, reply) =>
    sendTable(reply, 'keyhour-credits', query.format, exportCreditEntries(deps.db, session.id, query)),
  )

  serve(app, contract.listCreditEntries, 'admin', ({ params, query }) =>
    listCreditEntries(deps.db, params.id, query),
  )

  serve(app, contract.exportCreditEntries, 'admin', async (request, reply) => {
    const { id } = request.params
    const act = { action: 'export credits', subject: 'user', subject_id: id } as const
    await auditAct(deps.db, request, act, deps.now())
    const file = exportCreditEntries(deps.db, id, request.query)
    return sendTable(reply, `keyhour-credits-${id}`, request.query.format, file)
  })

  serve(app, contract.addCreditPack, 'admin', (request) => addCreditPack(deps, request.body, request))

  serve(app, contract.changeCreditPack, 'admin', (request) =>
    changeCreditPack(deps, request.params.id, request.body, request),
  )

  serve(app, contract.deleteCreditPack, 'admin', (request) =>
    deleteCreditPack(deps, request.params.id, request),
  )
}
