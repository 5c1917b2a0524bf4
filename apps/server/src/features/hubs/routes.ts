import * as contract from '@keyhour/contract/hubs'
import { listDoorAccounts } from '#server/features/hubs/account-queries.ts'
import { addHomeAssistant } from '#server/features/hubs/add-home-assistant.ts'
import { changeHomeAssistant } from '#server/features/hubs/change-home-assistant.ts'
import { deleteHomeAssistant } from '#server/features/hubs/delete-home-assistant.ts'
import { countHomeAssistants, listHomeAssistants } from '#server/features/hubs/hub-queries.ts'
import { importHubLocks } from '#server/features/hubs/import-hub-locks.ts'
import { listHubLocks } from '#server/features/hubs/list-hub-locks.ts'
import { removeDoorAccount } from '#server/features/hubs/remove-door-account.ts'
import { saveDoorAccount } from '#server/features/hubs/save-door-account.ts'
import { testHomeAssistant } from '#server/features/hubs/test-hub.ts'
import { type Routes, serve } from '#server/http/routes.ts'

export const hubRoutes: Routes = async (app, deps) => {
  const { db } = deps

  serve(app, contract.listHomeAssistants, 'admin', async ({ query }, reply) => {
    if (query.page) reply.header('x-total-count', await countHomeAssistants(db, query))
    return listHomeAssistants(db, query)
  })

  serve(app, contract.addHomeAssistant, 'admin', (request) => addHomeAssistant(deps, request.body, request))

  serve(app, contract.changeHomeAssistant, 'admin', (request) =>
    changeHomeAssistant(deps, request.params.id, request.body, request),
  )

  serve(app, contract.deleteHomeAssistant, 'admin', (request) => {
    const mayStay = request.query.codes_stay === 'true'
    return deleteHomeAssistant(deps, { id: request.params.id, mayStay }, request)
  })

  serve(app, contract.testHomeAssistant, 'admin', ({ params }) => testHomeAssistant(deps, params.id))

  serve(app, contract.listHubLocks, 'admin', ({ params }) => listHubLocks(deps, params.id))

  serve(app, contract.importHubLocks, 'admin', (request) => {
    const wanted = { hubId: request.params.id, entityIds: request.body.home_assistant_ids }
    return importHubLocks(deps, wanted, request)
  })

  serve(app, contract.listDoorAccounts, 'admin', ({ params }) => listDoorAccounts(db, params.id))

  serve(app, contract.saveDoorAccount, 'admin', (request) =>
    saveDoorAccount(deps, request.params.id, request.body, request),
  )

  serve(app, contract.removeDoorAccount, 'admin', (request) => {
    const { id: office_id, provider } = request.params
    const mayStay = request.query.codes_stay === 'true'
    return removeDoorAccount(deps, { office_id, provider, mayStay }, request)
  })
}
