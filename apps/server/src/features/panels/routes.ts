import * as contract from '@keyhour/contract/panels'
import { refuseNonManager } from '#server/features/front-desk/refuse-non-manager.ts'
import { checkInAtPanel } from '#server/features/panels/check-in-at-panel.ts'
import { getSpaceNow } from '#server/features/panels/get-space-now.ts'
import { makePanel } from '#server/features/panels/make-panel.ts'
import { makePanelCode } from '#server/features/panels/panel-code.ts'
import { listPanelsOf } from '#server/features/panels/queries.ts'
import { readPanel } from '#server/features/panels/read-panel.ts'
import { removePanel } from '#server/features/panels/remove-panel.ts'
import { startAtPanel } from '#server/features/panels/start-at-panel.ts'
import { watchPanel } from '#server/features/panels/watch-panel.ts'
import { type Routes, serve } from '#server/http/routes.ts'

export const panelRoutes: Routes = async (app, deps) => {
  serve(app, contract.listPanels, 'signedIn', async ({ params, session }) => {
    await refuseNonManager(deps.db, params.officeId, session)
    return listPanelsOf(deps.db, params.officeId)
  })

  serve(app, contract.makePanel, 'signedIn', (request) =>
    makePanel(deps, request.params.officeId, request.body, request),
  )

  serve(app, contract.removePanel, 'signedIn', async (request) => {
    const { officeId, panelId } = request.params
    await removePanel(deps, { office_id: officeId, id: panelId }, request)
    return {}
  })

  serve(app, contract.readPanel, 'anybody', ({ params, ip }) => readPanel(deps, params.token, ip))

  serve(app, contract.watchPanel, 'anybody', async ({ params }, reply) => {
    await watchPanel(deps, params.token, reply)
    return reply
  })

  serve(app, contract.startAtPanel, 'anybody', ({ params, body, ip }) =>
    startAtPanel(deps, params.token, { ...body, ip }),
  )

  serve(app, contract.checkInAtPanel, 'anybody', async ({ params, body, ip }) => {
    await checkInAtPanel(deps, params.token, { ...body, ip })
    return {}
  })

  serve(app, contract.makePanelCode, 'signedIn', ({ session }) => makePanelCode(deps, session.id))

  serve(app, contract.getSpaceNow, 'signedIn', ({ params, query, session }) => {
    const place = { office_id: params.officeId, sub_office_id: query.sub_office_id ?? null }
    return getSpaceNow(deps, place, session)
  })
}
