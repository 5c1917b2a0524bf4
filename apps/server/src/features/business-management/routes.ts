import * as credits from '@keyhour/contract/business-credits'
import * as contract from '@keyhour/contract/businesses'
import { addBusiness } from '#server/features/business-management/add-business.ts'
import {
  cancelBusinessOrder,
  getBusinessOrderRefund,
} from '#server/features/business-management/cancel-business-order.ts'
import { changeBusiness } from '#server/features/business-management/change-business.ts'
import { changePerson } from '#server/features/business-management/change-person.ts'
import { closeBusiness } from '#server/features/business-management/close-business.ts'
import {
  countBusinessOrders,
  listBusinessOrders,
} from '#server/features/business-management/order-queries.ts'
import { countPeople, listPeople } from '#server/features/business-management/people-queries.ts'
import {
  countBusinessesNamed,
  findShownBusiness,
  listBusinessesNamed,
  listOwnBusinesses,
} from '#server/features/business-management/queries.ts'
import { leaveBusiness, removePerson } from '#server/features/business-management/remove-person.ts'
import { requireReader } from '#server/features/business-management/require-manager.ts'
import { watchBusinesses } from '#server/features/business-management/watch-businesses.ts'
import { thisMonth } from '#server/features/businesses/rules.ts'
import { idempotencyKey } from '#server/features/idempotency/once.ts'
import { type Routes, serve } from '#server/http/routes.ts'

export const businessRoutes: Routes = async (app, deps) => {
  const { db } = deps
  const moment = () => ({ now: deps.now(), month: thisMonth(deps.now()) })

  serve(app, contract.addBusiness, 'signedIn', (request) =>
    addBusiness(deps, request.body, request, idempotencyKey(request.headers)),
  )

  serve(app, contract.listOwnBusinesses, 'signedIn', ({ session }) =>
    listOwnBusinesses(db, session.id, moment()),
  )

  serve(app, contract.watchBusinesses, 'signedIn', (request, reply) => {
    watchBusinesses(deps, request, reply.reserveStream()())
    return reply
  })

  serve(app, contract.getBusiness, 'signedIn', async ({ params, session }) => {
    await requireReader(db, params.id, session)
    return findShownBusiness(db, params.id, moment())
  })

  serve(app, contract.changeBusiness, 'signedIn', (request) =>
    changeBusiness(deps, request.params.id, request.body, request),
  )

  serve(app, contract.listBusinessPeople, 'signedIn', async ({ params, query, session }, reply) => {
    await requireReader(db, params.id, session)
    const filter = { businessId: params.id, q: query.q }
    const [count, people] = await Promise.all([
      countPeople(db, filter),
      listPeople(db, filter, { ...query, month: thisMonth(deps.now()) }),
    ])
    reply.header('x-total-count', count)
    return people
  })

  serve(app, contract.changeBusinessPerson, 'signedIn', (request) => {
    const { id: businessId, userId } = request.params
    return changePerson(deps, { businessId, userId }, request.body, request)
  })

  serve(app, contract.removeBusinessPerson, 'signedIn', async (request) => {
    const { id: businessId, userId } = request.params
    await removePerson(deps, { businessId, userId }, request)
    return {}
  })

  serve(app, contract.leaveBusiness, 'signedIn', async (request) => {
    await leaveBusiness(deps, request.params.id, request)
    return {}
  })

  serve(app, contract.closeBusiness, 'signedIn', async (request) => {
    await closeBusiness(deps, request.params.id, request)
    return {}
  })

  serve(app, credits.listBusinessOrders, 'signedIn', async ({ params, query, session }, reply) => {
    await requireReader(db, params.id, session)
    const filter = { businessId: params.id, user_id: query.user_id }
    reply.header('x-total-count', await countBusinessOrders(db, filter))
    return listBusinessOrders(db, filter, query)
  })

  serve(app, credits.getBusinessOrderRefund, 'signedIn', ({ params: { id, orderId }, session }) =>
    getBusinessOrderRefund(deps, { businessId: id, orderId }, session),
  )

  serve(app, credits.cancelBusinessOrder, 'signedIn', ({ params: { id, orderId }, body, session }) =>
    cancelBusinessOrder(deps, { businessId: id, orderId }, body, session),
  )

  serve(app, contract.listAllBusinesses, 'admin', async ({ query }, reply) => {
    reply.header('x-total-count', await countBusinessesNamed(db, query))
    return listBusinessesNamed(db, query, { ...query, now: deps.now() })
  })
}
