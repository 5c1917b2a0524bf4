import * as contract from '@keyhour/contract/availability'
import { getAvailability, getMonthAvailability } from '#server/features/availability/get-availability.ts'
import { listAvailability } from '#server/features/availability/list-availability.ts'
import { listFirstFree } from '#server/features/availability/list-first-free.ts'
import { type Routes, serve } from '#server/http/routes.ts'

export const availabilityRoutes: Routes = async (app, deps) => {
  serve(app, contract.getAvailability, 'visitor', ({ params, query, caller }) => {
    const place = { office_id: params.officeId, sub_office_id: query.sub_office_id ?? null }
    return getAvailability(deps, place, query.date, { caller, orderId: query.order_id })
  })

  serve(app, contract.listAvailability, 'visitor', ({ params, query, caller }) =>
    listAvailability(deps, params.officeId, query.date, caller),
  )

  serve(app, contract.listFirstFree, 'visitor', ({ params, query, caller }) => {
    const place = { office_id: params.officeId, sub_office_id: query.sub_office_id ?? null }
    return listFirstFree(deps, place, query.date, caller)
  })

  serve(app, contract.getMonthAvailability, 'visitor', ({ params, query, caller }) => {
    const place = { office_id: params.officeId, sub_office_id: query.sub_office_id ?? null }
    return getMonthAvailability(deps, place, query.month, { caller, orderId: query.order_id })
  })
}
