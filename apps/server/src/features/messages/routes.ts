import * as contract from '@keyhour/contract/messages'
import { insertMessage, listMessages } from '#server/features/messages/queries.ts'
import { on, type Routes } from '#server/http/routes.ts'

export const messageRoutes: Routes = async (app, { db }) => {
  app.route({
    ...on(contract.listMessages, 'admin'),
    handler: () => listMessages(db),
  })

  app.route({
    ...on(contract.sendMessage, 'visitor'),
    handler: ({ body }) => insertMessage(db, body),
  })
}
