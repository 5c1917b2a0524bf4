import * as contract from '@keyhour/contract/access'
import { listDevices, listHomeAssistants } from '#server/features/access/queries.ts'
import { on, type Routes } from '#server/http/routes.ts'

export const accessRoutes: Routes = async (app, { db }) => {
  app.route({
    ...on(contract.listDevices, 'admin'),
    handler: () => listDevices(db),
  })

  app.route({
    ...on(contract.listHomeAssistants, 'admin'),
    handler: () => listHomeAssistants(db),
  })
}
