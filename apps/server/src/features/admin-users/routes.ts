import * as contract from '@keyhour/contract/admin-users'
import { findDeletion } from '#server/features/admin-users/account-queries.ts'
import { addCredits } from '#server/features/admin-users/add-credits.ts'
import { addUser } from '#server/features/admin-users/add-user.ts'
import { changeUser } from '#server/features/admin-users/change-user.ts'
import { deleteUser } from '#server/features/admin-users/delete-user.ts'
import {
  countAudit,
  countLedger,
  listAudit,
  listLedger,
} from '#server/features/admin-users/drawer-queries.ts'
import { getUser } from '#server/features/admin-users/get-user.ts'
import { listUsers, streamUsers } from '#server/features/admin-users/list-users.ts'
import { idempotencyKey } from '#server/features/orders/once.ts'
import { countOrdersOf, listOrdersOf } from '#server/features/orders/queries.ts'
import { findUser } from '#server/features/users/profile-queries.ts'
import { orMissing } from '#server/http/refusal.ts'
import { on, type Routes } from '#server/http/routes.ts'

export const adminUserRoutes: Routes = async (app, deps) => {
  const { db } = deps

  app.route({
    ...on(contract.listUsers, 'admin'),
    handler: async ({ query }, reply) => {
      if (!query.page)
        return reply.type('application/json; charset=utf-8').send((await streamUsers(deps, query)) as never)
      const { users, total } = await listUsers(deps, query)
      reply.header('x-total-count', total)
      return users
    },
  })

  app.route({
    ...on(contract.addUser, 'admin'),
    handler: (request) => addUser(deps, request.body, request),
  })

  app.route({
    ...on(contract.getUser, 'admin'),
    handler: ({ params }) => getUser(deps, params.id),
  })

  app.route({
    ...on(contract.changeUser, 'admin'),
    handler: (request) => changeUser(deps, request.params.id, request.body, request),
  })

  app.route({
    ...on(contract.previewUserDeletion, 'admin'),
    handler: async ({ params }) => {
      orMissing(await findUser(db, params.id), 'This user does not exist.')
      return findDeletion(db, params.id, deps.now())
    },
  })

  app.route({
    ...on(contract.deleteUser, 'admin'),
    handler: (request) => deleteUser(deps, request.params.id, request),
  })

  app.route({
    ...on(contract.addCredits, 'admin'),
    handler: (request) => {
      const key = idempotencyKey(request.headers)
      return addCredits(deps, { userId: request.params.id, ...request.query, key }, request)
    },
  })

  app.route({
    ...on(contract.listLedger, 'admin'),
    handler: async ({ params, query }, reply) => {
      reply.header('x-total-count', await countLedger(db, params.id))
      return listLedger(db, params.id, query)
    },
  })

  app.route({
    ...on(contract.listUserOrders, 'admin'),
    handler: async ({ params, query }, reply) => {
      reply.header('x-total-count', await countOrdersOf(db, params.id))
      return listOrdersOf(db, params.id, query)
    },
  })

  app.route({
    ...on(contract.listUserAudit, 'admin'),
    handler: async ({ params, query }, reply) => {
      reply.header('x-total-count', await countAudit(db, params.id))
      return listAudit(db, params.id, query)
    },
  })
}
