import * as contract from '@keyhour/contract/admin-users'
import { listAffectedOrders } from '#server/features/account-deletion/cancel-coming-orders.ts'
import { addCredits } from '#server/features/admin-users/add-credits.ts'
import { addUser } from '#server/features/admin-users/add-user.ts'
import { changeUser } from '#server/features/admin-users/change-user.ts'
import { correctCredits } from '#server/features/admin-users/correct-credits.ts'
import { deleteUser } from '#server/features/admin-users/delete-user.ts'
import { countAudit, listAudit } from '#server/features/admin-users/drawer-queries.ts'
import { getUser } from '#server/features/admin-users/get-user.ts'
import { listUsers, streamUsers } from '#server/features/admin-users/list-users.ts'
import { countAffected } from '#server/features/admin-users/rules.ts'
import { idempotencyKey } from '#server/features/idempotency/once.ts'
import { countOwnOrders, listOwnOrders } from '#server/features/orders/details-queries.ts'
import { findUser } from '#server/features/users/profile-queries.ts'
import { orMissing } from '#server/http/refusal.ts'
import { type Routes, serve } from '#server/http/routes.ts'

export const adminUserRoutes: Routes = async (app, deps) => {
  const { db } = deps

  serve(app, contract.listUsers, 'admin', async ({ query }, reply) => {
    if (!query.page)
      return reply.type('application/json; charset=utf-8').send((await streamUsers(deps, query)) as never)
    const { users, total } = await listUsers(deps, query)
    reply.header('x-total-count', total)
    return users
  })

  serve(app, contract.addUser, 'admin', (request) => addUser(deps, request.body, request))

  serve(app, contract.getUser, 'admin', ({ params }) => getUser(deps, params.id))

  serve(app, contract.changeUser, 'admin', (request) =>
    changeUser(deps, request.params.id, request.body, request),
  )

  serve(app, contract.previewUserDeletion, 'admin', async ({ params }) => {
    orMissing(await findUser(db, params.id), 'This user does not exist.')
    const orders = await listAffectedOrders(deps, params.id, 'admin')
    return { ...countAffected(orders), orders }
  })

  serve(app, contract.deleteUser, 'admin', (request) =>
    deleteUser(deps, { id: request.params.id, shown: request.body?.orders }, request),
  )

  serve(app, contract.addCredits, 'admin', (request) => {
    const key = idempotencyKey(request.headers)
    return addCredits(deps, { userId: request.params.id, ...request.query, key }, request)
  })

  serve(app, contract.correctCredits, 'admin', (request) => {
    const key = idempotencyKey(request.headers)
    const { id: userId, lotId } = request.params
    return correctCredits(deps, { userId, lotId, ...request.body, key }, request)
  })

  serve(app, contract.listUserOrders, 'admin', async ({ params, query }, reply) => {
    reply.header('x-total-count', await countOwnOrders(db, params.id))
    return listOwnOrders(db, params.id, query)
  })

  serve(app, contract.listUserAudit, 'admin', async ({ params, query }, reply) => {
    reply.header('x-total-count', await countAudit(db, params.id))
    return listAudit(db, params.id, query)
  })
}
