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
  countOffices,
  listOfficePage,
  listOfficePlaces,
} from '#server/features/admin-offices/list-queries.ts'
import { previewDeletion } from '#server/features/admin-offices/preview-deletion.ts'
import { revealWifiPassword } from '#server/features/admin-offices/reveal-wifi-password.ts'
import { listAdminOffices } from '#server/features/offices/queries.ts'
import { orMissing } from '#server/http/refusal.ts'
import { on, type Routes } from '#server/http/routes.ts'

const bodyLimit = contract.MOST_UPLOAD_BYTES

export const adminOfficeRoutes: Routes = async (app, deps) => {
  app.route({
    ...on(contract.listAdminOffices, 'admin'),
    handler: async ({ query }, reply) => {
      reply.header('x-total-count', await countOffices(deps.db, query))
      return listOfficePage(deps.db, query)
    },
  })

  app.route({
    ...on(contract.listOfficePlaces, 'admin'),
    handler: () => listOfficePlaces(deps.db),
  })

  app.route({
    ...on(contract.getAdminOffice, 'admin'),
    handler: async ({ params }) =>
      orMissing((await listAdminOffices(deps.db, [params.id]))[0], 'This office does not exist.'),
  })

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

  app.route({
    ...on(contract.previewOfficeDeletion, 'admin'),
    handler: ({ params }) => previewDeletion(deps, { office_id: params.id, sub_office_id: null }),
  })

  app.route({
    ...on(contract.deleteOffice, 'admin'),
    handler: (request) =>
      deleteOffice(deps, request.params.id, request.query.cancel_orders === 'true', request),
  })

  app.route({
    ...on(contract.duplicateOffice, 'admin'),
    handler: (request) => duplicateOffice(deps, request.params.id, request),
  })

  app.route({
    ...on(contract.revealWifiPassword, 'admin'),
    handler: (request) => revealWifiPassword(deps, request.params.id, request),
  })

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

  app.route({
    ...on(contract.previewSubOfficeDeletion, 'admin'),
    handler: ({ params }) =>
      previewDeletion(deps, { office_id: params.officeId, sub_office_id: params.subOfficeId }),
  })

  app.route({
    ...on(contract.deleteSubOffice, 'admin'),
    handler: (request) =>
      deleteSubOffice(deps, request.params, request.query.cancel_orders === 'true', request),
  })

  app.route({
    ...on(contract.duplicateSubOffice, 'admin'),
    handler: (request) => duplicateSubOffice(deps, request.params, request),
  })
}
