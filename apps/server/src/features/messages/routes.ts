import * as contract from '@keyhour/contract/messages'
import { listMessages } from '#server/features/messages/queries.ts'
import { sendMessage } from '#server/features/messages/send-message.ts'
import { on, type Routes } from '#server/http/routes.ts'

export const messageRoutes: Routes = async (app, deps) => {
  app.route({
    ...on(contract.listMessages, 'admin'),
    handler: () => listMessages(deps.db),
  })

  app.route({
    ...on(contract.sendMessage, 'visitor'),
    handler: ({ body, ip }) => sendMessage(deps, body, ip),
  })
}
