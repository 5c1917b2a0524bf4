import * as contract from '@keyhour/contract/orders'
import { getOrder } from '#server/features/orders/get-order.ts'
import { listActiveSessions } from '#server/features/orders/list-active-sessions.ts'
import { countOrders, listAllOrders, listOrdersOf } from '#server/features/orders/queries.ts'
import { on, type Routes } from '#server/http/routes.ts'

export const orderRoutes: Routes = async (app, deps) => {
  const { db } = deps

  app.route({
    ...on(contract.listActiveSessions, 'signedIn'),
    handler: ({ params, query, session }) =>
      listActiveSessions(deps, { officeId: params.officeId, subOfficeId: query.sub_office_id }, session),
  })

  app.route({
    ...on(contract.listMyOrders, 'signedIn'),
    handler: ({ session }) => listOrdersOf(db, session.id),
  })

  app.route({
    ...on(contract.getOrder, 'signedIn'),
    handler: ({ params, session }) => getOrder(db, params.orderId, session),
  })

  app.route({
    ...on(contract.listAllOrders, 'admin'),
    handler: async ({ query }, reply) => {
      reply.header('x-total-count', await countOrders(db))
      return listAllOrders(db, { page: query.page, page_size: query.page_size })
    },
  })
}
