import * as contract from '@keyhour/contract/grants'
import { forgetLockCode } from '#server/features/grants/forget-lock-code.ts'
import { listLockCodes } from '#server/features/grants/list-lock-codes.ts'
import { takeOutCodes } from '#server/features/grants/take-out-codes.ts'
import { tryLockCode } from '#server/features/grants/try-lock-code.ts'
import { type Routes, serve } from '#server/http/routes.ts'

export const grantRoutes: Routes = async (app, deps) => {
  serve(app, contract.listLockCodes, 'admin', ({ query }) => listLockCodes(deps, query))

  serve(app, contract.takeOutCodes, 'admin', (request) => takeOutCodes(deps, request.body, request))

  serve(app, contract.tryLockCode, 'admin', ({ params }) => tryLockCode(deps, params))

  serve(app, contract.forgetLockCode, 'admin', (request) => {
    const { because } = request.query
    return forgetLockCode(deps, { ...request.params, because }, request)
  })
}
