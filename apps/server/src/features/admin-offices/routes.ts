import * as contract from '@keyhour/contract/admin-offices'
import { addOffice } from '#server/features/admin-offices/add-office.ts'
import { addSubOffice } from '#server/features/admin-offices/add-sub-office.ts'
import { changeOffice } from '#server/features/admin-offices/change-office.ts'
import { changeSubOffice } from '#server/features/admin-offices/change-sub-office.ts'
import { deleteOffice } from '#server/features/admin-offices/delete-office.ts'
import { deleteSubOffice } from '#server/features/admin-offices/delete-sub-office.ts'
import { duplicateOffice } from '#server/features/admin-offices/duplicate-office.ts'
import { duplicateSubOffice } from '#server/features/admin-offices/duplicate-sub-office.ts'
import {
  countAdminOffices,
  listAdminOfficePage,
  listOfficeLocations,
} from '#server/features/admin-offices/list-queries.ts'
import { previewDeletion } from '#server/features/admin-offices/preview-deletion.ts'
import { revealWifiPassword } from '#server/features/admin-offices/reveal-wifi-password.ts'
import { listAdminOffices } from '#server/features/offices/office-queries.ts'
import { orMissing } from '#server/http/refusal.ts'
import { on, type Routes, serve } from '#server/http/routes.ts'

const bodyLimit = contract.MOST_UPLOAD_BYTES

export const adminOfficeRoutes: Routes = async (app, deps) => {
  serve(app, contract.listAdminOffices, 'admin', async ({ query }, reply) => {
    reply.header('x-total-count', await countAdminOffices(deps.db, query))
    return listAdminOfficePage(deps.db, query)
  })

  serve(app, contract.listOfficeLocations, 'admin', () => listOfficeLocations(deps.db))

  serve(app, contract.getAdminOffice, 'admin', async ({ params }) =>
    orMissing((await listAdminOffices(deps.db, [params.id]))[0], 'This office does not exist.'),
  )

  app.route({
    ...on(contract.addOffice, 'admin'),
    bodyLimit,
    handler: (request) => addOffice(deps, request.body, request),
  })

  app.route({
    ...on(contract.changeOffice, 'admin'),
    bodyLimit,
    handler: (request) => changeOffice(deps, request.params.id, request.body, request),
  })

  serve(app, contract.previewOfficeDeletion, 'admin', ({ params }) =>
    previewDeletion(deps, { office_id: params.id, sub_office_id: null }),
  )

  serve(app, contract.deleteOffice, 'admin', (request) =>
    deleteOffice(deps, request.params.id, request.query.cancel_orders === 'true', request),
  )

  serve(app, contract.duplicateOffice, 'admin', (request) =>
    duplicateOffice(deps, request.params.id, request),
  )

  serve(app, contract.revealWifiPassword, 'admin', (request) =>
    revealWifiPassword(deps, request.params.id, request),
  )

  app.route({
    ...on(contract.addSubOffice, 'admin'),
    bodyLimit,
    handler: (request) =>
      addSubOffice(deps, { officeId: request.params.officeId, form: request.body }, request),
  })

  app.route({
    ...on(contract.changeSubOffice, 'admin'),
    bodyLimit,
    handler: (request) => changeSubOffice(deps, request.params, request.body, request),
  })

  serve(app, contract.previewSubOfficeDeletion, 'admin', ({ params }) =>
    previewDeletion(deps, { office_id: params.officeId, sub_office_id: params.subOfficeId }),
  )

  serve(app, contract.deleteSubOffice, 'admin', (request) =>
    deleteSubOffice(deps, request.params, request.query.cancel_orders === 'true', request),
  )

  serve(app, contract.duplicateSubOffice, 'admin', (request) =>
    duplicateSubOffice(deps, request.params, request),
  )
}
