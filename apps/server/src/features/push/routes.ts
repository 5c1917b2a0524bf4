import * as contract from '@keyhour/contract/push'
import { addSubscription } from '#server/features/push/add-subscription.ts'
import { changePushSettings, getPushSettings } from '#server/features/push/push-settings.ts'
import { endpointHash, removeSubscription } from '#server/features/push/queries.ts'
import { type Routes, serve } from '#server/http/routes.ts'

export const pushRoutes: Routes = async (app, deps) => {
  serve(app, contract.getPushSettings, 'signedIn', ({ session }) => getPushSettings(deps, session.id))

  serve(app, contract.changePushSettings, 'signedIn', ({ session, body }) =>
    changePushSettings(deps, session.id, body.off),
  )

  serve(app, contract.addPushSubscription, 'signedIn', async ({ session, body }) => {
    await addSubscription(deps, body, session)
    return { msg: 'This device is notified.' }
  })

  serve(app, contract.removePushSubscription, 'signedIn', async ({ session, body }) => {
    await removeSubscription(deps.db, session.id, endpointHash(body.endpoint))
    return { msg: 'This device is no longer notified.' }
  })
}
