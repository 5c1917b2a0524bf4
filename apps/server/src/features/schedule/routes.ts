import * as contract from '@keyhour/contract/schedule'
import * as moves from '@keyhour/contract/schedule-moves'
import { idempotencyKey } from '#server/features/idempotency/once.ts'
import { bookForCustomer } from '#server/features/schedule/book-for-customer.ts'
import { closeStretch } from '#server/features/schedule/close-stretch.ts'
import { findCustomers } from '#server/features/schedule/find-customers.ts'
import { getBoard } from '#server/features/schedule/get-board.ts'
import { moveOnBoard } from '#server/features/schedule/move-on-board.ts'
import { quoteForCustomer } from '#server/features/schedule/quote-for-customer.ts'
import { quoteMove } from '#server/features/schedule/quote-move.ts'
import { type Routes, serve } from '#server/http/routes.ts'

export const scheduleRoutes: Routes = async (app, deps) => {
  serve(app, contract.getBoard, 'signedIn', ({ params, query, session }) =>
    getBoard(deps, params.officeId, query, session),
  )

  serve(app, contract.closeStretch, 'signedIn', (request) =>
    closeStretch(deps, request.params.officeId, request.body, request),
  )

  serve(app, contract.findCustomers, 'signedIn', ({ params, query, session }) =>
    findCustomers(deps.db, params.officeId, query.q, session),
  )

  serve(app, contract.quoteForCustomer, 'signedIn', ({ params, body, session }) =>
    quoteForCustomer(deps, params.officeId, body, session),
  )

  serve(app, contract.bookForCustomer, 'signedIn', (request) => {
    const { params, body, headers } = request
    return bookForCustomer(deps, params.officeId, { booking: body, key: idempotencyKey(headers) }, request)
  })

  serve(app, moves.quoteMove, 'signedIn', ({ params, body, session }) =>
    quoteMove(deps, params, body, session),
  )

  serve(app, moves.moveOnBoard, 'signedIn', (request) =>
    moveOnBoard(deps, request.params, request.body, request),
  )
}
