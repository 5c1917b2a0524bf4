import * as contract from '@keyhour/contract/front-desk'
import { closeFromNow } from '#server/features/front-desk/close-from-now.ts'
import { getOfficeDay } from '#server/features/front-desk/get-office-day.ts'
import { openClosure } from '#server/features/front-desk/open-closure.ts'
import { openForGuest } from '#server/features/front-desk/open-for-guest.ts'
import { idempotencyKey } from '#server/features/idempotency/once.ts'
import { type Routes, serve } from '#server/http/routes.ts'

export const frontDeskRoutes: Routes = async (app, deps) => {
  serve(app, contract.getOfficeDay, 'signedIn', ({ params, query, session }) =>
    getOfficeDay(deps, { officeId: params.officeId, subOfficeId: query.sub_office_id }, session),
  )

  serve(app, contract.openForGuest, 'signedIn', (request) => {
    const key = idempotencyKey(request.headers)
    return openForGuest(deps, { ...request.params, key, guest: request.body }, request)
  })

  serve(app, contract.closeFromNow, 'signedIn', (request) =>
    closeFromNow(deps, request.params.officeId, request.body, request),
  )

  serve(app, contract.openClosure, 'signedIn', async (request) => {
    const { officeId, closureId } = request.params
    await openClosure(deps, { office_id: officeId, id: closureId }, request)
    return {}
  })
}
