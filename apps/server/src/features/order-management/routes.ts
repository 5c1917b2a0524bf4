import * as contract from '@keyhour/contract/order-management'
import { addNote } from '#server/features/order-management/add-note.ts'
import { cancelWithRefund } from '#server/features/order-management/cancel-with-refund.ts'
import { getSettlement } from '#server/features/order-management/get-settlement.ts'
import { listActs } from '#server/features/order-management/history-queries.ts'
import { listSpacesForOrder } from '#server/features/order-management/list-spaces-for-order.ts'
import { markPaid } from '#server/features/order-management/mark-paid.ts'
import { moveToSpace } from '#server/features/order-management/move-to-space.ts'
import { getOrder } from '#server/features/orders/get-order.ts'
import { on, type Routes } from '#server/http/routes.ts'

export const orderManagementRoutes: Routes = async (app, deps) => {
  app.route({
    ...on(contract.getSettlement, 'admin'),
    handler: ({ params }) => getSettlement(deps, params.orderId),
  })

  app.route({
    ...on(contract.markPaid, 'admin'),
    handler: ({ params, body, session, id }) =>
      markPaid(deps, {
        orderId: params.orderId,
        payment: body,
        admin: { id: session.id, requestId: id },
      }),
  })

  app.route({
    ...on(contract.cancelWithRefund, 'admin'),
    handler: ({ params, body, session, id }) =>
      cancelWithRefund(deps, {
        orderId: params.orderId,
        cancellation: body,
        admin: { id: session.id, requestId: id },
      }),
  })

  app.route({
    ...on(contract.listSpacesForOrder, 'admin'),
    handler: ({ params, query }) => listSpacesForOrder(deps, params.orderId, query.q),
  })

  app.route({
    ...on(contract.moveToSpace, 'admin'),
    handler: ({ params, body, session, id }) =>
      moveToSpace(deps, {
        orderId: params.orderId,
        move: body,
        admin: { id: session.id, requestId: id },
      }),
  })

  app.route({
    ...on(contract.listAdminActs, 'admin'),
    handler: async ({ params, session }) => {
      const { id } = await getOrder(deps.db, params.orderId, session)
      return listActs(deps.db, id)
    },
  })

  app.route({
    ...on(contract.addNote, 'admin'),
    handler: async ({ params, body, session, id }) => {
      await addNote(deps, {
        orderId: params.orderId,
        words: body.words,
        admin: { id: session.id, requestId: id },
      })
      return {}
    },
  })
}
