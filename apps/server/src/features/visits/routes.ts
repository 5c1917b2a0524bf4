import * as contract from '@keyhour/contract/visits'
import { idempotencyKey } from '#server/features/bookings/once.ts'
import { checkIn } from '#server/features/visits/check-in.ts'
import { checkOut, getCheckOutCost } from '#server/features/visits/check-out.ts'
import { listActiveSessions } from '#server/features/visits/list-active-sessions.ts'
import { listComingOrders } from '#server/features/visits/list-coming-orders.ts'
import { startVisit } from '#server/features/visits/start-visit.ts'
import { undoCheckOut } from '#server/features/visits/undo-check-out.ts'
import { on, type Routes } from '#server/http/routes.ts'

export const visitRoutes: Routes = async (app, deps) => {
  app.route({
    ...on(contract.listActiveSessions, 'signedIn'),
    handler: (request) => {
      const place = { officeId: request.params.officeId, subOfficeId: request.query.sub_office_id }
      return listActiveSessions(deps, place, request.session, request)
    },
  })

  app.route({
    ...on(contract.listComingOrders, 'signedIn'),
    handler: ({ params, query, session }) =>
      listComingOrders(deps, { officeId: params.officeId, subOfficeId: query.sub_office_id }, session),
  })

  app.route({
    ...on(contract.startVisit, 'signedIn'),
    handler: ({ body, session, headers }) => startVisit(deps, body, session.id, idempotencyKey(headers)),
  })

  app.route({
    ...on(contract.checkIn, 'signedIn'),
    handler: ({ params, session }) => checkIn(deps, params.orderId, session),
  })

  app.route({
    ...on(contract.checkOut, 'signedIn'),
    handler: ({ params, body, session }) =>
      checkOut(deps, { orderId: params.orderId, shownDue: body?.due, caller: session }),
  })

  app.route({
    ...on(contract.getCheckOutCost, 'signedIn'),
    handler: ({ params, session }) => getCheckOutCost(deps, params.orderId, session),
  })

  app.route({
    ...on(contract.undoCheckOut, 'signedIn'),
    handler: ({ params, session }) => undoCheckOut(deps, params.orderId, session),
  })
}
