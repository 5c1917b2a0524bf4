import * as contract from '@keyhour/contract/owners'
import { changeHours } from '#server/features/owners/change-hours.ts'
import { changePrices } from '#server/features/owners/change-prices.ts'
import { closeTime } from '#server/features/owners/close-time.ts'
import { exportOwnerOrders } from '#server/features/owners/export-owner-orders.ts'
import { getOwnerCalendar } from '#server/features/owners/get-owner-calendar.ts'
import { getOwnerOrder } from '#server/features/owners/get-owner-order.ts'
import { listOwnerOffices } from '#server/features/owners/list-owner-offices.ts'
import { listOwnerOrders } from '#server/features/owners/list-owner-orders.ts'
import { listSpaceDays } from '#server/features/owners/list-space-days.ts'
import { openTime } from '#server/features/owners/open-time.ts'
import { watchOwnerOffices } from '#server/features/owners/watch-owner-offices.ts'
import { type Routes, serve } from '#server/http/routes.ts'
import { sendTable } from '#server/http/table-file.ts'
import { tellTotal } from '#server/http/tell-total.ts'

export const ownerRoutes: Routes = async (app, deps) => {
  serve(app, contract.listOwnerOffices, 'signedIn', ({ session }) => listOwnerOffices(deps, session.id))

  serve(app, contract.watchOwnerOffices, 'signedIn', (request, reply) => {
    watchOwnerOffices(deps, request, reply.reserveStream()())
    return reply
  })

  serve(app, contract.getOwnerCalendar, 'signedIn', ({ params, query, session }) =>
    getOwnerCalendar(deps, params.officeId, query, session),
  )

  serve(app, contract.listSpaceDays, 'signedIn', ({ params, query, session }) =>
    listSpaceDays(deps, params.officeId, query, session),
  )

  serve(app, contract.addOwnerClosure, 'signedIn', (request) =>
    closeTime(deps, request.params.officeId, request.body, request),
  )

  serve(app, contract.removeOwnerClosure, 'signedIn', async (request) => {
    const { officeId, closureId } = request.params
    await openTime(deps, { office_id: officeId, id: closureId }, request)
    return {}
  })

  serve(app, contract.changeOfficeHours, 'signedIn', (request) =>
    changeHours(deps, request.params.officeId, request.body, request),
  )

  serve(app, contract.changeSpacePrices, 'signedIn', (request) =>
    changePrices(deps, request.params.officeId, request.body, request),
  )

  serve(app, contract.listOwnerOrders, 'signedIn', async ({ params, query, session }, reply) => {
    const { orders, total } = await listOwnerOrders(deps, { ...params, ...query }, session)
    tellTotal(reply, total)
    return orders
  })

  serve(app, contract.exportOwnerOrders, 'signedIn', async ({ params, query, session }, reply) => {
    const file = await exportOwnerOrders(deps, { ...params, ...query }, session)
    return sendTable(reply, 'keyhour-orders', 'csv', file)
  })

  serve(app, contract.getOwnerOrder, 'signedIn', ({ params, session }) =>
    getOwnerOrder(deps, params, session),
  )
}
