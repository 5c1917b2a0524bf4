import * as availability from '@keyhour/contract/availability'
import * as contract from '@keyhour/contract/orders'
import { bookSpace } from '#server/features/orders/book-space.ts'
import { cancelOrder, getRefund } from '#server/features/orders/cancel-order.ts'
import { changeTime } from '#server/features/orders/change-time.ts'
import { checkIn } from '#server/features/orders/check-in.ts'
import { checkOut } from '#server/features/orders/check-out.ts'
import { getAvailability, getMonthAvailability } from '#server/features/orders/get-availability.ts'
import { getOrder } from '#server/features/orders/get-order.ts'
import { getOrderCalendar } from '#server/features/orders/get-order-calendar.ts'
import { holdStay } from '#server/features/orders/hold-stay.ts'
import { listActiveSessions } from '#server/features/orders/list-active-sessions.ts'
import { listAvailability } from '#server/features/orders/list-availability.ts'
import { listComingOrders } from '#server/features/orders/list-coming-orders.ts'
import { idempotencyKey } from '#server/features/orders/once.ts'
import { countOrdersOf, listEventsOf, listOrdersOf } from '#server/features/orders/queries.ts'
import { quoteStay } from '#server/features/orders/quote-stay.ts'
import { quoteTime } from '#server/features/orders/quote-time.ts'
import { deleteHoldsOf } from '#server/features/orders/space-queries.ts'
import { startVisit } from '#server/features/orders/start-visit.ts'
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
    ...on(contract.listComingOrders, 'signedIn'),
    handler: ({ params, query, session }) =>
      listComingOrders(deps, { officeId: params.officeId, subOfficeId: query.sub_office_id }, session),
  })

  app.route({
    ...on(contract.listMyOrders, 'signedIn'),
    handler: async ({ session, query: { page, page_size } }, reply) => {
      if (page) reply.header('x-total-count', await countOrdersOf(db, session.id))
      return listOrdersOf(db, session.id, { page: page ?? 1, page_size })
    },
  })

  app.route({
    ...on(contract.quoteStay, 'signedIn'),
    handler: ({ body, session }) => quoteStay(deps, body, session.id),
  })

  app.route({
    ...on(contract.holdStay, 'signedIn'),
    handler: ({ body, session }) => holdStay(deps, body, session.id),
  })

  app.route({
    ...on(contract.releaseHold, 'signedIn'),
    handler: async ({ session }) => {
      await deleteHoldsOf(db, session.id)
      return {}
    },
  })

  app.route({
    ...on(contract.bookSpace, 'signedIn'),
    handler: ({ body, session, headers }) => bookSpace(deps, body, session.id, idempotencyKey(headers)),
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
    handler: ({ params, session }) => checkOut(deps, params.orderId, session),
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
    ...on(contract.quoteTime, 'signedIn'),
    handler: ({ params, body, session }) =>
      quoteTime(deps, { orderId: params.orderId, times: body, caller: session }),
  })

  app.route({
    ...on(contract.changeTime, 'signedIn'),
    handler: ({ params, body, session }) =>
      changeTime(deps, { orderId: params.orderId, times: body, caller: session }),
  })

  app.route({
    ...on(availability.getAvailability, 'visitor'),
    handler: ({ params, query, caller }) => {
      const place = { office_id: params.officeId, sub_office_id: query.sub_office_id ?? null }
      return getAvailability(deps, place, query.date, { caller, orderId: query.order_id })
    },
  })

  app.route({
    ...on(availability.listAvailability, 'anybody'),
    handler: ({ params, query }) => listAvailability(deps, params.officeId, query.date),
  })

  app.route({
    ...on(availability.getMonthAvailability, 'visitor'),
    handler: ({ params, query, caller }) => {
      const place = { office_id: params.officeId, sub_office_id: query.sub_office_id ?? null }
      return getMonthAvailability(deps, place, query.month, { caller, orderId: query.order_id })
    },
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
