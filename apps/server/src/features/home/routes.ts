import * as contract from '@keyhour/contract/home'
import { getHome } from '#server/features/home/get-home.ts'
import { type Routes, serve } from '#server/http/routes.ts'

export const homeRoutes: Routes = async (app, deps) => {
  serve(app, contract.getHome, 'signedIn', ({ session }) => getHome(deps, session.id))
}
