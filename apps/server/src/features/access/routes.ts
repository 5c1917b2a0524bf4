import * as contract from '@keyhour/contract/access'
import { addDevice } from '#server/features/access/add-device.ts'
import { changeDevice } from '#server/features/access/change-device.ts'
import { deleteDevice } from '#server/features/access/delete-device.ts'
import { countDevices, listDevices } from '#server/features/access/device-queries.ts'
import { getOrderAccess } from '#server/features/access/get-order-access.ts'
import { listDoorStates } from '#server/features/access/list-door-states.ts'
import { openDoor } from '#server/features/access/open-door.ts'
import { unlockDevice } from '#server/features/access/unlock-device.ts'
import { idempotencyKey } from '#server/features/idempotency/once.ts'
import { type Routes, serve } from '#server/http/routes.ts'

export const accessRoutes: Routes = async (app, deps) => {
  const { db } = deps

  serve(app, contract.listDevices, 'admin', async ({ query }, reply) => {
    if (query.page) reply.header('x-total-count', await countDevices(db, query))
    return listDevices(db, query)
  })

  serve(app, contract.addDevice, 'admin', (request) => addDevice(deps, request.body, request))

  serve(app, contract.listDoorStates, 'admin', () => listDoorStates(deps))

  serve(app, contract.changeDevice, 'admin', (request) =>
    changeDevice(deps, request.params.id, request.body, request),
  )

  serve(app, contract.deleteDevice, 'admin', (request) => {
    const mayStay = request.query.codes_stay === 'true'
    return deleteDevice(deps, { id: request.params.id, mayStay }, request)
  })

  serve(app, contract.unlockDevice, 'admin', (request) => {
    const key = idempotencyKey(request.headers)
    return unlockDevice(deps, { deviceId: request.params.id, key }, request)
  })

  serve(app, contract.getOrderAccess, 'signedIn', ({ params, session }) =>
    getOrderAccess(deps, params.orderId, session),
  )

  serve(app, contract.openDoor, 'signedIn', (request) => {
    const key = idempotencyKey(request.headers)
    return openDoor(deps, { ...request.params, key }, request)
  })
}
