import * as contract from '@keyhour/contract/orders-dashboard'
import { NO_ORDER } from '#server/features/orders/rules.ts'
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
import { type Routes, serve } from '#server/http/routes.ts'

const NO_OFFICE = 'This office does not exist.'

export const ordersDashboardRoutes: Routes = async (app, { db, now }) => {
  serve(app, contract.listDashboardOffices, 'admin', async ({ query }, reply) => {
    if (query.page !== undefined) reply.header('x-total-count', await countDashboardOffices(db, query, now()))
    return listDashboardOffices(db, query, now())
  })

  serve(app, contract.listDashboardSubOffices, 'admin', async ({ params }) =>
    listSubOffices(db, orMissing(await findOfficeId(db, params.id), NO_OFFICE), now()),
  )

  serve(app, contract.listActiveOrders, 'admin', async ({ params }) =>
    listActiveOrders(
      db,
      orMissing(await findSubOffice(db, params.id, now()), 'This space does not exist.'),
      now(),
    ),
  )

  serve(app, contract.listActiveOrdersOfWhole, 'admin', async ({ params }) => {
    const office_id = orMissing(await findOfficeId(db, params.id), NO_OFFICE)
    return listActiveOrders(db, { office_id, sub_office_id: null }, now())
  })

  serve(app, contract.getOrderUser, 'admin', async ({ params }) =>
    orMissing(await findOrderUser(db, params.id), NO_ORDER),
  )
}
