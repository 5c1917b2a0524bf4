import * as contract from '@keyhour/contract/bookings'
import { bookSpace } from '#server/features/bookings/book-space.ts'
import { changeTime } from '#server/features/bookings/change-time.ts'
import { deleteHoldsOf } from '#server/features/bookings/hold-queries.ts'
import { holdStay } from '#server/features/bookings/hold-stay.ts'
import { payWithCredits } from '#server/features/bookings/pay-with-credits.ts'
import { quoteStay } from '#server/features/bookings/quote-stay.ts'
import { quoteTime } from '#server/features/bookings/quote-time.ts'
import { idempotencyKey } from '#server/features/idempotency/once.ts'
import { type Routes, serve } from '#server/http/routes.ts'

export const bookingRoutes: Routes = async (app, deps) => {
  const { db } = deps

  serve(app, contract.quoteStay, 'signedIn', ({ body, session }) => quoteStay(deps, body, session.id))

  serve(app, contract.holdStay, 'signedIn', ({ body, session }) => holdStay(deps, body, session.id))

  serve(app, contract.releaseHold, 'signedIn', async ({ session }) => {
    await deleteHoldsOf(db, session.id)
    return {}
  })

  serve(app, contract.bookSpace, 'signedIn', ({ body, session, headers }) =>
    bookSpace(deps, body, session.id, idempotencyKey(headers)),
  )

  serve(app, contract.payWithCredits, 'signedIn', ({ params, session }) =>
    payWithCredits(deps, params.orderId, session),
  )

  serve(app, contract.quoteTime, 'signedIn', ({ params, body, session }) =>
    quoteTime(deps, params.orderId, body, session),
  )

  serve(app, contract.changeTime, 'signedIn', ({ params, body, session }) =>
    changeTime(deps, params.orderId, body, session),
  )
}
