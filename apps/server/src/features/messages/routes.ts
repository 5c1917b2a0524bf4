import * as contract from '@keyhour/contract/messages'
import { changeMessage } from '#server/features/messages/change-message.ts'
import { listMessages, streamMessages } from '#server/features/messages/list-messages.ts'
import { countMessages, findMessage } from '#server/features/messages/queries.ts'
import { sendMessage } from '#server/features/messages/send-message.ts'
import { orMissing } from '#server/http/refusal.ts'
import { type Routes, serve } from '#server/http/routes.ts'
import { tellTotal } from '#server/http/tell-total.ts'

const UNREAD = { filter: 'unread', q: '' } as const

export const messageRoutes: Routes = async (app, deps) => {
  const { db } = deps

  serve(app, contract.listMessages, 'admin', async ({ query: { page, page_size, ...view } }, reply) => {
    if (!page)
      return reply.type('application/json; charset=utf-8').send((await streamMessages(db, view)) as never)
    const { messages, total } = await listMessages(db, { page, page_size, ...view })
    tellTotal(reply, total)
    return messages
  })

  serve(app, contract.countUnreadMessages, 'admin', async () => ({
    unread: await countMessages(db, UNREAD, contract.MESSAGES_COUNTED),
  }))

  serve(app, contract.getMessage, 'admin', async ({ params }) =>
    orMissing(await findMessage(db, params.id), 'This message does not exist.'),
  )

  serve(app, contract.changeMessage, 'admin', (request) =>
    changeMessage(deps, request.params.id, request.body, request),
  )

  serve(app, contract.sendMessage, 'visitor', ({ body, ip }) => sendMessage(deps, body, ip))
}
