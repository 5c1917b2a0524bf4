import * as contract from '@keyhour/contract/credits'
import { auditAct } from '#server/features/audit/queries.ts'
import { exportCreditEntries } from '#server/features/credits/export-credit-entries.ts'
import { listCreditEntries, listOwnCreditEntries } from '#server/features/credits/list-credit-entries.ts'
import { type Routes, serve } from '#server/http/routes.ts'
import { sendTable } from '#server/http/table-file.ts'

export const creditRoutes: Routes = async (app, deps) => {
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
}
