import * as contract from '@keyhour/contract/auth'
import { signIn } from '#server/features/auth/sign-in.ts'
import { on, type Routes } from '#server/http/routes.ts'

export const authRoutes: Routes = async (app, deps) => {
  app.route({
    ...on(contract.signIn, 'anybody'),
    handler: (request) => signIn(deps, request.body),
  })
}
