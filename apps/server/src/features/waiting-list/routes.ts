import * as contract from '@keyhour/contract/waiting-list'
import { joinWaitingList } from '#server/features/waiting-list/join-waiting-list.ts'
import { leaveWaitingList } from '#server/features/waiting-list/leave-waiting-list.ts'
import { listWaits } from '#server/features/waiting-list/list-waits.ts'
import { watchWaitingList } from '#server/features/waiting-list/watch-waiting-list.ts'
import { type Routes, serve } from '#server/http/routes.ts'

export const waitingListRoutes: Routes = async (app, deps) => {
  serve(app, contract.listWaits, 'signedIn', ({ session }) => listWaits(deps, session.id))

  serve(app, contract.joinWaitingList, 'signedIn', ({ session, body }) =>
    joinWaitingList(deps, body, session.id),
  )

  serve(app, contract.leaveWaitingList, 'signedIn', async ({ session, params }) => {
    await leaveWaitingList(deps, session.id, params.id)
    return {}
  })

  serve(app, contract.watchWaitingList, 'signedIn', (request, reply) => {
    watchWaitingList(deps, request.session.id, reply.reserveStream()())
    return reply
  })
}
