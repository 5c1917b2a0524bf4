import * as contract from '@keyhour/contract/users'
import { listUsers } from '#server/features/users/queries.ts'
import { on, type Routes } from '#server/http/routes.ts'

export const userRoutes: Routes = async (app, { db, now }) => {
  app.route({
    ...on(contract.listUsers, 'admin'),
    handler: () => listUsers(db, now()),
  })
}
