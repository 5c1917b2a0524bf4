import * as contract from '@keyhour/contract/account-deletion'
import { confirmDeletion } from '#server/features/account-deletion/confirm-deletion.ts'
import { requestDeletion } from '#server/features/account-deletion/request-deletion.ts'
import { undoDeletion } from '#server/features/account-deletion/undo-deletion.ts'
import { on, type Routes } from '#server/http/routes.ts'

export const accountDeletionRoutes: Routes = async (app, deps) => {
  app.route({
    ...on(contract.requestDeletion, 'visitor'),
    handler: ({ body, ip }) => requestDeletion(deps, body.email, ip),
  })

  app.route({
    ...on(contract.confirmDeletion, 'anybody'),
    handler: ({ body }) => confirmDeletion(deps, body.token),
  })

  app.route({
    ...on(contract.undoDeletion, 'anybody'),
    handler: ({ body }) => undoDeletion(deps, body.token),
  })
}
