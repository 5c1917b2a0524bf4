import * as contract from '@keyhour/contract/businesses'
import { acceptInvitation, getInvitation } from '#server/features/business-management/accept-invitation.ts'
import {
  countPending,
  listPending,
  shownInvitation,
} from '#server/features/business-management/invitation-queries.ts'
import {
  invitePeople,
  resendInvitation,
  revokeInvitation,
} from '#server/features/business-management/invite-people.ts'
import { requireReader } from '#server/features/business-management/require-manager.ts'
import { type Routes, serve } from '#server/http/routes.ts'

export const invitationRoutes: Routes = async (app, deps) => {
  const { db } = deps

  serve(app, contract.listInvitations, 'signedIn', async ({ params, query, session }, reply) => {
    await requireReader(db, params.id, session)
    reply.header('x-total-count', await countPending(db, params.id))
    return (await listPending(db, params.id, query)).map((row) => shownInvitation(row, deps.now()))
  })

  serve(app, contract.invitePeople, 'signedIn', (request) =>
    invitePeople(deps, request.params.id, request.body, request),
  )

  serve(app, contract.resendInvitation, 'signedIn', (request) => {
    const { id: businessId, invitationId } = request.params
    return resendInvitation(deps, { businessId, invitationId }, request)
  })

  serve(app, contract.revokeInvitation, 'signedIn', async (request) => {
    const { id: businessId, invitationId } = request.params
    await revokeInvitation(deps, { businessId, invitationId }, request)
    return {}
  })

  serve(app, contract.getInvitation, 'anybody', ({ params }) => getInvitation(deps, params.token))

  serve(app, contract.acceptInvitation, 'signedIn', (request) =>
    acceptInvitation(deps, request.params.token, request),
  )
}
