import * as contract from '@keyhour/contract/bookings'
import { bookSpace } from '#server/features/bookings/book-space.ts'
import { changeTime } from '#server/features/bookings/change-time.ts'
import { deleteHoldsOf } from '#server/features/bookings/hold-queries.ts'
import { holdStay } from '#server/features/bookings/hold-stay.ts'
import { idempotencyKey } from '#server/features/bookings/once.ts'
import { quoteStay } from '#server/features/bookings/quote-stay.ts'
import { quoteTime } from '#server/features/bookings/quote-time.ts'
import { on, type Routes } from '#server/http/routes.ts'

export const bookingRoutes: Routes = async (app, deps) => {
  const { db } = deps

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
    ...on(contract.quoteTime, 'signedIn'),
    handler: ({ params, body, session }) =>
      quoteTime(deps, { orderId: params.orderId, times: body, caller: session }),
  })

  app.route({
    ...on(contract.changeTime, 'signedIn'),
    handler: ({ params, body, session }) =>
      changeTime(deps, { orderId: params.orderId, times: body, caller: session }),
  })
}
