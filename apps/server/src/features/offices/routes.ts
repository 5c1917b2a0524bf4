import * as contract from '@keyhour/contract/offices'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { findOffice } from '#server/features/offices/find-office.ts'
import { countOfficesFor, listOfficesFor } from '#server/features/offices/list-queries.ts'
import { listAdminOffices, listWatchableOffices } from '#server/features/offices/office-queries.ts'
import { type KeptOffices, rememberOffices } from '#server/features/offices/remember-offices.ts'
import { watchOffice } from '#server/features/offices/watch-office.ts'
import { hasAlready } from '#server/http/etag.ts'
import { orMissing } from '#server/http/refusal.ts'
import { type Routes, serve } from '#server/http/routes.ts'

export const officeRoutes: Routes = async (app, deps) => {
  const { db } = deps
  const publicOffices = rememberOffices(db)

  serve(app, contract.listMyOffices, 'signedIn', ({ session }) =>
    listWatchableOffices(db, session.admin ? undefined : session.id),
  )

  serve(app, contract.listOffices, 'visitor', async (request, reply) => {
    const { caller, query } = request
    if (isFiltered(query)) {
      reply.header('x-total-count', await countOfficesFor(db, query, caller))
      return listOfficesFor(db, query, caller)
    }
    if (caller?.admin) return listAdminOffices(db)
    return sendKept(request, reply, await publicOffices())
  })

  serve(app, contract.getOffice, 'visitor', async ({ caller, params }) =>
    orMissing(await findOffice(db, params.officeId, caller), 'This office does not exist.'),
  )

  serve(app, contract.watchOffice, 'visitor', async ({ params }, reply) => {
    await watchOffice(deps, params.officeId, reply)
    return reply
  })
}

const isFiltered = ({ page, page_size, sort, q }: contract.OfficeFilter): boolean =>
  page !== undefined || page_size !== undefined || sort !== undefined || q !== ''

function sendKept(request: FastifyRequest, reply: FastifyReply, { json, etag }: KeptOffices): FastifyReply {
  reply.headers({ etag, 'cache-control': 'private, no-cache', vary: 'authorization' })
  if (hasAlready(request, etag)) return reply.code(304).send()
  return reply.type('application/json; charset=utf-8').serializer(String).send(json)
}
