import * as contract from '@keyhour/contract/orders'
import { cancelOrder, getRefund } from '#server/features/orders/cancel-order.ts'
import {
  countOwnOrders,
  findOrderCustomer,
  listEventsOf,
  listOwnOrders,
} from '#server/features/orders/details-queries.ts'
import { getOrder } from '#server/features/orders/get-order.ts'
import { getOrderCalendar } from '#server/features/orders/get-order-calendar.ts'
import { type Routes, serve } from '#server/http/routes.ts'

export const orderRoutes: Routes = async (app, deps) => {
  const { db } = deps

  serve(app, contract.listMyOrders, 'signedIn', async ({ session, query: { page, page_size } }, reply) => {
    if (page) reply.header('x-total-count', await countOwnOrders(db, session.id))
    return listOwnOrders(db, session.id, { page: page ?? 1, page_size })
  })

  serve(app, contract.getRefund, 'signedIn', ({ params, session }) =>
    getRefund(deps, params.orderId, session),
  )

  serve(app, contract.cancelOrder, 'signedIn', ({ params, body, session }) =>
    cancelOrder(deps, params.orderId, body, session),
  )

  serve(app, contract.getOrder, 'signedIn', ({ params, session }) => getOrder(db, params.orderId, session))

  serve(app, contract.getOrderCustomer, 'signedIn', async ({ params, session }) => {
    const { user_id } = await getOrder(db, params.orderId, session)
    return (await findOrderCustomer(db, user_id))!
  })

  serve(app, contract.listOrderEvents, 'signedIn', async ({ params, session }) => {
    const { id, Office } = await getOrder(db, params.orderId, session)
    return listEventsOf(db, { office_id: Office.id, id })
  })

  serve(app, contract.getOrderCalendar, 'signedIn', async ({ params, session }, reply) => {
    const calendar = await getOrderCalendar(deps, params.orderId, session)
    return reply
      .type('text/calendar; charset=utf-8')
      .header('content-disposition', `attachment; filename="keyhour-${params.orderId}.ics"`)
      .serializer(String)
      .send(calendar)
  })
}
