import * as contract from '@keyhour/contract/calendar-imports'
import { endImport, getImport, saveImport } from '#server/features/calendar-imports/save-import.ts'
import { type Routes, serve } from '#server/http/routes.ts'

export const calendarImportRoutes: Routes = async (app, deps) => {
  serve(app, contract.getCalendarImport, 'admin', ({ params }) => getImport(deps, params))

  serve(app, contract.saveCalendarImport, 'admin', (request) =>
    saveImport(deps, request.params, request.body.url, request),
  )

  serve(app, contract.endCalendarImport, 'admin', async (request) => {
    await endImport(deps, request.params, request)
    return {}
  })
}
