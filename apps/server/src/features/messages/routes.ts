import { ATTACHED_BODY_LIMIT } from '@keyhour/contract/attachments'
import * as contract from '@keyhour/contract/messages'
import { changeMessage } from '#server/features/messages/change-message.ts'
import { listMessages, streamMessages } from '#server/features/messages/list-messages.ts'
import { countMessages, findMessage } from '#server/features/messages/queries.ts'
import { limitTries, sendMessage } from '#server/features/messages/send-message.ts'
import { orMissing } from '#server/http/refusal.ts'
import { on, type Routes, serve } from '#server/http/routes.ts'
import { tellTotal } from '#server/http/tell-total.ts'

export const messageRoutes: Routes = async (app, deps) => {
  const { db } = deps

  serve(app, contract.listMessages, 'admin', async ({ query, session }, reply) => {
    const { page, page_size, ...asked } = query
    const view = { ...asked, me: session.id }
    if (!page)
      return reply.type('application/json; charset=utf-8').send((await streamMessages(db, view)) as never)
    const { messages, total } = await listMessages(db, { page, page_size, ...view })
    tellTotal(reply, total)
    return messages
  })

  serve(app, contract.countUnreadMessages, 'admin', async ({ session }) => {
    const search = { filter: 'unread', q: '', me: session.id } as const
    return { unread: await countMessages(db, search, contract.MESSAGES_COUNTED) }
  })

  serve(app, contract.getMessage, 'admin', async ({ params }) =>
    orMissing(await findMessage(db, params.id), 'This message does not exist.'),
  )

  serve(app, contract.changeMessage, 'admin', (request) =>
    changeMessage(deps, request.params.id, request.body, request),
  )

  const sending = on(contract.sendMessage, 'visitor')
  app.route({
    ...sending,
    onRequest: [sending.onRequest, async ({ ip }) => limitTries(deps, ip)],
    bodyLimit: ATTACHED_BODY_LIMIT,
    handler: (request) => sendMessage(deps, request.body, request),
  })
}
