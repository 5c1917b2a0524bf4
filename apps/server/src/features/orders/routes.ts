import * as contract from '@keyhour/contract/orders'
import { getOrder } from '#server/features/orders/get-order.ts'
import { listActiveSessions } from '#server/features/orders/list-active-sessions.ts'
import { countOrders, countOrdersOf, listAllOrders, listOrdersOf } from '#server/features/orders/queries.ts'
import { streamAllOrders } from '#server/features/orders/stream-all-orders.ts'
import { on, type Routes } from '#server/http/routes.ts'

export const orderRoutes: Routes = async (app, deps) => {
  const { db } = deps

  app.route({
    ...on(contract.listActiveSessions, 'signedIn'),
    handler: (request) => {
      const place = { officeId: request.params.officeId, subOfficeId: request.query.sub_office_id }
      return listActiveSessions(deps, place, request.session, request)
    },
  })

  app.route({
    ...on(contract.listMyOrders, 'signedIn'),
    handler: async ({ session, query: { page, page_size } }, reply) => {
      if (page) reply.header('x-total-count', await countOrdersOf(db, session.id))
      return listOrdersOf(db, session.id, { page: page ?? 1, page_size })
    },
  })

  app.route({
    ...on(contract.getOrder, 'signedIn'),
    handler: ({ params, session }) => getOrder(db, params.orderId, session),
  })

  app.route({
    ...on(contract.listAllOrders, 'admin'),
    handler: async ({ query: { page, page_size } }, reply) => {
      // Already encoded by the contract, so it goes past the serializer, whose types it does not have.
      if (!page) return reply.type('application/json; charset=utf-8').send(streamAllOrders(db) as never)
      reply.header('x-total-count', await countOrders(db))
      return listAllOrders(db, { page, page_size })
    },
  })
}
