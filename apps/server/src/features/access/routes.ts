import * as contract from '@keyhour/contract/access'
import { listAccounts } from '#server/features/access/account-queries.ts'
import { addDevice } from '#server/features/access/add-device.ts'
import { addHomeAssistant } from '#server/features/access/add-home-assistant.ts'
import { changeDevice } from '#server/features/access/change-device.ts'
import { changeHomeAssistant } from '#server/features/access/change-home-assistant.ts'
import { deleteDevice } from '#server/features/access/delete-device.ts'
import { deleteHomeAssistant } from '#server/features/access/delete-home-assistant.ts'
import { countDevices, listDevices } from '#server/features/access/device-queries.ts'
import { getOrderAccess } from '#server/features/access/get-order-access.ts'
import { countHomeAssistants, listHomeAssistants } from '#server/features/access/hub-queries.ts'
import { importHubLocks } from '#server/features/access/import-hub-locks.ts'
import { listDoorStates } from '#server/features/access/list-door-states.ts'
import { listHubLocks } from '#server/features/access/list-hub-locks.ts'
import { openDoor } from '#server/features/access/open-door.ts'
import { removeDoorAccount } from '#server/features/access/remove-door-account.ts'
import { saveDoorAccount } from '#server/features/access/save-door-account.ts'
import { testHomeAssistant } from '#server/features/access/test-home-assistant.ts'
import { unlockDevice } from '#server/features/access/unlock-device.ts'
import { idempotencyKey } from '#server/features/orders/once.ts'
import { on, type Routes } from '#server/http/routes.ts'

export const accessRoutes: Routes = async (app, deps) => {
  const { db } = deps

  app.route({
    ...on(contract.listDevices, 'admin'),
    handler: async ({ query }, reply) => {
      if (query.page) reply.header('x-total-count', await countDevices(db, query.q))
      return listDevices(db, query)
    },
  })

  app.route({
    ...on(contract.addDevice, 'admin'),
    handler: (request) => addDevice(deps, request.body, request),
  })

  app.route({
    ...on(contract.listDoorStates, 'admin'),
    handler: () => listDoorStates(deps),
  })

  app.route({
    ...on(contract.changeDevice, 'admin'),
    handler: (request) => changeDevice(deps, request.params.id, request.body, request),
  })

  app.route({
    ...on(contract.deleteDevice, 'admin'),
    handler: (request) => deleteDevice(deps, request.params.id, request),
  })

  app.route({
    ...on(contract.unlockDevice, 'admin'),
    handler: (request) => {
      const key = idempotencyKey(request.headers)
      return unlockDevice(deps, { deviceId: request.params.id, key }, request)
    },
  })

  app.route({
    ...on(contract.listHomeAssistants, 'admin'),
    handler: async ({ query }, reply) => {
      if (query.page) reply.header('x-total-count', await countHomeAssistants(db, query.q))
      return listHomeAssistants(db, query)
    },
  })

  app.route({
    ...on(contract.addHomeAssistant, 'admin'),
    handler: (request) => addHomeAssistant(deps, request.body, request),
  })

  app.route({
    ...on(contract.changeHomeAssistant, 'admin'),
    handler: (request) => changeHomeAssistant(deps, request.params.id, request.body, request),
  })

  app.route({
    ...on(contract.deleteHomeAssistant, 'admin'),
    handler: (request) => deleteHomeAssistant(deps, request.params.id, request),
  })

  app.route({
    ...on(contract.testHomeAssistant, 'admin'),
    handler: ({ params }) => testHomeAssistant(deps, params.id),
  })

  app.route({
    ...on(contract.listHubLocks, 'admin'),
    handler: ({ params }) => listHubLocks(deps, params.id),
  })

  app.route({
    ...on(contract.importHubLocks, 'admin'),
    handler: (request) => {
      const wanted = { hubId: request.params.id, entityIds: request.body.home_assistant_ids }
      return importHubLocks(deps, wanted, request)
    },
  })

  app.route({
    ...on(contract.listDoorAccounts, 'admin'),
    handler: ({ params }) => listAccounts(db, params.id),
  })

  app.route({
    ...on(contract.saveDoorAccount, 'admin'),
    handler: (request) => saveDoorAccount(deps, request.params.id, request.body, request),
  })

  app.route({
    ...on(contract.removeDoorAccount, 'admin'),
    handler: (request) => {
      const { id: office_id, provider } = request.params
      return removeDoorAccount(deps, { office_id, provider }, request)
    },
  })

  app.route({
    ...on(contract.getOrderAccess, 'signedIn'),
    handler: ({ params, session }) => getOrderAccess(deps, params.orderId, session),
  })

  app.route({
    ...on(contract.openDoor, 'signedIn'),
    handler: (request) => {
      const key = idempotencyKey(request.headers)
      return openDoor(deps, { ...request.params, key }, request)
    },
  })
}
