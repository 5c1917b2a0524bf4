import * as contract from '@keyhour/contract/availability'
import { getAvailability, getMonthAvailability } from '#server/features/availability/get-availability.ts'
import { listAvailability } from '#server/features/availability/list-availability.ts'
import { on, type Routes } from '#server/http/routes.ts'

export const availabilityRoutes: Routes = async (app, deps) => {
  app.route({
    ...on(contract.getAvailability, 'visitor'),
    handler: ({ params, query, caller }) => {
      const place = { office_id: params.officeId, sub_office_id: query.sub_office_id ?? null }
      return getAvailability(deps, place, query.date, { caller, orderId: query.order_id })
    },
  })

  app.route({
    ...on(contract.listAvailability, 'visitor'),
    handler: ({ params, query, caller }) => listAvailability(deps, params.officeId, query.date, caller),
  })

  app.route({
    ...on(contract.getMonthAvailability, 'visitor'),
    handler: ({ params, query, caller }) => {
      const place = { office_id: params.officeId, sub_office_id: query.sub_office_id ?? null }
      return getMonthAvailability(deps, place, query.month, { caller, orderId: query.order_id })
    },
  })
}
