import * as contract from '@keyhour/contract/orders-dashboard'
import {
  countDashboardOffices,
  findOfficeId,
  findOrderUser,
  findSubOffice,
  listActiveOrders,
  listDashboardOffices,
  listSubOffices,
} from '#server/features/orders-dashboard/queries.ts'
import { orMissing } from '#server/http/refusal.ts'
import { on, type Routes } from '#server/http/routes.ts'

const NO_OFFICE = 'This office does not exist.'

export const ordersDashboardRoutes: Routes = async (app, { db, now }) => {
  app.route({
    ...on(contract.listDashboardOffices, 'admin'),
    handler: async ({ query }, reply) => {
      if (query.page !== undefined)
        reply.header('x-total-count', await countDashboardOffices(db, query, now()))
      return listDashboardOffices(db, query, now())
    },
  })

  app.route({
    ...on(contract.listDashboardSubOffices, 'admin'),
    handler: async ({ params }) =>
      listSubOffices(db, orMissing(await findOfficeId(db, params.id), NO_OFFICE), now()),
  })

  app.route({
    ...on(contract.listActiveOrders, 'admin'),
    handler: async ({ params }) =>
      listActiveOrders(
        db,
        orMissing(await findSubOffice(db, params.id, now()), 'This space does not exist.'),
        now(),
      ),
  })

  app.route({
    ...on(contract.listActiveOrdersOfWhole, 'admin'),
    handler: async ({ params }) => {
      const office_id = orMissing(await findOfficeId(db, params.id), NO_OFFICE)
      return listActiveOrders(db, { office_id, sub_office_id: null }, now())
    },
  })

  app.route({
    ...on(contract.getOrderUser, 'admin'),
    handler: async ({ params }) =>
      orMissing(await findOrderUser(db, params.id), 'This order does not exist.'),
  })
}
