import * as contract from '@keyhour/contract/messages'
import { listMessages } from '#server/features/messages/queries.ts'
import { sendMessage } from '#server/features/messages/send-message.ts'
import { type Routes, serve } from '#server/http/routes.ts'

export const messageRoutes: Routes = async (app, deps) => {
  serve(app, contract.listMessages, 'admin', () => listMessages(deps.db))

  serve(app, contract.sendMessage, 'visitor', ({ body, ip }) => sendMessage(deps, body, ip))
}
