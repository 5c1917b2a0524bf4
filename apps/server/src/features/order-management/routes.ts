import * as contract from '@keyhour/contract/order-management'
import { addNote } from '#server/features/order-management/add-note.ts'
import { cancelWithRefund } from '#server/features/order-management/cancel-with-refund.ts'
import { getSettlement } from '#server/features/order-management/get-settlement.ts'
import { listActs } from '#server/features/order-management/history-queries.ts'
import { listSpacesForOrder } from '#server/features/order-management/list-spaces-for-order.ts'
import { markPaid } from '#server/features/order-management/mark-paid.ts'
import { moveToSpace } from '#server/features/order-management/move-to-space.ts'
import { getOrder } from '#server/features/orders/get-order.ts'
import { type Routes, serve } from '#server/http/routes.ts'

export const orderManagementRoutes: Routes = async (app, deps) => {
  serve(app, contract.getSettlement, 'admin', ({ params }) => getSettlement(deps, params.orderId))

  serve(app, contract.markPaid, 'admin', (request) =>
    markPaid(deps, request.params.orderId, request.body, request),
  )

  serve(app, contract.cancelWithRefund, 'admin', (request) =>
    cancelWithRefund(deps, request.params.orderId, request.body, request),
  )

  serve(app, contract.listSpacesForOrder, 'admin', ({ params, query }) =>
    listSpacesForOrder(deps, params.orderId, query.q),
  )

  serve(app, contract.moveToSpace, 'admin', (request) =>
    moveToSpace(deps, request.params.orderId, request.body, request),
  )

  serve(app, contract.listAdminActs, 'admin', async ({ params, session }) => {
    const { id } = await getOrder(deps.db, params.orderId, session)
    return listActs(deps.db, id)
  })

  serve(app, contract.addNote, 'admin', async (request) => {
    await addNote(deps, request.params.orderId, request.body.words, request)
    return {}
  })
}
