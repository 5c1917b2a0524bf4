import * as contract from '@keyhour/contract/calendar-accounts'
import {
  describeAccounts,
  listPickspaceRooms,
  listRooms,
} from '#server/features/calendar-accounts/list-rooms.ts'
import { removeAccount } from '#server/features/calendar-accounts/remove-account.ts'
import { saveAccount } from '#server/features/calendar-accounts/save-account.ts'
import { type Routes, serve } from '#server/http/routes.ts'

export const calendarAccountRoutes: Routes = async (app, deps) => {
  serve(app, contract.listCalendarAccounts, 'admin', ({ params }) => describeAccounts(deps, params.id))

  serve(app, contract.saveCalendarAccount, 'admin', (request) =>
    saveAccount(deps, request.params.id, request.body, request),
  )

  serve(app, contract.removeCalendarAccount, 'admin', (request) => {
    const { id: office_id, provider } = request.params
    return removeAccount(deps, { office_id, provider }, request)
  })

  serve(app, contract.listNexudusResources, 'admin', async ({ params }) => {
    const { rooms, failure } = await listRooms(deps, { office_id: params.id, provider: 'nexudus' })
    return { data: rooms.map(({ id, name }) => ({ Id: Number(id), Name: name })), failure }
  })

  serve(app, contract.listPickspaceRooms, 'admin', ({ params }) => listPickspaceRooms(deps, params.officeId))

  serve(app, contract.listRooRooms, 'admin', ({ params }) =>
    listRooms(deps, { office_id: params.id, provider: 'roo' }),
  )
}
