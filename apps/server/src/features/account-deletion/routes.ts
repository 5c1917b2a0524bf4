import * as contract from '@keyhour/contract/account-deletion'
import {
  confirmDeletion,
  previewAccountDeletion,
} from '#server/features/account-deletion/confirm-deletion.ts'
import { requestDeletion } from '#server/features/account-deletion/request-deletion.ts'
import { undoDeletion } from '#server/features/account-deletion/undo-deletion.ts'
import { type Routes, serve } from '#server/http/routes.ts'

export const accountDeletionRoutes: Routes = async (app, deps) => {
  serve(app, contract.requestDeletion, 'visitor', ({ body, ip }) => requestDeletion(deps, body.email, ip))

  serve(app, contract.previewDeletion, 'anybody', ({ body }) => previewAccountDeletion(deps, body.token))

  serve(app, contract.confirmDeletion, 'anybody', ({ body }) => confirmDeletion(deps, body))

  serve(app, contract.undoDeletion, 'anybody', ({ body }) => undoDeletion(deps, body.token))
}
