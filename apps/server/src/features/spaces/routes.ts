import * as contract from '@keyhour/contract/spaces'
import { searchSpaces } from '#server/features/spaces/search-spaces.ts'
import { writeFinding } from '#server/features/spaces/write-finding.ts'
import { type Routes, serve } from '#server/http/routes.ts'

export const spaceRoutes: Routes = async (app, deps) => {
  serve(app, contract.searchSpaces, 'anybody', async ({ query }, reply) => {
    const finding = await searchSpaces(deps, query)
    reply.header('x-total-count', finding.total)
    return reply.type('application/json; charset=utf-8').send(writeFinding(finding))
  })
}
