import * as contract from '@keyhour/contract/spaces'
import { searchSpaces } from '#server/features/spaces/search-spaces.ts'
import { type Routes, serve } from '#server/http/routes.ts'

export const spaceRoutes: Routes = async (app, deps) => {
  serve(app, contract.searchSpaces, 'anybody', async ({ query }, reply) => {
    const found = await searchSpaces(deps, query)
    reply.header('x-total-count', found.total)
    return found
  })
}
