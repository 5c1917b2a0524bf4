import * as contract from '@keyhour/contract/orders'
import { cancelOrder, getRefund } from '#server/features/orders/cancel-order.ts'
import { countOwnOrders, listEventsOf, listOwnOrders } from '#server/features/orders/details-queries.ts'
import { getOrder } from '#server/features/orders/get-order.ts'
import { getOrderCalendar } from '#server/features/orders/get-order-calendar.ts'
import { on, type Routes } from '#server/http/routes.ts'

export const orderRoutes: Routes = async (app, deps) => {
  const { db } = deps

  app.route({
    ...on(contract.listMyOrders, 'signedIn'),
    handler: async ({ session, query: { page, page_size } }, reply) => {
      if (page) reply.header('x-total-count', await countOwnOrders(db, session.id))
      return listOwnOrders(db, session.id, { page: page ?? 1, page_size })
    },
  })

  app.route({
    ...on(contract.getRefund, 'signedIn'),
    handler: ({ params, session }) => getRefund(deps, params.orderId, session),
  })

  app.route({
    ...on(contract.cancelOrder, 'signedIn'),
    handler: ({ params, body, session }) =>
      cancelOrder(deps, { orderId: params.orderId, shownRefund: body.refund, caller: session }),
  })

  app.route({
    ...on(contract.getOrder, 'signedIn'),
    handler: ({ params, session }) => getOrder(db, params.orderId, session),
  })

  app.route({
    ...on(contract.listOrderEvents, 'signedIn'),
    handler: async ({ params, session }) => {
      const { id, Office } = await getOrder(db, params.orderId, session)
      return listEventsOf(db, { office_id: Office.id, id })
    },
  })

  app.route({
    ...on(contract.getOrderCalendar, 'signedIn'),
    handler: async ({ params, session }, reply) => {
      const calendar = await getOrderCalendar(deps, params.orderId, session)
      return reply
        .type('text/calendar; charset=utf-8')
        .header('content-disposition', `attachment; filename="keyhour-${params.orderId}.ics"`)
        .serializer(String)
        .send(calendar)
    },
  })
}
