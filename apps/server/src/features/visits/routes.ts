import * as contract from '@keyhour/contract/visits'
import { idempotencyKey } from '#server/features/idempotency/once.ts'
import { checkIn } from '#server/features/visits/check-in.ts'
import { checkOut, getCheckOutCost } from '#server/features/visits/check-out.ts'
import { listActiveSessions } from '#server/features/visits/list-active-sessions.ts'
import { startVisit } from '#server/features/visits/start-visit.ts'
import { tellWaiting } from '#server/features/visits/tell-waiting.ts'
import { undoCheckOut } from '#server/features/visits/undo-check-out.ts'
import { type Routes, serve } from '#server/http/routes.ts'

export const visitRoutes: Routes = async (app, deps) => {
  serve(app, contract.listActiveSessions, 'signedIn', (request) => {
    const place = { officeId: request.params.officeId, subOfficeId: request.query.sub_office_id }
    return listActiveSessions(deps, place, request.session, request)
  })

  serve(app, contract.startVisit, 'signedIn', ({ body, session, headers }) =>
    startVisit(deps, body, session.id, { key: idempotencyKey(headers) }),
  )

  serve(app, contract.checkIn, 'signedIn', ({ params, session }) => checkIn(deps, params.orderId, session))

  serve(app, contract.checkOut, 'signedIn', ({ params, body, session }) =>
    checkOut(deps, params.orderId, body?.expected_total, session),
  )

  serve(app, contract.getCheckOutCost, 'signedIn', ({ params, session }) =>
    getCheckOutCost(deps, params.orderId, session),
  )

  serve(app, contract.tellWaiting, 'signedIn', async (request) => {
    await tellWaiting(deps, request.params.orderId, request)
    return { msg: 'The customer was told.' }
  })

  serve(app, contract.undoCheckOut, 'signedIn', ({ params, session }) =>
    undoCheckOut(deps, params.orderId, session),
  )
}
