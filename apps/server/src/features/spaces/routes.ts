import * as contract from '@keyhour/contract/spaces'
import { searchSpaces } from '#server/features/spaces/search-spaces.ts'
import { on, type Routes } from '#server/http/routes.ts'

export const spaceRoutes: Routes = async (app, deps) => {
  app.route({
    ...on(contract.searchSpaces, 'anybody'),
    handler: async ({ query }, reply) => {
      const found = await searchSpaces(deps, query)
      reply.header('x-total-count', found.total)
      return found
    },
  })
}
